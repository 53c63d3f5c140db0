import { sleep } from 'n8n-workflow';

import { onAbort } from '../util/serially';

/** Reads the present and waits. Passed in, so that tests need no real time. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds since the process began. Setting the computer's clock does not change them. */
	passed(): number;
	/**
	 * Resolves after `ms` milliseconds, `maxTimerMs` at most, or at once when `signal` aborts. A
	 * computer's clock that is set back does not make it longer.
	 */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number from 0 up to 1, for jitter. */
	random(): number;
}

/** Longest time of Node's timers, in milliseconds; longer ones go off at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** The real clock. n8n's rules allow no timer but n8n-workflow's `sleep`, which a cancel does not end. */
export const realClock: Clock = {
	now: () => Date.now(),
	passed: () => performance.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		if (!(ms > 0) || signal?.aborted === true) return;
		await new Promise<void>((resolve) => {
			const leave = onAbort(signal, resolve);
			void sleep(Math.min(ms, maxTimerMs)).then(() => {
				leave();
				resolve();
			});
		});
	},
};

/**
 * Milliseconds since this call, by the clock that shows more: `passed` may stop while the computer is
 * suspended, and `now` shows less after the clock was set back.
 */
export function timeSince(clock: Pick<Clock, 'now' | 'passed'>): () => number {
	const now = clock.now();
	const passed = clock.passed();
	return () => Math.max(clock.now() - now, clock.passed() - passed);
}
