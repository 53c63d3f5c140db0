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

/** "1 item was", "2 items were". */
export function itemsWere(count: number): string {
	return `${counted(count, 'item')} ${count === 1 ? 'was' : 'were'}`;
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
