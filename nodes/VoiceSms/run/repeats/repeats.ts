import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { unsureKey } from '../../api/errors/nodeError';
import type { Operation, Result } from '../../operations/operation';
import { WithFile } from '../../operations/operation';
import type { NodeError } from '../outcomes';

/** Where a model, or a person, can see whether something was done. */
export const whereToLook: Record<Operation['resource'], string> = {
	call: 'in the list of calls',
	contact: 'in the list of contacts',
	sms: 'in its conversation',
};

/** A first answer that is given again, with a word to the model that it is one. */
export function asRepeat(first: Result, thing: string): Result {
	const message = `This was already done in this run, so it was not done again: ${thing}. The other fields are the first answer.`;
	const told = (json: IDataObject) => ({ ...json, repeated: true, message });
	if (first instanceof WithFile) return new WithFile(told(first.json), first.binary);
	// What writes gives one record.
	return told(first as IDataObject);
}

/** The error of a call of a model that may have been carried out by an earlier one of the execution. */
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

/** The error of a call that could not be remembered. */
export function tooManyCalls(
	context: IExecuteFunctions,
	thing: string,
	most: number,
	itemIndex: number,
): NodeError {
	return new NodeOperationError(
		context.getNode(),
		`Not done: ${thing}. This execution has made ${most} different calls of this tool, and cannot recognize repeats among more calls. Go on in a new execution.`,
		{ itemIndex },
	);
}
