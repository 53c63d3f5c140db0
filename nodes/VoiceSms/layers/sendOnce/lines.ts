import type { Operation } from '../../operations/operation';
import type { Item } from '../layer';
import { rowsSkipped, skippedInWords } from '../outcome';

/** Most keys in a line. */
const maxKeysNamed = 3;

/** A line about keys of sent messages that could not be noted; undefined without any. */
export function lineOfNotNoted(items: readonly Item[]): string | undefined {
	const notNoted = items.flatMap(({ notes: { key } }) => (key?.end === 'notNoted' ? [key] : []));
	if (notNoted.length === 0) return undefined;
	const named = notNoted.slice(0, maxKeysNamed).map(({ shown }) => shown);
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
			`Nothing was sent: the Send Once Keys of all ${items.length} items were used before for the same numbers. A new message needs a new key: add a date or a column.`,
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
