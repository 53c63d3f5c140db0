import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Collection } from '../read/collection';
import { type Reading, inQuotes } from '../read/values';

/** How often and how long to look for a change at the service. */
export interface WaitTimes {
	/** Milliseconds between two looks. */
	intervalMs: number;
	/** Milliseconds after which waiting ends. */
	limitMs: number;
}

/** The shortest Wait Interval, in seconds: each check is a request. */
export const minWaitInterval = 0.1;
/** Milliseconds of a Wait Interval. */
export const asWaitInterval = secondsFrom(minWaitInterval);
/** Seconds. */
const defaultWaitInterval = 5;
/** Minutes. */
const defaultWaitLimit = 10;
/** The values that the fields begin with. */
export const waitDefaults = { waitInterval: defaultWaitInterval, waitLimit: defaultWaitLimit };

/**
 * @param thing what is looked at: "the call"
 * @param displayOptions when the editor shows the fields; without it always
 */
export function waitFields(thing: string, displayOptions?: IDisplayOptions): INodeProperties[] {
	return [
		{
			displayName: 'Wait Interval',
			name: 'waitInterval',
			type: 'number',
			typeOptions: { minValue: minWaitInterval },
			displayOptions,
			default: defaultWaitInterval,
			description: `Seconds between two looks at ${thing}`,
		},
		{
			displayName: 'Wait Limit',
			name: 'waitLimit',
			type: 'number',
			typeOptions: { minValue: 1 },
			displayOptions,
			default: defaultWaitLimit,
			description: 'Minutes to wait at most',
		},
	];
}

/** The interval and the limit that the user set, or the defaults. */
export function readWaitTimes(options: Collection): WaitTimes {
	return {
		intervalMs: options.read('waitInterval', asWaitInterval) ?? defaultWaitInterval * 1000,
		limitMs: (options.count('waitLimit') ?? defaultWaitLimit) * 60_000,
	};
}

/**
 * A reader of a time in seconds of at least `minSeconds`, given as a number or as text, such as 0.5. It gives
 * whole milliseconds.
 */
export function secondsFrom(minSeconds: number): Reading<number> {
	return (value, invalid) => {
		// Number('') is 0 and Number('0,5') is NaN: both are refused.
		const seconds = typeof value === 'string' ? Number(value) : value;
		if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < minSeconds) {
			return invalid(
				`must be a number of seconds, ${minSeconds} or more, not ${inQuotes(value)}`,
				'Enter seconds with a decimal point, e.g. 0.5.',
				'Give seconds with a decimal point, e.g. 0.5.',
			);
		}
		return Math.round(seconds * 1000);
	};
}
