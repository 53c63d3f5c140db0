/** Requests under way at once at the start, when the option "Requests at Once" does not say otherwise. */
export const defaultBound = 32;
/** Most requests under way at once when the node finds the number itself. */
export const mostAtOnce = 100;

/** Fewest at once that slow answers alone lead to. */
const fewest = 8;
/** The wait may be so many times the best before there are too many at once. */
const tolerated = 1.4;
/** The bound grows by this factor from one round to the next, at most. */
const steepest = 1.5;
/** Changes to less than this part are worth a closing; others are chance. */
const worthClosing = 0.85;
/** Shortest wait for an answer that is told apart, in milliseconds. */
const shortestWait = 5;
/** Part of the time in which our process must have had nothing to do, or it is what requests wait for. */
const idleEnough = 0.1;
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
	/** Milliseconds for which our process had had nothing to do by then. */
	idle: number;
	/** Requests under way, with this one. */
	underWay: number;
}

/**
 * How many requests may be under way at once.
 *
 * Without a number given it finds it, round by round, by the wait for an answer: the time of it in
 * which our own process had nothing to do. As long as the wait is about the best, it opens, by half of
 * itself each time. When it is longer, requests wait for each other in the service: it closes to
 * where, by Little's law, the wait would be 1.4 times the best. That costs no throughput if it is so,
 * and if it does cost some, the service is slow for another reason: it takes that back and accepts
 * the wait as the best. When our own process has no time to wait, it stays as it is.
 *
 * With a number given, that is the bound. A refusal halves either, and it grows again.
 *
 * Example: 8 slots, 50 ms each. Of 32 requests the first wait 50 ms, all of them 125 ms. It closes to
 * 17, then to 12: they wait 75 ms, and the slots are still full.
 */
export class Bound {
	private bound: number;
	private readonly most: number;
	/** Milliseconds to wait for an answer when no request waits for another. */
	private best = Infinity;
	private round = emptyRound();
	/** The first answers, later those to requests that began while hardly any were under way. */
	private quiet = { answers: 0, waited: 0 };
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
	 * @param idle milliseconds for which our process had had nothing to do by now
	 */
	answered(beginning: Beginning, begun: number, now: number, idle: number): void {
		const { number, at, underWay } = beginning;
		const waited = Math.max(shortestWait, idle - beginning.idle);
		// The first answers are to those that had no other before them, whatever the order they began in.
		if (underWay <= fewest || this.best === Infinity) this.noteQuiet(waited);
		if (number <= this.beforeClosing || this.tooEarly-- > 0) return;
		const { round } = this;
		round.answers++;
		round.waited += waited;
		// Clocks count whole milliseconds.
		round.took += Math.max(1, now - at);
		round.underWay += underWay;
		if (round.answers < Math.max(shortestRound, this.bound)) return;
		this.round = emptyRound();
		if (this.given === undefined) this.judge(round, begun);
		else this.grow(steepest);
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

	private noteQuiet(waited: number) {
		const { quiet } = this;
		quiet.answers++;
		quiet.waited += waited;
		if (quiet.answers < fewest) return;
		this.best = Math.min(this.best, quiet.waited / quiet.answers);
		this.quiet = { answers: 0, waited: 0 };
	}

	private judge({ answers, waited, took, underWay }: Round, begun: number) {
		if (waited < idleEnough * took) return;
		const wait = waited / answers;
		// Answers per millisecond, by Little's law.
		const throughput = underWay / took;
		// The more our process has to do, the less is left that shows as a wait.
		if (waited > took / 2 || this.best === Infinity) this.best = Math.min(this.best, wait);
		if (throughput < mustRemain * (this.closedFrom?.throughput ?? 0)) {
			this.best = wait;
			this.bound = this.closedFrom?.bound ?? this.bound;
			this.closedFrom = undefined;
			return;
		}
		const room = (tolerated * this.best) / wait;
		if (room < worthClosing) {
			this.closedFrom ??= { bound: this.bound, throughput };
			// One pause, of whatever is on the way, prolongs the wait of all that is under way.
			this.close(Math.max(Math.min(fewest, this.bound), this.bound * Math.max(room, 0.5)), begun);
			return;
		}
		this.closedFrom = undefined;
		if (room > 1) this.grow(steepest * Math.min(1, room / tolerated));
	}

	private grow(factor: number) {
		this.bound = Math.min(this.most, Math.ceil(this.bound * factor));
	}

	private close(bound: number, begun: number) {
		this.bound = Math.floor(bound);
		this.beforeClosing = begun;
		this.tooEarly = this.bound;
		this.round = emptyRound();
	}
}

/** Sums over the answers of a round. */
interface Round {
	answers: number;
	/** Milliseconds in which our process had nothing to do. */
	waited: number;
	/** Milliseconds from beginning to answer. */
	took: number;
	underWay: number;
}

function emptyRound(): Round {
	return { answers: 0, waited: 0, took: 0, underWay: 0 };
}
