import { type Reading, inQuotes } from './values';

/**
 * A reader of a time in seconds of at least `least`, given as a number or as text, such as 0.5. It gives
 * whole milliseconds.
 */
export function secondsFrom(least: number): Reading<number> {
	return (value, refuse) => {
		// Number('') is 0 and Number('0,5') is NaN: both are refused.
		const seconds = typeof value === 'string' ? Number(value) : value;
		if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < least) {
			return refuse(
				`must be a number of seconds, ${least} or more, not ${inQuotes(value)}`,
				'Enter seconds with a decimal point, e.g. 0.5.',
				'Give seconds with a decimal point, e.g. 0.5.',
			);
		}
		return Math.round(seconds * 1000);
	};
}
