import { sleep } from 'n8n-workflow';

/** Reads the present and waits. Passed in, so that tests need no real time. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds that went by so far, however the computer's clock is set meanwhile. */
	passed(): number;
	/**
	 * Resolves after `ms` milliseconds, or at once when `signal` is aborted. Counts what was slept, so
	 * that a computer's clock that is set back meanwhile makes no wait longer.
	 */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number from 0 up to 1, for jitter. */
	random(): number;
	/** Milliseconds for which this process has had nothing to do so far. */
	idle(): number;
}

/** Cancellation is noticed within so many milliseconds of waiting. */
const sleepSlice = 200;

/** The real clock. n8n's rules allow no timer but n8n-workflow's `sleep`. */
export const realClock: Clock = {
	now: () => Date.now(),
	passed: () => performance.now(),
	random: () => Math.random(),
	idle: () => performance.eventLoopUtilization().idle,
	async sleep(ms, signal) {
		for (let left = ms; left > 0 && signal?.aborted !== true; left -= sleepSlice) {
			await sleep(Math.min(left, sleepSlice));
		}
	},
};

/**
 * Milliseconds since this call, by the clock that counted more: a computer that is suspended may stop one
 * of them, and a clock that is set back shows less.
 */
export function timeSince(clock: Pick<Clock, 'now' | 'passed'>): () => number {
	const [now, passed] = [clock.now(), clock.passed()];
	return () => Math.max(clock.now() - now, clock.passed() - passed);
}
