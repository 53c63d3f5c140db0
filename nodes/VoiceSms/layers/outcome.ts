import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { type NodeError, addTo } from '../api/errors/nodeError';
import type { Operation, Result } from '../operations/operation';
import { counted, rowsNamed, tally } from '../util/inWords';
import type { Item } from './layer';

/**
 * What became of an item: one word for each state.
 *
 * - `waiting`: its turn has not come, and in a run that stopped it never does.
 * - `begun`: the operation's `run` has ended, and its `finish` is to come. A write is done, a question is
 *   asked, a read has not begun. `finished`: what an earlier try came to.
 * - `skipped`: an option skipped it for this `reason`, `by` a key or a tag; `forModel` says so to a model.
 * - `checked`: nothing was sent, because it was only checked; with an `error`, if sending would fail.
 * - `failed`: `invalid` if a field is invalid, so no request was made; `accepted` if it was done, with this
 *   answer of the service, and a later step failed.
 */
export type Outcome =
	| { is: 'waiting' }
	| { is: 'begun'; result: Result; finished?: IDataObject }
	| { is: 'done'; result: Result }
	| Skipped
	| { is: 'checked'; result: IDataObject; forModel: IDataObject }
	| { is: 'checked'; error: NodeError }
	| Failed;

export interface Skipped {
	is: 'skipped';
	why: 'tag' | 'keyUsedBefore' | 'keyUsedInThisRun' | 'keyHeld';
	by: string;
	result: IDataObject;
	reason: string;
	forModel: IDataObject;
}

export interface Failed {
	is: 'failed';
	error: NodeError;
	accepted?: IDataObject;
	invalid?: true;
}

export const waiting: Outcome = { is: 'waiting' };

/**
 * An item that an option skips; `reason` is a sentence for people.
 *
 * @param message in the words for a model: it gets neither key nor tag, because it might send with another
 * key, or remove the tag
 * @param about more fields of the output
 */
export function skipped(
	{ shown }: Item,
	[why, by, reason]: [Skipped['why'], by: string, reason: string],
	message: string,
	about: IDataObject = {},
): Skipped {
	return {
		is: 'skipped',
		why,
		by,
		result: { ...shown, ...about },
		reason,
		forModel: { outcome: 'skipped', message },
	};
}

/** A row that an option skipped, with its key or tag. */
export interface SkippedRow {
	item: Item;
	by: string;
}

/** The rows that were skipped for one reason. */
export function rowsSkipped(items: readonly Item[], why: Skipped['why']): SkippedRow[] {
	return items.flatMap((item) => {
		const { outcome } = item;
		return outcome.is === 'skipped' && outcome.why === why ? [{ item, by: outcome.by }] : [];
	});
}

/** "2 items were skipped", or "would be" for rows of a dry run, and their rows. */
export function skippedInWords(rows: SkippedRow[], because: string): string {
	const lines = [false, true].flatMap((isDry) => {
		const own = rows.filter(({ item }) => isOnlyChecked(item) === isDry);
		if (own.length === 0) return [];
		const were = isDry ? 'would be' : own.length === 1 ? 'was' : 'were';
		const indexes = own.map(({ item }) => item.index).sort((a, b) => a - b);
		return `${counted(own.length, 'item')} ${were} skipped, because ${because}: ${tally(own.map(({ by }) => `"${by}"`))} (${rowsNamed(indexes)}).`;
	});
	return lines.join(' ');
}

/** The outcome of an item whose `run` has ended, in this try or before: `begun` if `finish` is to come. */
export function ran({ finishes }: Operation, input: unknown, result: Result): Outcome {
	return { is: finishes?.(input) === true ? 'begun' : 'done', result };
}

/**
 * The outcome of an earlier try whose `finish` saw the end, such as a delivery; undefined without one, and at a
 * limit: a later try goes on waiting.
 */
export function endedBefore(outcome: Outcome): Outcome | undefined {
	const finished = outcome.is === 'begun' ? outcome.finished : undefined;
	if (finished === undefined || finished.timedOut === true) return undefined;
	return { is: 'done', result: finished };
}

/** The outcome of an item that this try cannot go on with: what an earlier try has done stays done. */
export function cannotGoOn({ earlier }: Item, failed: Failed): Outcome {
	if (earlier === undefined) return failed;
	if (earlier.is !== 'begun') return earlier;
	if (earlier.finished !== undefined) return { is: 'done', result: earlier.finished };
	// Its own error: several items may share one.
	const { node, message, description, context } = failed.error;
	const own = new NodeOperationError(node, message, { description: description ?? undefined });
	Object.assign(own.context, context);
	return failedAfterwards(own, earlier.result as IDataObject);
}

/** The outcome of an item that was done, if a later step failed. */
export function failedAfterwards(error: NodeError, accepted: IDataObject): Failed {
	addTo(
		error,
		'The service has already accepted this item. Do not run it again. Look it up by its ID.',
	);
	return { is: 'failed', error, accepted };
}

/** The outcome of an item; a failure of one that is only checked stops no run. */
export function asChecked(item: Item, outcome: Outcome): Outcome {
	const isFailed = isOnlyChecked(item) && outcome.is === 'failed';
	return isFailed ? { is: 'checked', error: outcome.error } : outcome;
}

/** Whether the item stops the run, if the node stops on errors. */
export function stopsRun({ outcome }: Item): boolean {
	return outcome.is === 'failed';
}

/** Whether nothing is sent for the item; also known of an item whose fields cannot be read. */
export function isOnlyChecked({ layers }: Item): boolean {
	for (const { onlyChecks } of layers.keys()) if (onlyChecks === true) return true;
	return false;
}

/** Whether the message went out or, in a dry run, would go out. */
export function goesOut({ outcome }: Item): boolean {
	if ('error' in outcome) return 'accepted' in outcome;
	return 'result' in outcome && outcome.is !== 'skipped';
}

/** The items that lines about messages count: those that went out or, if none did, those that would. */
export function countedItems(items: readonly Item[]): Item[] {
	const all = items.filter(goesOut);
	const sent = all.filter(({ outcome }) => outcome.is !== 'checked');
	return sent.length > 0 ? sent : all;
}

/** The number that the item goes to, as its row shows it; '' where this cannot be told. */
export function receiverOf({ shown }: Item, { columns = {} }: Operation): string {
	return String(shown[Object.keys(columns)[0]] ?? '');
}

/** Whether no earlier try of the execution has done anything, or may have. */
export function isFirstTry(items: readonly Item[]): boolean {
	return items.every(({ earlier }) => earlier === undefined);
}
