import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { unsureKey } from '../../api/errors/nodeError';
import type { Operation, Result } from '../../operations/operation';
import { WithFile } from '../../operations/operation';
import type { NodeError } from '../layer';
import { whereToLook } from '../layer';

/** The first answer again, marked as a repeat for the model. */
export function asRepeat(first: Result, thing: string): Result {
	const message = `This was already done in this run, so it was not done again: ${thing}. The other fields are the first answer.`;
	const told = (json: IDataObject) => ({ ...json, repeated: true, message });
	if (first instanceof WithFile) return new WithFile(told(first.json), first.binary);
	// A write gives one record.
	return told(first as IDataObject);
}

/**
 * The error of an item with an unclear outcome in an earlier try of the execution.
 *
 * @param message of the error of the earlier try
 */
export function notRepeated(
	context: IExecuteFunctions,
	thing: string,
	message: string,
	itemIndex: number,
): NodeError {
	const error = new NodeOperationError(context.getNode(), `Not repeated: ${thing}`, {
		itemIndex,
		description: `An earlier try of this execution ended with: ${message}. Look it up at the service. If it is missing there, run the item in a new execution.`,
	});
	error.context[unsureKey] = true;
	return error;
}

/** The error of a repeated call of a model, if an earlier call has an unclear outcome. */
export function maybeDone(
	context: IExecuteFunctions,
	{ resource }: Operation,
	thing: string,
	itemIndex: number,
): NodeError {
	const error = new NodeOperationError(
		context.getNode(),
		`Not repeated: ${thing}. It may already have been done, because the answer was lost. Look for it ${whereToLook[resource]}. If it is missing there, tell the user: only a new execution can do it again.`,
		{ itemIndex },
	);
	error.context[unsureKey] = true;
	return error;
}
