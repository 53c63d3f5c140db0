import type { Clock } from '../api/clock';
import { steadyTime } from '../api/clock';

export interface IntervalOptions {
	/** Milliseconds between the starts of two pieces of work, at least. */
	intervalMs: number;
	/** Most pieces under way at once. */
	bound: number;
	/** Names of the queues a piece stands in: it begins after all earlier ones of each have ended. */
	lanes(index: number): string[];
	/** Asked before each start; true = begin nothing new. */
	stopped(): boolean;
	signal?: AbortSignal;
}

/**
 * Does `work` for 0 … count - 1, begun strictly in that order and at intervals. A piece that ends
 * without having begun, as there was nothing to send, takes no interval.
 *
 * @param work never throws; calls `begun` when it sends
 */
export async function atIntervals(
	count: number,
	{ intervalMs, bound, lanes, stopped, signal }: IntervalOptions,
	clock: Clock,
	work: (index: number, begun: () => void) => Promise<void>,
): Promise<void> {
	const lastOfLane = new Map<string, Promise<void>>();
	const underWay = new Set<Promise<void>>();
	let sinceBegun: (() => number) | undefined;
	for (let index = 0; index < count && !stopped(); index++) {
		await Promise.all(lanes(index).map((lane) => lastOfLane.get(lane)));
		while (underWay.size >= bound) await Promise.race(underWay);
		if (sinceBegun !== undefined) await clock.sleep(intervalMs - sinceBegun(), signal);
		if (stopped()) break;
		await new Promise<void>((goOn) => {
			const piece = work(index, () => {
				sinceBegun = steadyTime(clock.now);
				goOn();
			}).then(() => {
				underWay.delete(piece);
				goOn();
			});
			underWay.add(piece);
			for (const lane of lanes(index)) lastOfLane.set(lane, piece);
		});
	}
	await Promise.all(underWay);
}
