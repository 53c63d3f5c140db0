import type { INodeProperties } from 'n8n-workflow';

import type { Settings } from '../api/connect';
import { defaultTimeout } from '../api/connect';
import { defaultTries, longestRequest, longestRetryAfter } from '../api/retry';
import type { Collection } from './collection';

const minute = 60_000;
/** A day: each minute costs a question to n8n's store, asked of keys that are in doubt only. */
const mostMinutes = 1440;

/**
 * Minutes after which a key is in doubt where the user does not say otherwise: three times what a
 * request may take with all its tries and waits (`longestRequest`), as the time of a cut is not
 * exact and workers' clocks are apart.
 */
function usualMinutes({ timeoutMs = defaultTimeout, tries = defaultTries }: Settings = {}) {
	return Math.min(mostMinutes, Math.ceil((3 * longestRequest(timeoutMs, tries)) / minute));
}

/** Goes with the key of Send Once. */
export const onceTimeout: INodeProperties = {
	displayName: 'Send Once Timeout',
	name: 'onceTimeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: mostMinutes },
	default: usualMinutes(),
	hint: 'In minutes',
	description:
		'Time in minutes for which a Send Once Key counts as being used by another execution, as long as it is not known whether that one sent. Until then the item is skipped. After that, as when n8n was killed while sending, the item is an error when it is run again, so that you can look whether it was sent. While a message waits for its turn, the time begins anew.',
};

/**
 * Milliseconds after which a key is in doubt. What is under way is noted anew with each try of the run,
 * so it is never less than the time between two: a request's timeout and the longest Retry-After.
 */
export function readInDoubtAfter(options: Collection, settings: Settings): number {
	const minutes = options.count('onceTimeout') ?? usualMinutes(settings);
	if (minutes > mostMinutes) {
		options.refuse(
			'onceTimeout',
			`must be ${mostMinutes} or less, not ${minutes}`,
			'It is in minutes, and a day (1440) is the most.',
		);
	}
	const { timeoutMs = defaultTimeout } = settings;
	return Math.max(minutes * minute, timeoutMs + longestRetryAfter);
}
