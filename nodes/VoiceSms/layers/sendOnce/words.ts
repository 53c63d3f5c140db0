import { type INode, NodeOperationError } from 'n8n-workflow';

import { type NodeError, addTo, errorFacts } from '../../api/errors/nodeError';
import { type KeyEnd, isInDoubt } from './ends';
import { whyNotUsable } from './keys';
import { NoRows } from './row';
import type { Operation } from '../../operations/operation';
import type { Item } from '../layer';
import { rowsSkipped, skippedInWords } from '../outcome';

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
	const { node, key, nameInErrors, itemIndex, shownAt } = sending;
	const why =
		item === undefined ? `Key "${key}" is in doubt.` : `Item ${item + 1} took its key "${key}".`;
	const error = new NodeOperationError(node, `Perhaps sent before: ${nameInErrors}`, {
		itemIndex,
		description: `${why} Look ${shownAt} after five minutes. If missing, use another key.`,
	});
	Object.assign(errorFacts(error), { mayHaveBeenDone: true, mayBeRepeated: true, onceKey: key });
	return error;
}

/**
 * The error of an item with its key, if the next run reports the key as in doubt.
 *
 * @param asTool a model does not get the key: it would send with another key
 */
export function withKey(
	error: NodeError,
	{ end, why, sending: { key } }: { end: KeyEnd; why?: string; sending: Sending },
	asTool: boolean,
): NodeError {
	// An error about the key says all of it.
	if (!isInDoubt(end) || errorFacts(error).onceKey !== undefined) return error;
	const notFreed = `n8n could not free its key (${why}): use another key.`;
	if (!asTool) addTo(error, why === undefined ? 'If missing, use another key.' : notFreed);
	errorFacts(error).onceKey = key;
	return error;
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

/** Most keys in a line. */
const maxKeysNamed = 3;

/** A line about keys of sent messages that could not be noted; undefined without any. */
export function lineOfNotNoted(items: readonly Item[]): string | undefined {
	const notNoted = items.flatMap(({ notes: { key } }) => (key?.end === 'notNoted' ? [key] : []));
	if (notNoted.length === 0) return undefined;
	const named = notNoted.slice(0, maxKeysNamed).map(({ label }) => label);
	const more = notNoted.length - named.length;
	const list = `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
	return `These went out, but n8n could not save their Send Once Keys: ${list} (${notNoted[0].why}). Do not run them again: their keys are in doubt.`;
}

/** Lines above the output: which items of the run were skipped, by keys of earlier runs and of earlier items. */
export function linesOfUsed(items: readonly Item[], operation: Operation): string[] {
	const used = rowsSkipped(items, 'usedBefore');
	const same = rowsSkipped(items, 'usedInThisRun');
	const lines: string[] = [];
	if (used.length > 1 && used.length === items.length) {
		// For example, the key lacks a column.
		lines.push(
			`Nothing was ${operation.pastTense}: the Send Once Keys of all ${items.length} items were used before for the same numbers. A new message needs a new key: add a date or a column.`,
		);
	} else if (used.length > 0) {
		lines.push(
			skippedInWords(used, 'the Send Once Key was used before for the same number', operation),
		);
	}
	if (same.length > 0) {
		const line = skippedInWords(
			same,
			'an earlier item of the same run has the same Send Once Key and number',
			operation,
		);
		lines.push(`${line} To send several messages to one number, put an ID into the key.`);
	}
	return lines;
}
