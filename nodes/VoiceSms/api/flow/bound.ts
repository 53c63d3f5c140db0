/** Requests under way at once at the start, when the option "Requests at Once" does not say otherwise. */
export const defaultBound = 32;
export const maxAtOnce = 100;
/** While answers take at most so many times the best time, more than 32 may be under way. */
const tolerated = 2;
/** Shorter times are noise: answers count as at least so many milliseconds. */
const minTookMs = 5;
/** Slow answers, in milliseconds, are near a timeout: they halve the number of requests, never below `minAtOnce`. */
const nearTimeout = 10_000;
/**
 * Slow answers never make the bound smaller than this. So few requests hardly wait for each other, so the time of
 * their answers is the best time.
 */
const minAtOnce = 8;

/** How many requests may be under way at once, as the times of the answers show. The gate tells it the times. */
export class Bound {
	value: number;
	/** Milliseconds of the quickest answer. */
	private best = Infinity;
	/** The last slot that was given before the bound was halved, so that one burst halves it once. */
	private lastSlotBeforeHalving = 0;

	/** @param given most requests at once, 100 for more; without it the bound is learned */
	constructor(private readonly given: number | undefined) {
		this.value = Math.min(given ?? defaultBound, maxAtOnce);
	}

	/** Whether the slot was given before the bound was halved: its request tells nothing new. */
	isBeforeHalving(slot: number): boolean {
		return slot <= this.lastSlotBeforeHalving;
	}

	/**
	 * Learns from an answer.
	 *
	 * @param tookMs its time in milliseconds
	 * @param admitted slots that were given so far
	 */
	answered(tookMs: number, admitted: number): void {
		const took = Math.max(minTookMs, tookMs);
		if (took < this.best || this.value < minAtOnce) this.best = took;
		const isQuick = took <= tolerated * this.best || this.given !== undefined;
		if (isQuick || (took <= nearTimeout && this.value < defaultBound)) {
			const more = this.lastSlotBeforeHalving > 0 ? 4 / this.value : 1;
			this.value = Math.min(this.value + more, this.given ?? maxAtOnce, maxAtOnce);
		} else if (took > nearTimeout && this.value > minAtOnce) this.halve(admitted, minAtOnce);
	}

	/** @param admitted slots that were given so far: their requests tell nothing of the new bound */
	halve(admitted: number, min = 1): void {
		this.value = Math.max(min, this.value / 2);
		this.lastSlotBeforeHalving = admitted;
	}
}
