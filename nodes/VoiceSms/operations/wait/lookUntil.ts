import { judge } from '../../api/errors/nodeError';
import type { WaitTimes } from '../../fields/forms/waiting';
import type { Surroundings } from '../operation';

/**
 * Gives the result, or undefined while it is not there.
 *
 * @param leftMs milliseconds that are left for this look
 */
export type Look<T> = (leftMs: () => number) => Promise<T | undefined>;

/** How a wait ended. */
interface Looked<T> {
	/** The result; undefined at the limit, or when the run was stopped. */
	found?: T;
	/** The error of the last look, if it failed. */
	failure?: Error;
}

/** When to look. */
interface Looking extends WaitTimes {
	/** Milliseconds until the first look; without it an interval. */
	firstAfterMs?: number;
	/** Whether what is looked at may be missing for a minute, because the service's reads may lag. */
	mayBeMissing?: boolean;
}

/** Most milliseconds that a look at the limit may take. */
const lastLookMs = 30_000;
/** With `mayBeMissing`, for so many milliseconds after the first look that missed it. */
const missingForMs = 60_000;

/**
 * Looks at intervals until a look gives a result or the limit is reached; there is one look at the limit
 * too. The time of the looks counts.
 *
 * @param passes whether to look again after this error; by default, if its reason may pass
 * @throws every other error of a look
 */
export async function lookUntil<T>(
	{ intervalMs, limitMs, firstAfterMs = intervalMs, mayBeMissing = false }: Looking,
	{ passed, wait }: Pick<Surroundings, 'passed' | 'wait'>,
	look: Look<T>,
	passes: (error: unknown) => boolean = (error) => judge(error).isTemporary,
): Promise<Looked<T>> {
	let last: Looked<T> = {};
	let pauseMs = Math.min(firstAfterMs, limitMs);
	let leftMs = limitMs;
	let missedSince: number | undefined;
	const isMissing = (error: unknown) => {
		if (!mayBeMissing || !judge(error).isMissing) return false;
		missedSince ??= passed();
		return passed() - missedSince < missingForMs;
	};
	// At least once: the result may be there although the limit has passed.
	do {
		const began = passed();
		if (pauseMs > 0 && !(await wait(pauseMs))) return {};
		const end = passed() + Math.max(leftMs - pauseMs, Math.min(intervalMs, lastLookMs));
		last = await look(() => Math.max(0, end - passed())).then(
			(found) => {
				missedSince = undefined;
				return { found };
			},
			async (failure: Error) => {
				const goesOn = passes(failure) || isMissing(failure);
				return goesOn ? { failure } : await Promise.reject(failure);
			},
		);
		if (last.found !== undefined) return last;
		// A timer may go off a little early.
		leftMs -= Math.max(pauseMs, passed() - began);
		pauseMs = Math.min(intervalMs, leftMs);
	} while (leftMs > 0);
	return last;
}
