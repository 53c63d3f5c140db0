import { type INode, NodeOperationError } from 'n8n-workflow';

import { errorFacts } from '../../api/errors/nodeError';
import { whyNotUsable } from './keys';
import { NoRows } from './row';

/** The message or call of a key. */
export interface Sending {
	node: INode;
	/** The Send Once Key. */
	key: string;
	/** The number that it goes to, in E.164 form. */
	receiver: string;
	/** Its name in an error: "SMS to +15550001". */
	nameInErrors: string;
	itemIndex: number;
	/** Where a person can look for it: "in the list of calls". */
	shownAt: string;
	/** Milliseconds that the request may take. */
	timeoutMs: number;
}

/**
 * The error for a key in doubt. Repeatable, because another try sends nothing and gives the same error.
 *
 * @param item the index of the item of this run that left the key taken
 */
export function inDoubt(sending: Sending, item?: number): NodeOperationError {
	const why =
		item === undefined
			? `Its key "${sending.key}" is in doubt.`
			: `Item ${item + 1} took its key "${sending.key}".`;
	const error = maybeSent(sending, 'Perhaps sent before', why);
	errorFacts(error).mayBeRepeated = true;
	return error;
}

/** The error for a key that was held so long that others may have reported it as in doubt. */
export function tooLate(sending: Sending): NodeOperationError {
	const why = `This execution was delayed, and its key "${sending.key}" may be in doubt.`;
	return maybeSent(sending, 'Perhaps sent by another execution', why);
}

/** The error for a key that n8n's store did not save, or, in a dry run, could not look up. */
export function storeFailed(
	sending: Sending,
	did: 'save' | 'look up',
	error: unknown,
): NodeOperationError {
	if (error instanceof NoRows) return notSent(sending, error.message);
	return notSent(
		sending,
		`n8n could not ${did} its key: ${whyNotUsable(error)}. Run it again later.`,
	);
}

/** The error of a message that was certainly not sent. */
export function notSent(
	{ node, nameInErrors, itemIndex }: Sending,
	description = '',
): NodeOperationError {
	return new NodeOperationError(node, `Not sent: ${nameInErrors}`, { itemIndex, description });
}

function maybeSent(
	{ node, key, nameInErrors, itemIndex, shownAt }: Sending,
	state: string,
	why: string,
): NodeOperationError {
	const error = new NodeOperationError(node, `${state}: ${nameInErrors}`, {
		itemIndex,
		description: `${why} Look ${shownAt} after five minutes. If missing, use another key.`,
	});
	Object.assign(errorFacts(error), { mayHaveBeenDone: true, onceKey: key });
	return error;
}
