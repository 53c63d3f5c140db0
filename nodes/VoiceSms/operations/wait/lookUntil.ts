import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { classify } from '../../api/errors/nodeError';
import type { WaitTimes } from '../../fields/forms/waitOptions';
import type { OperationContext } from '../context';

/** When to look. */
interface Looking extends WaitTimes {
	/** Milliseconds until the first look; without it an interval. */
	firstAfterMs?: number;
	/** Whether what is looked at may be missing for a minute, because the service's reads may lag. */
	mayBeMissing?(): boolean;
}

/** Most milliseconds that a look at the limit may take. */
const lastLookMs = 30_000;
/** A caller that gives up gets the answer after one more look, which may take so many milliseconds. */
const lastLookOfToolMs = 5_000;
/** With `mayBeMissing`, for so many milliseconds after the first look that missed it. */
const missingForMs = 60_000;

/**
 * Looks at intervals until a look gives a result or the limit is reached; there is one look at the limit
 * too. The time of the looks counts. After a failed look it looks again, if the reason may pass.
 *
 * @param look gives the result, or undefined while it is not there; `leftMs`: milliseconds left for it
 * @returns `found` is undefined at the limit, or when the run was stopped; `failure`: the last look's error;
 * `limitMs`: the limit that counted, which is sooner if the caller of a tool gives up
 * @throws every other error of a look
 */
export async function lookUntil<T>(
	{ intervalMs, firstAfterMs = intervalMs, mayBeMissing = () => false, ...wanted }: Looking,
	context: Pick<OperationContext, 'passed' | 'wait' | 'leftMs'>,
	look: (leftMs: () => number) => Promise<T | undefined>,
): Promise<{ found?: T; failure?: NodeApiError; limitMs: number }> {
	const { passed, wait } = context;
	// Whole seconds, because an error may name the limit.
	const ofCallerMs = Math.floor((context.leftMs() - lastLookOfToolMs) / 1000) * 1000;
	const limitMs = Math.max(0, Math.min(wanted.limitMs, ofCallerMs));
	let failure: NodeApiError | undefined;
	let pauseMs = Math.min(firstAfterMs, limitMs);
	let leftMs = limitMs;
	let missedSince: number | undefined;
	const goesOn = (error: unknown) => {
		const { isTemporary, isMissing } = classify(error);
		if (isTemporary || !mayBeMissing() || !isMissing) return isTemporary;
		missedSince ??= passed();
		return passed() - missedSince < missingForMs;
	};
	// At least once: the result may be there although the limit has passed.
	do {
		const began = passed();
		if (pauseMs > 0 && !(await wait(pauseMs))) return { limitMs };
		const end = passed() + Math.max(leftMs - pauseMs, Math.min(intervalMs, lastLookMs));
		try {
			const found = await look(() => Math.max(0, end - passed()));
			if (found !== undefined) return { found, limitMs };
			missedSince = undefined;
			failure = undefined;
		} catch (error) {
			failure = error as NodeApiError;
			if (!goesOn(failure)) throw failure;
		}
		// A timer may go off a little early.
		leftMs -= Math.max(pauseMs, passed() - began);
		pauseMs = Math.min(intervalMs, leftMs);
	} while (leftMs > 0);
	return { failure, limitMs };
}

/**
 * The line about results that have `timedOut`; an empty list without any. `ofOne`: a sentence for one result;
 * `ofSeveral`: for several, after their number.
 */
export function linesOfTimedOut(
	results: IDataObject[],
	[ofOne, ofSeveral]: [string, string],
): string[] {
	const count = results.filter(({ timedOut }) => timedOut === true).length;
	if (count === 0) return [];
	return [count === 1 ? ofOne : `${count} ${ofSeveral}`];
}
