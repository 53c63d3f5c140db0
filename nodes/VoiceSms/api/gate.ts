import { Bound } from './bound';
import type { Clock } from './clock';
import { steadyTime } from './clock';
import type { Failure } from './failure';
import { Line } from './line';
import { Pace } from './pace';
import type { Place } from './place';
import type { Beginning } from './round';

/** Refusals in a row of requests that were waiting, after which the service accepts none at all. */
const enoughRefusals = 3;

/**
 * Bounds the requests under way in one run (`bound.ts`), and waits for a service that asks for fewer:
 *
 * - The whole run waits as long as it was told, and then goes on at a pace (`pace.ts`).
 * - The refused requests go first, the one refused most often before the others. The first goes alone,
 *   and so does any that was refused more than once or while no pace is known.
 * - The bound is half of what it was, and grows again.
 * - When a request has used up its tries, and the last three tries after a wait were all refused,
 *   the gate closes: nothing more gets in, until something under way gets through.
 *
 * Example, a bound of 4: requests 1 to 4 go, 2 and 3 are refused for 10 s. All wait for 10 s. Then 2
 * goes alone, then 3, then 5 and 6 together. So a service that lets a single request through after
 * the time it named never uses up the tries of any of them.
 */
export class Gate {
	readonly bound: Bound;
	private readonly pace = new Pace();
	private readonly time: () => number;
	/** Requests that began so far. */
	private begun = 0;
	private underWay = 0;
	private refusedUnderWay = 0;
	/** Places whose request is yet to be made. */
	private kept = 0;
	/** Whether one is under way that was refused more than once: none goes beside it. */
	private isAlone = false;
	/** Waits that are not over. Counted, so that no clock that is set back makes one longer. */
	private waits = 0;
	/** Whether it waits for the turn of the next request, by the pace. */
	private isPaused = false;
	/** Whether something got through since the last wait. */
	private isOpenAgain = true;
	/** Tries after a wait that were refused since something last got through. */
	private refusedInRow = 0;
	/** Why nothing more gets in; undefined as long as the gate is open. */
	closed?: Failure;
	private readonly line = new Line();

	/** @param given most requests under way at once; without it the gate finds the number */
	constructor(
		given: number | undefined,
		private readonly clock: Pick<Clock, 'idle' | 'now' | 'sleep'>,
		private readonly signal?: AbortSignal,
	) {
		this.bound = new Bound(given);
		this.time = steadyTime(() => clock.now());
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
			this.line.join({ refusals, enter }, signal);
			this.admit();
		});
	}

	/** Lets nothing more in, and tells all who wait. */
	close(failure: Failure) {
		this.closed = failure;
		this.admit();
	}

	/** A canceled run waits for nothing: each request finds out for itself. */
	private readonly isCanceled = () => this.signal?.aborted === true;

	private get mustWait(): boolean {
		return this.waits > 0 && !this.isCanceled();
	}

	private admit() {
		if (this.closed !== undefined) this.line.sendAway();
		for (let { first } = this.line; first !== undefined; { first } = this.line) {
			if (!this.hasRoomFor(first)) return;
			const waitMs = this.isCanceled() ? 0 : this.pace.waitMs(this.time());
			if (waitMs > 0) return void this.pause(waitMs);
			const { refusals, enter } = first;
			this.line.next();
			this.pace.began();
			this.underWay++;
			if (refusals > 0) this.refusedUnderWay++;
			if (refusals > 1) this.isAlone = true;
			enter(this.placeOf(refusals));
		}
	}

	private hasRoomFor({ refusals }: { refusals: number }): boolean {
		if (this.mustWait) return false;
		if (refusals > 0 && this.underWay === 0) return true;
		if (this.underWay >= this.bound.present) return false;
		if (refusals === 0) return this.refusedUnderWay === 0;
		return refusals === 1 && this.isOpenAgain && !this.isAlone && this.pace.isKnown(this.time());
	}

	private placeOf(refusals: number): Place {
		let beginning = this.beginning();
		let isAnswered = false;
		let isKept = false;
		const taken = () => {
			isAnswered = true;
			this.pace.gotThrough(beginning);
			this.isOpenAgain = true;
			this.refusedInRow = 0;
			this.closed = undefined;
		};
		const tooMany = () => {
			isAnswered = true;
			this.bound.refused(beginning, this.begun);
		};
		const refused = () => {
			if (refusals > 0) this.refusedInRow++;
			tooMany();
		};
		const noLongerKept = () => {
			if (isKept) this.kept--;
			isKept = false;
		};
		const leave = () => {
			noLongerKept();
			if (!isAnswered) this.pace.notBegun();
			this.underWay--;
			if (refusals > 0) this.refusedUnderWay--;
			if (refusals > 1) this.isAlone = false;
			this.admit();
		};
		return {
			keep: () => {
				isKept = true;
				this.kept++;
			},
			begin: () => {
				noLongerKept();
				const mayGo = !this.mustWait && this.closed === undefined;
				if (mayGo) beginning = this.beginning();
				else leave();
				return mayGo;
			},
			refused: (waitMs) => {
				this.pace.refused(beginning, this.begun, waitMs, this.time());
				refused();
				this.isOpenAgain = false;
				void this.wait(waitMs);
			},
			refusedForGood: (failure) => {
				refused();
				if (this.refusedInRow >= enoughRefusals) this.close(failure);
			},
			overloaded: () => {
				taken();
				tooMany();
			},
			gotNoAnswer: tooMany,
			gotThrough: () => {
				taken();
				this.bound.answered(beginning, this.begun, this.time(), this.clock.idle());
			},
			leave,
		};
	}

	private beginning(): Beginning {
		const underWay = this.underWay - this.kept;
		return { number: ++this.begun, at: this.time(), idle: this.clock.idle(), underWay };
	}

	private async wait(ms: number) {
		this.waits++;
		await this.clock.sleep(ms, this.signal);
		this.waits--;
		if (this.waits === 0) this.pace.resume(this.time());
		this.admit();
	}

	/** Until the next may go out, by the pace. */
	private async pause(ms: number) {
		if (this.isPaused) return;
		this.isPaused = true;
		await this.clock.sleep(ms, this.signal);
		this.isPaused = false;
		this.admit();
	}
}
