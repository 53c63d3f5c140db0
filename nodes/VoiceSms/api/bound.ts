/** Requests under way at once at the start, when the option "Requests at Once" does not say otherwise. */
export const defaultBound = 32;
/** Most requests under way at once when the node finds the number itself. */
export const mostAtOnce = 100;

/** Fewest at once that slow answers alone lead to. */
const fewest = 8;
/** Answers may take so many times the best before there are too many at once. */
const tolerated = 1.5;
/** The bound grows by this factor from one round to the next, at most. */
const steepest = 1.5;
/** Changes to less than this part are worth a closing; others are chance. */
const worthClosing = 0.85;
/** Part of the throughput that a closing must leave. */
const mustRemain = 0.8;
/** Answers that make up a round, at least; else as many as the bound. */
const shortestRound = 16;

/** A request that went out. */
export interface Beginning {
	/** The requests of a gate are numbered in their order, from 1. */
	number: number;
	/** Milliseconds of a clock that only goes forward. */
	at: number;
	/** Requests under way, with this one. */
	underWay: number;
}

/**
 * How many requests may be under way at once.
 *
 * Without a number given it finds it, round by round. As long as the answers take about as long as
 * the best, it opens, by half of itself each time. When they take longer, the requests wait for each
 * other, in the service or in our own process: it closes to where, by Little's law, they would take
 * 1.5 times the best. That costs no throughput if it is so, and if it does cost some, the answers are
 * slow for another reason: it takes that back and accepts them as the best.
 *
 * With a number given, that is the bound. A refusal halves either, and it grows again.
 *
 * Example: 8 slots, 50 ms each. Of 32 requests the first take 50 ms, all of them 125 ms. It closes to
 * 19, then to 12: the answers take 75 ms, and the slots are still full.
 */
export class Bound {
	private bound: number;
	private readonly most: number;
	/** Milliseconds that an answer takes when no request waits for another. */
	private best = Infinity;
	private round = emptyRound();
	/** Answers to requests that began while hardly any were under way. */
	private quiet = { answers: 0, latency: 0 };
	/** The last request that began before the bound was closed: it tells of the time before. */
	private beforeClosing = 0;
	/** Answers yet to come that say little: of those that begin together the quickest are the first. */
	private tooEarly = 0;
	private beforeRefusal = 0;
	/** Where it stood before it began to close. */
	private closedFrom?: { bound: number; throughput: number };

	/** @param given most at once; without it the bound finds itself */
	constructor(private readonly given?: number) {
		this.bound = given ?? defaultBound;
		this.most = given ?? mostAtOnce;
	}

	get present(): number {
		return this.bound;
	}

	/**
	 * An answer came, whatever it says.
	 *
	 * @param begun number of the last request that began
	 * @param now milliseconds, of the same clock as the beginning
	 */
	answered({ number, at, underWay }: Beginning, begun: number, now: number): void {
		// Clocks count whole milliseconds.
		const latency = Math.max(1, now - at);
		if (underWay <= fewest) this.noteQuiet(latency);
		if (number <= this.beforeClosing || this.tooEarly-- > 0) return;
		const { round } = this;
		round.answers++;
		round.latency += latency;
		round.underWay += underWay;
		if (round.answers < Math.max(shortestRound, this.bound)) return;
		this.round = emptyRound();
		if (this.given !== undefined) this.grow(steepest);
		else this.judge(round.latency / round.answers, round.underWay / round.latency, begun);
	}

	/**
	 * The service asked for fewer requests. Those of one burst halve the bound once.
	 *
	 * @param begun number of the last request that began
	 */
	refused({ number }: Beginning, begun: number): void {
		if (number <= this.beforeRefusal) return;
		this.beforeRefusal = begun;
		this.closedFrom = undefined;
		this.close(Math.max(1, this.bound / 2), begun);
	}

	private noteQuiet(latency: number) {
		const { quiet } = this;
		quiet.answers++;
		quiet.latency += latency;
		if (quiet.answers < fewest) return;
		this.best = Math.min(this.best, quiet.latency / quiet.answers);
		this.quiet = { answers: 0, latency: 0 };
	}

	/** @param throughput answers per millisecond, by Little's law */
	private judge(latency: number, throughput: number, begun: number) {
		this.best = Math.min(this.best, latency);
		if (throughput < mustRemain * (this.closedFrom?.throughput ?? 0)) {
			this.best = latency;
			this.bound = this.closedFrom?.bound ?? this.bound;
			this.closedFrom = undefined;
			return;
		}
		const room = (tolerated * this.best) / latency;
		if (room < worthClosing) {
			this.closedFrom ??= { bound: this.bound, throughput };
			// A pause of our own process may double the time of all that is under way.
			this.close(Math.max(Math.min(fewest, this.bound), this.bound * Math.max(room, 0.5)), begun);
			return;
		}
		this.closedFrom = undefined;
		if (room > 1) this.grow(room);
	}

	private grow(factor: number) {
		this.bound = Math.min(this.most, Math.ceil(this.bound * Math.min(factor, steepest)));
	}

	private close(bound: number, begun: number) {
		this.bound = Math.floor(bound);
		this.beforeClosing = begun;
		this.tooEarly = this.bound;
		this.round = emptyRound();
	}
}

function emptyRound() {
	return { answers: 0, latency: 0, underWay: 0 };
}
