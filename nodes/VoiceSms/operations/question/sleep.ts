import { type IDataObject, type IExecuteFunctions, UserError } from 'n8n-workflow';

import { dataOf, isAnsweredAtOnce, isTool } from '../../util/execution';
import type { SleepContext } from '../context';
import {
	type Question,
	keepOpenQuestion,
	nobodyAnswered,
	openQuestionIn,
	roundParameter,
} from './page/openQuestion';

/**
 * The signed address of the page for the answer; the question is kept with the execution.
 *
 * @throws UserError where n8n cannot wait for the answer
 */
export function makeLink(n8n: IExecuteFunctions, asked: Question): string {
	if (isAnsweredAtOnce(n8n)) {
		throw new UserError('The node cannot wait for an answer by link here', {
			description: 'Use the AI Agent node from version 3 on.',
		});
	}
	// n8n deletes the workflow of a chat at its end, and nobody finds the page (n8n, chat-hub).
	if (n8n.getMode() === 'chat') {
		throw new UserError('In the chats of n8n (Chat Hub), a question by a page cannot be answered', {
			description: 'Nothing was sent. Use an agent in a published workflow.',
		});
	}
	const data = dataOf(n8n, 'node');
	if (data === undefined || !n8n.getExecutionId()) {
		throw new UserError('Without an execution, the node cannot wait for an answer by link', {
			description: 'Run the node in a workflow.',
		});
	}
	const round = String(n8n.evaluateExpression('{{ $runIndex }}', 0));
	keepOpenQuestion(data, { ...asked, execution: n8n.getExecutionId(), round });
	// n8n 1 accepts unsigned links to an execution, unless the node asks for a signature (n8n 1.123,
	// waiting-webhooks). n8n 2 accepts none, and has no function for that.
	const signed = n8n as IExecuteFunctions & { setSignatureValidationRequired?(): void };
	signed.setSignatureValidationRequired?.();
	return n8n.getSignedResumeUrl({ [roundParameter]: round });
}

/**
 * The question that can be answered by a link to this execution.
 *
 * @throws UserError when an earlier try asked without a link, in the execution that is tried again, or by
 * another tool
 */
export function openQuestion(n8n: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>) {
	const open = openQuestionIn(n8n.getContext('node'));
	if (open !== undefined && open.execution === n8n.getExecutionId()) return open;
	throw new UserError('The SMS has no link to this execution, so nobody can answer it', {
		description: "Set 'Response Type' back to 'SMS Reply', or ask again in a new execution.",
	});
}

/**
 * Puts the execution to sleep until the answer comes, which n8n outputs beside these fields of the input.
 *
 * @returns the row at the limit, or a message to a model: without it, a field of the input could pass for an
 * answer
 */
export async function sleepUntil(
	until: Date,
	{ n8n, shown: { to, body, from }, own, isIncluded }: SleepContext,
): Promise<IDataObject> {
	const outcome = 'sent';
	const [row, ifNobody] = isTool(n8n)
		? [{}, nobodyAnswered]
		: [
				{ outcome, data: {}, to, body, from, ...(isIncluded ? own : {}) },
				{ outcome, to, body, from, noAnswer: true, ...own },
			];
	// The page and n8n count to the same end.
	keepOpenQuestion(n8n.getContext('node'), { ...openQuestion(n8n), row, until: until.getTime() });
	await n8n.putExecutionToWait(until);
	return { ...ifNobody };
}
