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
	return `${count} ${unit}${count === 1 || unit === 'ms' ? '' : 's'}`;
}
