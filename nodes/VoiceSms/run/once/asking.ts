import type { Clock } from '../../api/clock';
import { timeSince } from '../../api/clock';
import { TimeLimit } from '../../api/http/deadline';
import { NoRows } from './row';

/** Milliseconds between two questions to a store that fails, first and at most. */
const [firstPause, longestPause] = [250, 2_000];

/** The run was canceled before the store answered. */
export class Canceled extends Error {}

/** The answer of the store; one that does not come within `ms` milliseconds is an error. */
export async function inTime<T>(ms: number, canceled: AbortSignal | undefined, answer: Promise<T>) {
	const limit = new TimeLimit(ms, canceled);
	const over = new Promise<never>((_, reject) => {
		const end = () => reject(limit.isOver ? new Error('no answer came') : new Canceled());
		limit.signal.addEventListener('abort', end);
		if (limit.signal.aborted) end();
	});
	return await Promise.race([answer, over]).finally(() => limit.end());
}

/** Asks a store that fails again, for `ms` milliseconds or until `ended` aborts. */
export async function untilAnswered<T>(
	clock: Clock,
	ms: number,
	ask: () => Promise<T>,
	ended?: AbortSignal,
): Promise<T> {
	const trying = timeSince(clock);
	for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
		try {
			return await ask();
		} catch (error) {
			const isOver = error instanceof NoRows || trying() >= ms || ended?.aborted === true;
			if (isOver) return await Promise.reject(error as Error);
		}
		await clock.sleep(pause, ended);
	}
}

/** What went wrong, in a few words. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
