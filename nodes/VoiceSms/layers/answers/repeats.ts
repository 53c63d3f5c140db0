import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { type NodeError, errorFacts } from '../../api/errors/nodeError';
import type { Operation } from '../../operations/operation';
import { resourceOf } from '../../operations/resources';
import { type Result, type WriteResult, WithFile } from '../../operations/result';
import { isReview } from '../../util/execution';
import { type ModelCall, queuedCall } from '../../util/unpromised';
import type { Item } from '../layer';
import type { Outcome } from '../outcome';
import { type SavedResult, type SavedResults, hashOf } from './kept';

/** The answer to the first call, marked as a repeat for the model. `finish` may have seen more since. */
export function asRepeat(operation: Operation, input: unknown, answer: Result): Result {
	const others =
		operation.finish?.isDue(input) === true ? 'what is known of it now' : 'the first answer';
	const message = `This was already done in this run, so it was not done again: ${operation.nameInErrors(input)}. The other fields are ${others}.`;
	const told = ({ message: own, ...json }: IDataObject) => ({
		...json,
		repeated: true,
		message: typeof own === 'string' ? `${message} ${own}` : message,
	});
	if (answer instanceof WithFile) return new WithFile(told(answer.json), answer.binary);
	// A write gives one record.
	return told(answer as IDataObject);
}

/** The error of a repeated call, if an earlier call has an unclear outcome. */
export function maybeDone(
	context: IExecuteFunctions,
	operation: Operation,
	thing: string,
	itemIndex: number,
): NodeError {
	const message = `Not repeated: ${thing}. It may already have been done, because the answer was lost. Look for it ${resourceOf(operation).foundAt}. If it is missing there, tell the user: only a new execution can do it again.`;
	const error = new NodeOperationError(context.getNode(), message, { itemIndex });
	errorFacts(error).mayHaveBeenDone = true;
	return error;
}

/** The fact of a call that is not made again: what a review of the same call tells the model. */
export function noteForReview(
	context: IExecuteFunctions,
	operation: Operation,
	by: ModelCall | undefined,
	{ input, index }: Item,
	answer: WriteResult,
	mayRepeat: boolean,
): Partial<SavedResult> {
	const mayGoAgain = mayRepeat || operation.updates?.(answer) === true;
	const isLost = 'mayHaveBeenDone' in answer;
	const made = by && queuedCall(context);
	if (made === undefined || (mayGoAgain && !isLost)) return {};
	const thing = operation.nameInErrors(input);
	const message = isLost
		? maybeDone(context, operation, thing, index).message
		: `This was already done in this run, so nobody was asked: ${thing}. Do not call this tool for it again.`;
	// n8n adds `tool` to the arguments of an approved call.
	const given = { ...made.input };
	delete given.tool;
	const call = hashOf(context.getNode().name, given);
	return { reviewed: { agent: String(by?.agent), call, message } };
}

/**
 * A review of a call that was done before: nobody is asked, and n8n gives `chatInput` to the model as the words
 * of the person who declined (n8n-nodes-langchain, processHitlResponses).
 */
export function reviewedBefore(
	context: IExecuteFunctions,
	kept: SavedResults,
	by: ModelCall | undefined,
): Outcome | undefined {
	const review = isReview(context) ? queuedCall(context)?.review : undefined;
	if (review === undefined) return undefined;
	const call = hashOf(review.toolNode, review.input);
	// A run of the agent has one item: in the next round of a loop, the same arguments are about another one.
	const isSame = ({ reviewed: one }: SavedResult) => one?.call === call && one.agent === by?.agent;
	const before = kept.find(isSame)?.reviewed;
	if (before === undefined) return undefined;
	const result = { data: { approved: false, chatInput: before.message } };
	return { is: 'done', result, isAnswered: true };
}
