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

/** Most texts that `tally` names. */
const maxTexts = 5;

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
		.slice(0, maxTexts)
		.map(([text, count]) => (count === 1 ? text : `${text} (${count})`));
	const more = shown.length - named.length;
	return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
