interface Clock {
	now(): number;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A place in the gate, given back with `leave`. */
export interface Place {
	/** Tells that the request was refused with "too many requests"; `waitMs` counts from now. */
	refused(waitMs: number): void;
	leave(): void;
}

interface Waiting {
	refusals: number;
	enter(place: Place): void;
}

/**
 * Bounds the requests under way in one run of the node. When the service asks for fewer requests,
 * the whole run waits as long as it was told, the refused requests then go first and one at a time, the one refused most often before the others,
 * and the bound is half of what it was for the rest of the run. So a service that lets a single
 * request through after the time it named never uses up the tries of any of them.
 */
export class Gate {
	private underWay = 0;
	private refusedUnderWay = 0;
	private openAt = 0;
	private waking = false;
	/** Grows with each halving: refusals of requests begun before it do not halve again. */
	private era = 0;
	private readonly first: Waiting[] = [];
	private readonly others: Waiting[] = [];

	/** @param bound most requests under way at once */
	constructor(
		private bound: number,
		private readonly clock: Clock,
		private readonly signal?: AbortSignal,
	) {}

	/** Resolves when there is room. `refusals` = how often the request was refused before. */
	async enter(refusals: number): Promise<Place> {
		return await new Promise<Place>((enter) => {
			const waiting = { refusals, enter };
			if (refusals === 0) this.others.push(waiting);
			else this.insert(waiting);
			this.admit();
		});
	}

	private insert(waiting: Waiting) {
		const later = this.first.findIndex(({ refusals }) => refusals < waiting.refusals);
		this.first.splice(later === -1 ? this.first.length : later, 0, waiting);
	}

	private admit() {
		if (this.openAt > this.clock.now() && this.signal?.aborted !== true) {
			void this.wake();
			return;
		}
		for (let next = this.next(); next !== undefined; next = this.next())
			next.enter(this.place(next));
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
				this.openAt = Math.max(this.openAt, this.clock.now() + waitMs);
				if (era === this.era) {
					this.bound = Math.max(1, Math.floor(this.bound / 2));
					this.era++;
				}
			},
			leave: () => {
				this.underWay--;
				if (refusals > 0) this.refusedUnderWay--;
				this.admit();
			},
		};
	}

	private async wake() {
		if (this.waking) return;
		this.waking = true;
		await this.clock.sleep(this.openAt - this.clock.now(), this.signal);
		this.waking = false;
		this.admit();
	}
}
