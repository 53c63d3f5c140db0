import { cut } from './fitted';

const units = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
	['second', 1000],
] as const;

/** A time in words, in the largest unit that gives a whole number: "90 minutes", "1 day". */
export function inWords(ms: number): string {
	const [unit, length] = units.find(([, one]) => ms >= one && ms % one === 0) ?? ['ms', 1];
	const count = ms / length;
	return unit === 'ms' ? `${count} ms` : counted(count, unit);
}

/** A number of things: "1 record", "2 records". */
export function counted(count: number, one: string): string {
	return `${count} ${one}${count === 1 ? '' : 's'}`;
}

const maxRowsNamed = 5;

/**
 * How often each text occurs, the most frequent first: `a (3), b`, and after five texts "and 2 more".
 *
 * @param atLeast texts that occur less often are left out
 */
export function tally(texts: string[], atLeast = 1): string {
	const times = new Map<string, number>();
	for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
	const shown = [...times].filter(([, count]) => count >= atLeast).sort(([, a], [, b]) => b - a);
	const named = shown
		.slice(0, maxRowsNamed)
		.map(([text, count]) => (count === 1 ? text : `${text} (${count})`));
	const more = shown.length - named.length;
	return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/** "row 3", or "rows 1-4, 8". */
export function rowsNamed(sorted: number[]): string {
	// A number that is cut would be another row.
	const rows = cut(rowsInWords(sorted), 200).replace(/[^ ]*…$/, '…');
	return `row${sorted.length === 1 ? '' : 's'} ${rows}`;
}

/** Most characters of a list of rows: with groups of many single rows, an error would fill the screen. */
const maxRowsLength = 600;

/** As `rowsInWords`, and after many groups "and 1,400 more". */
export function rowsListed(sorted: number[]): string {
	const all = rowsInWords(sorted);
	if (all.length <= maxRowsLength) return all;
	const shown = all.slice(0, all.lastIndexOf(',', maxRowsLength));
	const last = Number(/\d+$/.exec(shown)?.[0]);
	const left = sorted.filter((index) => index >= last).length;
	return `${shown} and ${left.toLocaleString('en-US')} more`;
}

/** Rows as people count them, from 1: "1-4, 8" for the indexes 0, 1, 2, 3, 7; "none" for nothing. */
export function rowsInWords(sorted: number[]): string {
	const parts: Array<[number, number]> = [];
	for (const index of sorted) {
		const last = parts[parts.length - 1];
		if (last !== undefined && last[1] === index - 1) last[1] = index;
		else parts.push([index, index]);
	}
	if (parts.length === 0) return 'none';
	return parts
		.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`))
		.join(', ');
}
