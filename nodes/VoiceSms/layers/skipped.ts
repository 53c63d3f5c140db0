import type { IDataObject } from 'n8n-workflow';

import { counted, rowsNamed, tally } from '../util/inWords';
import type { Item, ItemOutcome, LayerRun } from './layer';

/**
 * An item that an option skips; `reason` is a sentence for people.
 *
 * @param message in the words for a model: it gets neither key nor tag, because it might send with another
 * key, or remove the tag
 * @param about more fields of the output
 */
export function skipped(
	{ operation, asTool }: LayerRun,
	{ input, onlyChecked }: Item,
	reason: string,
	message: string,
	about: IDataObject = {},
): ItemOutcome {
	return {
		result: { ...operation.sent?.(input, asTool), ...about },
		notSent: 'skipped',
		reason,
		forModel: { outcome: 'skipped', message },
		...(onlyChecked ? { onlyChecked } : {}),
	};
}

/** A row that an option skipped, with its key or tag. */
export interface SkippedRow {
	item: Item;
	by: string;
}

/** "2 items were skipped", or "would be" for rows of a dry run, and their rows. */
export function skippedInWords(rows: SkippedRow[], because: string): string {
	const lines = [false, true].flatMap((isDry) => {
		const own = rows.filter(({ item }) => item.onlyChecked === isDry);
		if (own.length === 0) return [];
		const were = isDry ? 'would be' : own.length === 1 ? 'was' : 'were';
		const indexes = own.map(({ item }) => item.index).sort((a, b) => a - b);
		return `${counted(own.length, 'item')} ${were} skipped, because ${because}: ${tally(own.map(({ by }) => `"${by}"`))} (${rowsNamed(indexes)}).`;
	});
	return lines.join(' ');
}
