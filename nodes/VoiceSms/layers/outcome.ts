import type { IDataObject } from 'n8n-workflow';

import type { NodeError } from '../api/errors/nodeError';
import type { Result } from '../operations/operation';
import { counted, rowsNamed, tally } from '../util/inWords';
import { type Item, isOnlyChecked } from './layer';

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
