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
			? `An earlier execution, or an earlier try of this one, took the key "${sending.key}" and did not save the result: it crashed, got no answer, or lost n8n's database. So nobody knows whether it was sent.`
			: `Row ${item + 1} of this run took the key "${sending.key}" before: see the error of that row.`;
	const error = maybeSent(sending, [
		'Not sent, because it may have been sent before',
		why,
		'send it with another key, because this key stays taken for this number.',
	]);
	errorFacts(error).mayBeRepeated = true;
	return error;
}

/** The error for a key that was held so long that others may have reported it as in doubt. */
export function tooLate(sending: Sending): NodeOperationError {
	return maybeSent(sending, [
		'Not sent, because it was delayed for too long',
		`Its key "${sending.key}" was taken so long ago that another execution may have reported it as in doubt. So the message may have been sent with another key.`,
		'send it with another key.',
	]);
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
		`n8n's store could not ${did} the Send Once Key "${sending.key}": ${whyNotUsable(error)}. Run the item again when n8n's database answers.`,
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
	[what, why, advice]: [string, string, string],
): NodeOperationError {
	const error = new NodeOperationError(node, `${what}: ${nameInErrors}`, {
		itemIndex,
		description: `${why} Wait five minutes, then look for it ${shownAt}. If it is missing there, ${advice}`,
	});
	Object.assign(errorFacts(error), { mayHaveBeenDone: true, onceKey: key });
	return error;
}
