import { sleep } from 'n8n-workflow';

/** Reads the present and waits. Passed in, so that tests need no real time. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds since the process began. Setting the computer's clock does not change them. */
	passed(): number;
	/**
	 * Resolves after `ms` milliseconds, or at once when `signal` aborts. Adds up the time slept: a
	 * computer's clock that is set back must not make a wait longer.
	 */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number from 0 up to 1, for jitter. */
	random(): number;
}

/** A wait notices a cancel within so many milliseconds. */
const sleepSlice = 200;

/** The real clock. n8n's rules allow no timer but n8n-workflow's `sleep`. */
export const realClock: Clock = {
	now: () => Date.now(),
	passed: () => performance.now(),
	random: () => Math.random(),
	async sleep(ms, signal) {
		for (let left = ms; left > 0 && signal?.aborted !== true; left -= sleepSlice) {
			await sleep(Math.min(left, sleepSlice));
		}
	},
};

/**
 * Milliseconds since this call, by the clock that shows more: `passed` may stop while the computer is
 * suspended, and `now` shows less after the clock was set back.
 */
export function timeSince(clock: Pick<Clock, 'now' | 'passed'>): () => number {
	const [now, passed] = [clock.now(), clock.passed()];
	return () => Math.max(clock.now() - now, clock.passed() - passed);
}
