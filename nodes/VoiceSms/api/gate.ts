import type { Clock } from './clock';
import type { Failure } from './failure';

/** Refusals in a row of requests that were waiting, after which the service accepts none at all. */
const enoughRefusals = 3;

/** A place in the gate, given back with `leave`. */
export interface Place {
	/** The service refused with "too many requests": all wait for `waitMs` milliseconds. */
	refused(waitMs: number): void;
	/** The service refused, and the request is not tried again. */
	refusedForGood(failure: Failure): void;
	/** The service gave another answer than "too many requests". */
	gotThrough(): void;
	leave(): void;
}

interface Waiting {
	refusals: number;
	enter(place: Place | undefined): void;
}

/**
 * Bounds the requests under way in one run, and waits for a service that asks for fewer:
 *
 * - The whole run waits as long as it was told.
 * - The refused requests then go first, one at a time, the one refused most often before the others.
 * - The bound is half of what it was, for the rest of the run.
 * - When a request has used up its tries, and the last three tries after a wait were all refused,
 *   the gate closes: nothing more gets in, until something under way gets through.
 *
 * Example, a bound of 4: requests 1 to 4 go, 2 and 3 are refused for 10 s. All wait for 10 s. Then 2
 * goes alone, then 3 alone, then 5 and 6 together. So a service that lets a single request through
 * after the time it named never uses up the tries of any of them.
 */
export class Gate {
	private underWay = 0;
	private refusedUnderWay = 0;
	/** Waits that are not over. Counted, so that no clock that is set back makes one longer. */
	private waits = 0;
	/** Grows with each halving: refusals of requests begun before it do not halve again. */
	private era = 0;
	/** Tries after a wait that were refused since something last got through. */
	private refusedInRow = 0;
	private closedBy?: Failure;
	private readonly first: Waiting[] = [];
	private readonly others: Waiting[] = [];

	/** @param bound most requests under way at once */
	constructor(
		private bound: number,
		private readonly clock: Pick<Clock, 'sleep'>,
		private readonly signal?: AbortSignal,
	) {}

	/** Why nothing more gets in; undefined as long as the gate is open. */
	get closed(): Failure | undefined {
		return this.closedBy;
	}

	/**
	 * Waits until there is room.
	 *
	 * @param refusals how often the request was refused before
	 * @param signal ends the waiting
	 * @returns undefined when there is no place to be had: the gate is closed, or `signal` aborted
	 */
	async enter(refusals: number, signal?: AbortSignal): Promise<Place | undefined> {
		return await new Promise((enter) => {
			const waiting = { refusals, enter };
			if (refusals === 0) this.others.push(waiting);
			else this.insert(waiting);
			signal?.addEventListener('abort', () => this.giveUp(waiting), { once: true });
			if (signal?.aborted) this.giveUp(waiting);
			this.admit();
		});
	}

	/** Lets nothing more in, and tells all who wait. */
	close(failure: Failure) {
		this.closedBy = failure;
		this.admit();
	}

	private insert(waiting: Waiting) {
		const later = this.first.findIndex(({ refusals }) => refusals < waiting.refusals);
		this.first.splice(later === -1 ? this.first.length : later, 0, waiting);
	}

	private giveUp(waiting: Waiting) {
		for (const queue of [this.first, this.others]) {
			const index = queue.indexOf(waiting);
			if (index !== -1) queue.splice(index, 1);
		}
		waiting.enter(undefined);
	}

	private admit() {
		if (this.closedBy !== undefined) {
			for (const waiting of [...this.first.splice(0), ...this.others.splice(0)]) {
				waiting.enter(undefined);
			}
		}
		// A canceled run waits for nothing: each request finds out for itself.
		if (this.waits > 0 && this.signal?.aborted !== true) return;
		for (let next = this.next(); next !== undefined; next = this.next()) {
			next.enter(this.place(next));
		}
	}

	private next(): Waiting | undefined {
		if (this.first.length > 0) return this.underWay === 0 ? this.first.shift() : undefined;
		if (this.refusedUnderWay > 0 || this.underWay >= this.bound) return undefined;
		return this.others.shift();
	}

	private place({ refusals }: Waiting): Place {
		const { era } = this;
		this.underWay++;
		if (refusals > 0) this.refusedUnderWay++;
		return {
			refused: (waitMs) => {
				if (refusals > 0) this.refusedInRow++;
				void this.wait(waitMs);
				if (era !== this.era) return;
				this.bound = Math.max(1, Math.floor(this.bound / 2));
				this.era++;
			},
			refusedForGood: (failure) => {
				if (refusals > 0) this.refusedInRow++;
				if (this.refusedInRow >= enoughRefusals) this.close(failure);
			},
			gotThrough: () => {
				this.refusedInRow = 0;
				this.closedBy = undefined;
			},
			leave: () => {
				this.underWay--;
				if (refusals > 0) this.refusedUnderWay--;
				this.admit();
			},
		};
	}

	private async wait(ms: number) {
		this.waits++;
		await this.clock.sleep(ms, this.signal);
		this.waits--;
		this.admit();
	}
}
