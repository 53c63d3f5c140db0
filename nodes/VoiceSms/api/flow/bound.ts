import type { Beginning } from './sample';
import { Sample } from './sample';

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
/** Shortest time for an answer that is told apart, in milliseconds. */
const shortest = 5;
/** Part of a round in which our process must have had nothing to do, or it is what requests wait for. */
const idleEnough = 0.2;
/** Part of the throughput that a closing must leave, */
const mustRemain = 0.8;
/** the part from which on it cost nothing, */
const mayBeChance = 0.95;
/** and the one that tells that no queue was closed for, but a pause. */
const pauseIsOver = 2;
/** Answers that make up a round, at least; else as many as the bound. */
const smallestSample = 16;

/**
 * How many requests may be under way at once.
 *
 * Without a number given it finds it, round by round. As long as the answers take about as long as
 * the best, it opens, by half of itself each time. When they take longer, requests wait for each other
 * in the service: it closes to where, by Little's law, they would take 1.5 times the best. That costs
 * no throughput if it is so, and if it does cost some, the service is slow for another reason: it takes
 * that back and accepts the time as the best. Where our own process has hardly a moment to spare, the
 * requests wait for that, and it stays as it is.
 *
 * With a number given, that is the bound. A refusal halves either, and it grows again.
 *
 * Example: 8 slots, 50 ms each. Of 32 requests the first take 50 ms, all of them 125 ms. It closes to
 * 19, to 12 and to 9, as the slots are still full, and goes between that and 12, where they take 75 ms.
 */
export class Bound {
	private bound: number;
	private readonly most: number;
	/** Milliseconds that an answer takes when no request waits for another. */
	private best = Infinity;
	private sample = new Sample();
	/** The first answers, later those to requests that began while hardly any were under way. */
	private quiet = { answers: 0, took: 0 };
	/** The last request that began before the bound was closed: it tells of the time before. */
	private beforeClosing = 0;
	/** Answers yet to come that say little: of those that begin together the quickest are the first. */
	private tooEarly = 0;
	private beforeRefusal = 0;
	/** Where it stood when refusals began to halve it; 0 when it has grown back since. */
	private stood = 0;
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
	 * @param idle milliseconds for which our process has had nothing to do so far
	 */
	answered(beginning: Beginning, begun: number, now: number, idle: number): void {
		const { number, at, underWay } = beginning;
		const took = Math.max(shortest, now - at);
		// The first answers are to those that had no other before them, whatever the order they began in.
		if (underWay <= fewest || this.best === Infinity) this.noteQuiet(took);
		if (number <= this.beforeClosing || this.tooEarly-- > 0) return;
		const { sample } = this;
		sample.note(beginning, took, now, idle);
		if (sample.answers < Math.max(smallestSample, this.bound)) return;
		this.sample = new Sample();
		if (this.given === undefined) this.judge(sample, begun);
		else this.grow(steepest);
	}

	/**
	 * The service asked for fewer requests, or gave no answer. Those of one burst halve the bound once.
	 *
	 * @param begun number of the last request that began
	 */
	refused({ number }: Beginning, begun: number): void {
		if (number <= this.beforeRefusal) return;
		this.beforeRefusal = begun;
		this.stood = Math.max(this.stood, this.bound);
		this.closedFrom = undefined;
		this.close(Math.max(1, this.bound / 2), begun);
	}

	private noteQuiet(took: number) {
		const { quiet } = this;
		quiet.answers++;
		quiet.took += took;
		if (quiet.answers < fewest) return;
		this.best = Math.min(this.best, quiet.took / quiet.answers);
		this.quiet = { answers: 0, took: 0 };
	}

	private judge(sample: Sample, begun: number) {
		if (sample.idleShare < idleEnough) return this.regain();
		const { latency, throughput } = sample;
		// So few are never too many: what they take is the best, be it longer than it was.
		this.best = this.bound > fewest ? Math.min(this.best, latency) : latency;
		if (throughput < mustRemain * (this.closedFrom?.throughput ?? 0)) {
			this.best = latency;
			this.bound = this.closedFrom?.bound ?? this.bound;
			this.closedFrom = undefined;
			return;
		}
		const room = (tolerated * this.best) / latency;
		// What a closing cost nothing for was a queue, and some of it may be left: the best, too, may have
		// been measured with others before it.
		const gain = throughput / (this.closedFrom?.throughput ?? Infinity);
		const isFull = gain > mayBeChance && gain < pauseIsOver;
		if (this.bound > fewest && (room < worthClosing || isFull)) {
			this.closedFrom = { bound: this.bound, throughput };
			// One pause, of whatever is on the way, prolongs the time of all that is under way.
			const part = Math.min(0.75, Math.max(room, 0.5));
			this.close(Math.max(fewest, this.bound * part), begun);
			return;
		}
		this.closedFrom = undefined;
		if (room > 1) this.grow(Math.min(steepest, room));
	}

	/** Grows no further than to where a refusal met it. */
	private regain() {
		if (this.bound >= this.stood) this.stood = 0;
		else this.bound = Math.min(this.stood, Math.ceil(this.bound * steepest));
	}

	private grow(factor: number) {
		this.bound = Math.min(this.most, Math.ceil(this.bound * factor));
	}

	private close(bound: number, begun: number) {
		this.bound = Math.floor(bound);
		this.beforeClosing = begun;
		this.tooEarly = this.bound;
		this.sample = new Sample();
	}
}
