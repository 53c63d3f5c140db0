import type { Beginning } from './sample';

/** Milliseconds in which the pace doubles after a refusal that comes alone, */
const soon = 2_000;
/** and after one within this time of the last: two refusals so close are a limit, no accident. */
const late = 40_000;
/** Part of a measured limit that is used, so that requests do not run into the limit again at once. */
const margin = 0.97;
/** Within this factor, the most and the least that the service may grant count as equal. */
const closeBy = 2;
/** Slowest pace, in requests per millisecond: a service that takes fewer says so by refusing. */
const slowest = 1 / 1000;
/** Requests that were held up may catch up for so many milliseconds. */
const catchUp = 100;

/**
 * How many requests per millisecond may go to a service that limits the rate. The bound on requests at
 * once cannot keep to a rate when answers are quick. There is no pace before the first refusal, nor long
 * after the last.
 *
 * The service counts as a token bucket: full at the start, empty when it refuses. Two rates enclose its
 * limit. The most: all requests since the last wait, over the time since then. The least: all requests
 * since the last refusal, over the time since then, wait included; or, if the bucket ran over during the
 * wait, the requests since the wait beyond the bucket. If the two are far apart, the pace begins between
 * them and grows fast. If they are close, the least is the limit, and the pace grows slowly from there.
 *
 * Example, 50 requests per second and a bucket of 10: 11 get through in 20 ms, then all wait 1 s. The
 * limit is between 11 / 1.02 s and 11 / 0.02 s. The pace begins with their geometric mean, 77 per
 * second, and the bucket counts as 9.5. The next refusal comes after 0.37 s and 28 requests:
 * (28 - 9.5) / 0.37 s is 50 per second.
 */
export class Pace {
	/** Requests per millisecond right after the last wait; undefined before the first refusal. */
	private rate?: number;
	private doubledIn = soon;
	/** Size of the bucket, in requests. */
	private burst = 0;
	/** Requests that began after the last refusal and got through. */
	private passed = 0;
	private beforeRefusal = 0;
	private refusedAt = 0;
	/** Requests that may go out at once, and when they were last counted. */
	private credit = 1;
	private countedAt = 0;

	/** @param resumedAt when the run began or the last wait ended, by the clock of the gate */
	constructor(private resumedAt: number) {}

	/** Whether a limit is known. */
	isKnown(now: number): boolean {
		return this.rate !== undefined && now - this.resumedAt < 2 * this.doubledIn;
	}

	/** Milliseconds until the next request may go out. */
	waitMs(now: number): number {
		if (this.rate === undefined || !this.isKnown(now)) return 0;
		const rate = Math.max(slowest, this.rate * this.growth(now));
		const most = Math.max(1, rate * catchUp);
		this.credit = Math.min(most, this.credit + rate * (now - this.countedAt));
		this.countedAt = now;
		// Rounding may leave a sum of parts just below 1.
		return this.credit > 1 - 1e-9 ? 0 : Math.ceil((1 - this.credit) / rate);
	}

	began(): void {
		this.credit--;
	}

	/** A request that was let in did not go out. */
	notBegun(): void {
		this.credit++;
	}

	/** The service took a request. */
	gotThrough({ number }: Beginning): void {
		if (number > this.beforeRefusal) this.passed++;
	}

	/**
	 * The service refused a request, and all wait. Refusals of one burst count once.
	 *
	 * @param begun number of the last request that began
	 * @param waitMs milliseconds
	 */
	refused({ number, at }: Beginning, begun: number, waitMs: number, now: number): void {
		if (number <= this.beforeRefusal) return;
		// If nothing got through, the wait was too short, and the pace may be right.
		if (this.passed > 0) {
			if (this.rate === undefined || at - this.refusedAt > late) this.guess(waitMs, now);
			else this.measure(at);
		}
		this.beforeRefusal = begun;
		this.refusedAt = at;
		this.passed = 0;
	}

	/** The wait is over. */
	resume(now: number): void {
		this.resumedAt = now;
		this.countedAt = now;
		this.credit = 1;
	}

	/** After a refusal that comes alone. */
	private guess(waitMs: number, now: number) {
		const active = Math.max(1, now - this.resumedAt);
		this.doubledIn = soon;
		this.rate = this.passed / Math.sqrt(active * (active + waitMs));
		this.burst = this.passed - this.rate * active;
	}

	/** After a refusal that comes soon after another. */
	private measure(at: number) {
		const active = Math.max(1, at - this.resumedAt);
		const most = this.passed / active;
		const least = Math.max(
			this.passed / (at - this.refusedAt),
			(this.passed - this.burst) / active,
		);
		const isExact = most < closeBy * least;
		// A pace that grew much was below the limit for long: the bucket ran over, so the least is too low.
		const reached = this.growth(at) > 1.3 ? 0.7 * (this.rate ?? 0) * this.growth(at) : 0;
		this.doubledIn = isExact ? late : soon;
		this.rate = isExact ? margin * Math.max(least, reached) : Math.sqrt(least * most);
	}

	/** The factor by which the pace has grown since the last wait. */
	private growth(now: number): number {
		return this.isKnown(now) ? 1 + ((now - this.resumedAt) / this.doubledIn) ** 3 : 0;
	}
}
