import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import { isObject } from '../util/isObject';
import type { ItemOutcome } from './outcomes';
import type { JobOrError } from './readJobs';

/**
 * The items, unless one run cannot wait for them.
 *
 * @param now milliseconds since 1970
 * @throws NodeOperationError, before any request
 */
export function checkWaiting(
	context: IExecuteFunctions,
	operation: Operation,
	jobs: JobOrError[],
	now: number,
): JobOrError[] {
	const refuse = (message: string, description: string): never => {
		throw new NodeOperationError(context.getNode(), message, { description });
	};
	const oneByOne =
		'Nothing was sent. Put a Loop Over Items node with a Batch Size of 1 before this node, and lead the output of this one back to it.';
	const inputs = jobs.flatMap((job) => ('error' in job ? [] : [job.input]));
	const ends = inputs.flatMap((input) => operation.sleepUntil?.(input, now) ?? []);
	if (ends.length > 0 && jobs.length > 1) {
		refuse(
			`${jobs.length} items cannot wait for their answers together: n8n puts the execution to sleep for one at a time`,
			oneByOne,
		);
	}
	const together = operation.together?.(inputs);
	if (together !== undefined) refuse(together, oneByOne);
	if (ends.some((end) => end < WAIT_INDEFINITELY) && holdsAnswer(context.getInputData()[0].json)) {
		refuse(
			'The input holds what would pass for an answer when none comes',
			"Nothing was sent. At the limit n8n gives the input as the output. Take 'data' and 'approved' out of the input with an Edit Fields node, or wait without a limit.",
		);
	}
	return jobs;
}

/** As this node, n8n's own and its human-in-the-loop tool tell an answer (n8n-nodes-langchain, processHitlResponses). */
function holdsAnswer({ approved, data }: IDataObject): boolean {
	if (typeof approved === 'boolean') return true;
	return isObject(data) && ('approved' in data || 'text' in data);
}

/**
 * Until when the execution is to sleep after a run; undefined when it goes on.
 *
 * @param now milliseconds since 1970
 */
export function sleepAfter(
	operation: Operation,
	[job]: JobOrError[],
	[outcome]: Array<ItemOutcome | undefined>,
	now: number,
): Date | undefined {
	if (job === undefined || 'error' in job) return undefined;
	if (outcome === undefined || 'error' in outcome || outcome.skipped === true) return undefined;
	return operation.sleepUntil?.(job.input, now);
}
