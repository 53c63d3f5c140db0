/** A service that works on so many requests at a time; the others wait in order. */
export interface SlotLimit {
	slots: number;
	/** Milliseconds that one request takes, by the machine's clock. */
	serviceMs: number;
}

/** A token bucket: each request takes a token, or is refused with 429. */
export interface RateLimit {
	/** Tokens that come back in a second, by the simulator's clock. */
	ratePerSecond: number;
	/** Most tokens; as many are there at the start. */
	burst: number;
	/** True: the 429 says in whole seconds, as servers do, when to come back. */
	retryAfter: boolean;
	/** True: every answer says by X-RateLimit-Limit and X-RateLimit-Remaining what is left. */
	announce?: boolean;
}

/** When each slot is free again, in milliseconds of any one clock. */
export class Slots {
	private readonly freeAt: number[];

	constructor(private readonly limit: SlotLimit) {
		this.freeAt = new Array<number>(limit.slots).fill(-Infinity);
	}

	/**
	 * Gives the next slot to a request that arrives at `now`: when it will be done. A slot's next work
	 * begins when the last one should have ended, so that a late timer takes nothing of the capacity.
	 */
	doneAt(now: number, serviceMs = this.limit.serviceMs): number {
		const next = this.freeAt.indexOf(Math.min(...this.freeAt));
		const done = Math.max(now, this.freeAt[next]) + serviceMs;
		this.freeAt[next] = done;
		return done;
	}
}

/** The tokens of a rate limit. */
export class Bucket {
	private tokens: number;

	/** @param filledAt when it is full, in milliseconds of the clock that `take` is told */
	constructor(
		readonly limit: RateLimit,
		private filledAt: number,
	) {
		this.tokens = limit.burst;
	}

	/** Whole tokens that were there when one was last asked for. */
	get left(): number {
		return Math.floor(this.tokens);
	}

	/** Takes a token; or gives the milliseconds until there will be one. */
	take(now: number): number | undefined {
		const { ratePerSecond, burst } = this.limit;
		// A clock that was put back brings nothing.
		const passed = Math.max(0, now - this.filledAt);
		this.tokens = Math.min(burst, this.tokens + (passed * ratePerSecond) / 1000);
		this.filledAt = now;
		// Sums of parts of a token may be a hair short of a whole one.
		if (this.tokens > 1 - 1e-9) {
			this.tokens -= 1;
			return undefined;
		}
		return ((1 - this.tokens) * 1000) / ratePerSecond;
	}
}
