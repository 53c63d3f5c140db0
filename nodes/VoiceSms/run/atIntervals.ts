import type { Clock } from '../api/clock';
import { steadyTime } from '../api/clock';
import type { ParallelOptions } from '../util/inParallel';

/** Milliseconds after which the clock is looked at again, for one that is set back or forward. */
const longestSlice = 60_000;

/** The time that has to go by between a request and the first one of the next item. */
export class Interval {
	private sinceRequest?: () => number;

	/** @param ended ends the waiting */
	constructor(
		private readonly ms: number,
		private readonly clock: Clock,
		private readonly ended: AbortSignal,
	) {}

	/** A request goes. A retry counts as well: the service sees no difference. */
	begin() {
		this.sinceRequest = steadyTime(this.clock.now);
	}

	/** Milliseconds that are left of it. */
	get leftMs(): number {
		return this.sinceRequest === undefined ? 0 : Math.max(0, this.ms - this.sinceRequest());
	}

	/** Waits until it is over. */
	async over(): Promise<void> {
		while (this.leftMs > 0 && !this.ended.aborted) {
			await this.clock.sleep(Math.min(this.leftMs, longestSlice), this.ended);
		}
	}
}

/**
 * Does `work` for 0 … count - 1, begun strictly in that order: a piece comes after the one before has
 * begun, or has ended without, as there was nothing to send.
 *
 * @param work never throws; calls `begun` when its first request goes
 */
export async function inOrder(
	count: number,
	{ bound, lanes, stopped }: Required<ParallelOptions> & { bound: number },
	work: (index: number, begun: () => void) => Promise<void>,
): Promise<void> {
	const lastOfLane = new Map<string, Promise<void>>();
	const underWay = new Set<Promise<void>>();
	for (let index = 0; index < count; index++) {
		await Promise.all(lanes(index).map((lane) => lastOfLane.get(lane)));
		while (underWay.size >= bound) await Promise.race(underWay);
		if (stopped()) break;
		await new Promise<void>((goOn) => {
			const piece = work(index, goOn).then(() => {
				underWay.delete(piece);
				goOn();
			});
			underWay.add(piece);
			for (const lane of lanes(index)) lastOfLane.set(lane, piece);
		});
	}
	await Promise.all(underWay);
}
