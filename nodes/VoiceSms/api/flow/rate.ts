/** After a refusal, the rate begins again at this part of the rate that the service accepted. */
const share = 0.85;
/** CUBIC's steepness, per second cubed: early, if the refusal came during the first wait, and later. */
const earlyRise = 0.025;
const lateRise = 0.0008;
/** A refusal while the rate was rising above what got through before: the limit is a little below the rate. */
const justBelow = 0.9;
/** Slowest rate, in requests per millisecond: a service that takes fewer says so by refusing. */
const slowest = 0.001;
/** Requests that were held up may catch up for so many milliseconds. */
const catchUp = 100;

/**
 * How many requests per millisecond may go to a service that limits the rate. Before the first
 * refusal, there is no limit. Then it follows the curve of CUBIC (RFC 9438), like the adaptive retry mode of
 * AWS' SDKs: it begins with 85 % of the accepted rate, rises to 100 %, stays there for some seconds, and then
 * rises faster and faster.
 *
 * Example: of 50 requests per second, 60 got through in 1.2 s, then all wait 1 s. Without the wait that
 * is 50 per second, with it 27: the middle, 37, counts. The rate begins with 31 per second, is 37 after
 * 5.7 s, and 50 after 13.3 s. Refused there, it plateaus at 90 % of the rate.
 */
export class Rate {
	/** Requests per millisecond that got through before the last refusal; undefined before the first. */
	private accepted?: number;
	private steepness = earlyRise;
	/** Requests that may go out at once, and when they were last counted. */
	credit = 1;
	private countedAt = 0;

	/** @param resumedAt when the run began or the last wait ended, in milliseconds of the gate's clock */
	constructor(private resumedAt: number) {}

	/** Milliseconds until the next request may go out. */
	waitMs(now: number): number {
		const rate = this.at(now);
		if (rate === undefined) return 0;
		const maxCredit = Math.max(1, rate * catchUp);
		this.credit = Math.min(maxCredit, this.credit + rate * (now - this.countedAt));
		this.countedAt = now;
		// Rounding may leave a sum of parts a little below 1.
		return this.credit > 1 - 1e-9 ? 0 : Math.ceil((1 - this.credit) / rate);
	}

	/**
	 * The service refused a request that began at `at`, and all wait for `waitMs` milliseconds.
	 *
	 * @param through requests that got through since the last wait
	 */
	throttled(at: number, waitMs: number, now: number, through: number): void {
		// If nothing got through, the wait was too short, and the rate may be right.
		if (through === 0) return;
		const isEarly = now - this.resumedAt < waitMs;
		// Requests of the first burst begin within an instant, and get through over some time.
		const active = Math.max(1, (isEarly ? now : at) - this.resumedAt);
		const rate = this.at(at) ?? 0;
		const isAbove = rate > (this.accepted ?? Infinity);
		this.accepted = isAbove ? justBelow * rate : through / Math.sqrt(active * (active + waitMs));
		this.steepness = isEarly ? earlyRise : lateRise;
	}

	/** The wait is over. */
	resume(now: number): void {
		this.resumedAt = this.countedAt = now;
		this.credit = 1;
	}

	private at(now: number): number | undefined {
		if (this.accepted === undefined) return undefined;
		const seconds = (now - this.resumedAt) / 1000 - Math.cbrt((1 - share) / this.steepness);
		return Math.max(slowest, this.accepted * (1 + this.steepness * seconds ** 3));
	}
}
