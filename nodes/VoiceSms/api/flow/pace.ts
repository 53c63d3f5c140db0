import type { Beginning } from './sample';

/** After a refusal the pace is twice what it was in so many milliseconds, */
const soon = 2_000;
/** or in so many when it came within that time of the one before: then it is a limit, no accident. */
const late = 40_000;
/** What is left of a limit that was measured, so that requests do not run into it again at once. */
const margin = 0.97;
/** What is at most and what is at least granted are taken for one within this factor. */
const closeBy = 2;
/** Slowest pace, in requests per millisecond: a service that takes fewer says so by refusing. */
const slowest = 1 / 1000;
/** What was held up may be caught up for so many milliseconds. */
const catchUp = 100;

/**
 * How many requests may go out per second to a service that refuses some for coming too fast: no
 * bound on those at once keeps to such a limit when the answers are quick. There is no pace before
 * the first refusal, nor long after the last.
 *
 * The service is taken for a bucket of tokens, full at the start, empty when it refuses. What got
 * through since the last wait is the most that it may grant in that time. What got through since the
 * last refusal, with the wait, is the least; or, if the bucket ran over during the wait, what got
 * through since the wait beyond the bucket. Far apart, they say little: it goes on between them, and
 * faster and faster. Close to each other, the least is the limit, and it is tried again slowly.
 *
 * Example, 50 requests per second and a bucket of 10: 11 get through in 20 ms, then all wait 1 s. That
 * is between 11 / 1.02 s and 11 / 0.02 s, so it goes on with their geometric mean, 77 per second, and
 * takes 9.5 for the bucket. The next refusal comes after 0.37 s and 28 requests: (28 - 9.5) / 0.37 s
 * is 50 per second.
 */
export class Pace {
	/** Requests per millisecond right after the last wait. */
	private rate?: number;
	private doubledIn = soon;
	/** What got through before the first refusal. */
	private burst?: number;
	/** What got through of the requests that began after the last refusal. */
	private passed = 0;
	private beforeRefusal = 0;
	private refusedAt = 0;
	private resumedAt = 0;
	/** Requests that may go out at once, and when they were last counted. */
	private credit = 1;
	private countedAt = 0;

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
		// Sums of parts may be a hair short of a whole one.
		return this.credit > 1 - 1e-9 ? 0 : Math.ceil((1 - this.credit) / rate);
	}

	began(): void {
		this.credit--;
	}

	/** The request that was let go out last did not go. */
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
		// When nothing got through, the wait was too short, which says nothing of the pace.
		if (this.passed > 0) {
			if (this.burst === undefined || at - this.refusedAt > late) this.guess(waitMs, now);
			else this.measure(this.burst, at);
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
		this.burst = Math.max(0, this.passed - this.rate * active);
	}

	/** After a refusal that comes soon after another. */
	private measure(burst: number, at: number) {
		const active = Math.max(1, at - this.resumedAt);
		const most = this.passed / active;
		const least = Math.max(this.passed / (at - this.refusedAt), (this.passed - burst) / active);
		const isExact = most < closeBy * least;
		// A pace that grew much met the limit late: before, the bucket ran over, and that is not counted.
		const reached = this.growth(at) > 1.3 ? 0.7 * (this.rate ?? 0) * this.growth(at) : 0;
		this.doubledIn = isExact ? late : soon;
		this.rate = isExact ? margin * Math.max(least, reached) : Math.sqrt(least * most);
	}

	/** What the pace has grown by since the last wait. */
	private growth(now: number): number {
		return this.isKnown(now) ? 1 + ((now - this.resumedAt) / this.doubledIn) ** 3 : 0;
	}
}
