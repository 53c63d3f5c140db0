import type { Clock } from '../../api/clock';
import { timeSince } from '../../api/clock';
import { Timeout } from '../../api/http/deadline';
import { NoRows } from './row';

/** Milliseconds before the store is asked again, first and at most. */
const [firstPause, longestPause] = [250, 2_000];

/** The run was canceled before the store answered. */
export class Canceled extends Error {}

/** The store's answer; an error after `ms` milliseconds without one. */
export async function inTime<T>(ms: number, canceled: AbortSignal | undefined, answer: Promise<T>) {
	const limit = new Timeout(ms, canceled);
	const over = new Promise<never>((_, reject) => {
		const end = () => reject(limit.isOver ? new Error('no answer came') : new Canceled());
		limit.signal.addEventListener('abort', end);
		if (limit.signal.aborted) end();
	});
	return await Promise.race([answer, over]).finally(() => limit.end());
}

/**
 * Asks a failing store again, for `ms` milliseconds or until `ended` aborts. The last try begins after that
 * time, however long the tries take: an INSERT that waited for a lock and then failed is looked into.
 */
export async function untilAnswered<T>(
	clock: Clock,
	ms: number,
	ask: () => Promise<T>,
	ended?: AbortSignal,
): Promise<T> {
	const trying = timeSince(clock);
	for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
		const isLast = trying() >= ms;
		try {
			return await ask();
		} catch (error) {
			const isOver = error instanceof NoRows || isLast || ended?.aborted === true;
			if (isOver) return await Promise.reject(error as Error);
		}
		await clock.sleep(pause, ended);
	}
}

/** The reason in a few words. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
