import { createHash } from 'node:crypto';
import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { type NodeError, factsOf } from '../../api/errors/nodeError';
import { type Answer, type Operation, type Result, WithFile } from '../../operations/operation';
import { asSeen } from '../../util/asSeen';
import { isObject } from '../../util/isObject';
import { whereToLook } from '../layer';

/**
 * A hash of a value, the same for values that differ only in spaces, in invisible characters or in the order
 * of their fields.
 *
 * @param scope values of another scope have other hashes
 */
export function hashOf(scope: string, value: unknown): string {
	return createHash('sha256')
		.update(`${scope} ${JSON.stringify(value, comparable)}`)
		.digest('base64url');
}

function comparable(_key: string, value: unknown): unknown {
	if (typeof value === 'string') return asSeen(value).replace(/\s+/g, ' ');
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The first answer again, marked as a repeat for the model. */
export function asRepeat(first: Result, thing: string): Result {
	const message = `This was already done in this run, so it was not done again: ${thing}. The other fields are the first answer.`;
	const told = (json: IDataObject) => ({ ...json, repeated: true, message });
	if (first instanceof WithFile) return new WithFile(told(first.json), first.binary);
	// A write gives one record.
	return told(first as IDataObject);
}

/** The error of an item with an unclear outcome in an earlier try of the execution. */
export function notRepeated(
	context: IExecuteFunctions,
	thing: string,
	{ mayHaveBeenDone, httpCode, onceKey }: Extract<Answer, { mayHaveBeenDone: string }>,
	itemIndex: number,
): NodeError {
	const again =
		onceKey === undefined ? '' : ` with another key, because the key "${onceKey}" stays taken`;
	const description = `An earlier try of this execution ended with: ${mayHaveBeenDone}. Look it up at the service. If it is missing there, run the item in a new execution${again}.`;
	const error = unclear(context, itemIndex, `Not repeated: ${thing}`, description);
	factsOf(error).onceKey = onceKey;
	return httpCode === undefined ? error : Object.assign(error, { httpCode });
}

/** The error of a repeated call of a model, if an earlier call has an unclear outcome. */
export function maybeDone(
	context: IExecuteFunctions,
	{ resource }: Operation,
	thing: string,
	itemIndex: number,
): NodeError {
	return unclear(
		context,
		itemIndex,
		`Not repeated: ${thing}. It may already have been done, because the answer was lost. Look for it ${whereToLook[resource]}. If it is missing there, tell the user: only a new execution can do it again.`,
	);
}

function unclear(
	context: IExecuteFunctions,
	itemIndex: number,
	message: string,
	description?: string,
): NodeError {
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	factsOf(error).mayHaveBeenDone = true;
	return error;
}
