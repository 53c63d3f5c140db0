import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { type NodeError, errorFacts } from '../../api/errors/nodeError';
import type { Operation } from '../../operations/operation';
import { resourceOf } from '../../operations/resources';
import { type Result, WithFile } from '../../operations/result';

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
