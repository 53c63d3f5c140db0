import type { Beginning } from './sample';
import { Sample } from './sample';

/** Requests under way at once at the start, when the option "Requests at Once" does not say otherwise. */
export const defaultBound = 32;
/** Most requests under way at once. */
export const mostAtOnce = 100;

/** Slow answers alone close the bound no further. */
const fewest = 8;
/** When answers take this many times the best time, too many requests are under way. */
const tolerated = 1.5;
/** Most growth of the bound from one sample to the next, as a factor. */
const steepest = 1.5;
/** The bound closes only to less than this part of itself: smaller changes are chance. */
const worthClosing = 0.85;
/** Answers count as at least this long, in milliseconds: shorter times are noise. */
const shortest = 5;
/** Part of a sample's time in which our process must be idle; else requests wait for our process. */
const idleEnough = 0.2;
/** A closing that leaves less than this part of the throughput was wrong, */
const mustRemain = 0.8;
/** one that leaves more than this part cost nothing, */
const mayBeChance = 0.95;
/** and one that leaves this many times as much was for a pause of the service, not for a queue. */
const pauseIsOver = 2;
/** Fewest answers of a sample; it takes as many as the bound if that is more. */
const smallestSample = 16;

/**
 * How many requests may be under way at once.
 *
 * Without a given number, each sample of answers corrects the bound. While answers take about the best
 * time, the bound opens by half. When they take longer, requests wait for each other in the service: the
 * bound closes to where, by Little's law, answers would take 1.5 times the best time. If throughput
 * falls with it, the service was slow for another reason: the bound opens again, and the slower time
 * counts as the best. While our own process is busy, requests wait for the process, and the bound stays.
 *
 * A given number is the bound. A refusal halves either bound, and it grows again.
 *
 * Example: a service that works on 8 requests at once, 50 ms each. Of 32 requests the first take 50 ms,
 * the mean is 125 ms. The bound closes to 19, 12 and 9, and then moves between 9 and 12, where answers
 * take 75 ms.
 */
export class Bound {
	private readonly given?: number;
	private bound: number;
	/** Milliseconds that an answer takes when no request waits for another. */
	private best = Infinity;
	private sample = new Sample();
	/** Answers to requests that did not wait for others: the first ones, later those that began among few. */
	private quiet = { answers: 0, took: 0 };
	/** Number of the last request that began before the bound closed: its answer is of the time before. */
	private beforeClosing = 0;
	/** Answers to leave out of the next sample: of requests that begin together, the quickest answer first. */
	private tooEarly = 0;
	private beforeRefusal = 0;
	/** The bound before refusals halved it; 0 when it has grown back since. */
	private stood = 0;
	/** The bound before it began to close. */
	private closedFrom?: { bound: number; throughput: number };

	/** @param given most requests at once, 100 for more; without it the bound is found */
	constructor(given?: number) {
		this.given = given === undefined ? undefined : Math.min(given, mostAtOnce);
		this.bound = this.given ?? defaultBound;
	}

	get present(): number {
		return this.bound;
	}

	/**
	 * Takes an answer into the sample.
	 *
	 * @param begun number of the last request that began
	 * @param now milliseconds, of the same clock as the beginning
	 * @param idle milliseconds for which our process has been idle so far
	 */
	answered(beginning: Beginning, begun: number, now: number, idle: number): void {
		const { number, at, underWay } = beginning;
		const took = Math.max(shortest, now - at);
		// The first answers are to requests that did not wait, in whatever order they began.
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
	 * The service asked for fewer requests, or gave no answer. One burst halves the bound once.
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
		// So few requests never wait for each other, so their time is the best time, even if it grew.
		this.best = this.bound > fewest ? Math.min(this.best, latency) : latency;
		if (throughput < mustRemain * (this.closedFrom?.throughput ?? 0)) {
			this.best = latency;
			this.bound = this.closedFrom?.bound ?? this.bound;
			this.closedFrom = undefined;
			return;
		}
		const room = (tolerated * this.best) / latency;
		// A closing without a loss removed a queue, and part of the queue may be left: the best time may
		// include some waiting, too.
		const gain = throughput / (this.closedFrom?.throughput ?? Infinity);
		const isFull = gain > mayBeChance && gain < pauseIsOver;
		if (this.bound > fewest && (room < worthClosing || isFull)) {
			this.closedFrom = { bound: this.bound, throughput };
			// One pause of the service prolongs every request under way, so never close by more than half.
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
		this.bound = Math.min(this.given ?? mostAtOnce, Math.ceil(this.bound * factor));
	}

	private close(bound: number, begun: number) {
		this.bound = Math.floor(bound);
		this.beforeClosing = begun;
		this.tooEarly = this.bound;
		this.sample = new Sample();
	}
}
