import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../util/execution';
import { isApprovedForSeveralItems } from '../util/unpromised';
import type { Operation } from './operation';

/** Why a call that a person approves is not done, and what to do. */
export const severalItems: [string, string] = [
	'With several items in the agent, n8n may do an approved call for another one',
	'Tell the user: the agent needs a Loop Over Items node with a Batch Size of 1 before it.',
];

/** Why a write that a person has approved cannot be done; undefined when it can. */
export function whyNotApproved(
	{ pastTense }: Pick<Operation, 'pastTense'>,
	n8n: IExecuteFunctions,
): [string, string] | undefined {
	if (pastTense === undefined || !isTool(n8n)) return undefined;
	return isApprovedForSeveralItems(n8n) ? severalItems : undefined;
}
