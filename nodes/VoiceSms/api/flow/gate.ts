import type { Clock } from '../clock';
import type { Failure } from '../errors/failure';
import { Bound } from './bound';
import type { Slot, WaitingRequest } from './line';
import { Line } from './line';
import { Pace } from './pace';
import type { Beginning } from './sample';

/** After so many refusals in a row, of requests that had waited, the service counts as closed. */
const enoughRefusals = 3;

/**
 * Bounds the requests under way in one run (`bound.ts`), and waits for a service that asks for fewer:
 *
 * - After a refusal the whole run waits as long as the service asks, then goes on at a pace (`pace.ts`).
 * - Refused requests go first, those refused most often before the others. The first goes alone, and so
 *   does each that was refused more than once, or while no pace is known.
 * - When a request has used up its tries, and the last three tries after a wait were all refused, the
 *   gate closes: no request gets in until a request under way gets through.
 * - With an interval, the requests that keep it begin one by one, at least so long after each other.
 *
 * Example, a bound of 4: requests 1 to 4 go, 2 and 3 are refused for 10 s. All wait for 10 s. Then 2
 * goes alone, then 3, then 5 and 6 together. No request uses up its tries while single ones get through.
 */
export class Gate {
	readonly bound: Bound;
	private readonly pace: Pace;
	/** Requests that were let in so far. */
	private letIn = 0;
	/** The requests that have a slot. */
	private readonly inside = new Map<WaitingRequest, 'yetToBegin' | 'underWay' | 'answered'>();
	private lastBegan = -Infinity;
	/** Waits that are not over. Counted, as times of a clock that is set back would make waits longer. */
	private waits = 0;
	/** Whether the gate waits until the pace or the interval lets the next request go. */
	private isPaused = false;
	/** Whether a request got through since the last wait. */
	private isOpenAgain = true;
	/** Tries after a wait that were refused since a request last got through. */
	private refusedInRow = 0;
	/** The failure that closed the gate; undefined while it is open. */
	closed?: Failure;
	private readonly line = new Line();

	/**
	 * @param given most requests at once; without it the gate finds the number
	 * @param ended aborts when no more requests may enter
	 * @param intervalMs least milliseconds between two requests that keep it
	 */
	constructor(
		given: number | undefined,
		private readonly clock: Pick<Clock, 'idle' | 'passed' | 'sleep'>,
		private readonly ended?: AbortSignal,
		private readonly intervalMs = 0,
	) {
		this.bound = new Bound(given);
		this.pace = new Pace(clock.passed());
		ended?.addEventListener('abort', () => this.admit());
	}

	/**
	 * Waits for a slot.
	 *
	 * @param refusals how often the request was refused before
	 * @param signal ends the waiting
	 * @param isSpaced whether the request keeps the interval; a request that only reads need not
	 * @returns undefined when the gate is closed, the run has ended or `signal` aborted
	 */
	async enter(refusals: number, signal?: AbortSignal, isSpaced = true): Promise<Slot | undefined> {
		return await new Promise((enter) => {
			this.line.join({ refusals, isSpaced, enter }, signal);
			this.admit();
		});
	}

	close(failure: Failure) {
		this.closed = failure;
		this.admit();
	}

	private admit() {
		if (this.closed !== undefined || this.ended?.aborted === true) this.line.sendAway();
		for (let { first } = this.line; first !== undefined; { first } = this.line) {
			if (!this.hasRoomFor(first)) return;
			const now = this.clock.passed();
			const spaceMs = first.isSpaced ? this.lastBegan + this.intervalMs - now : 0;
			const waitMs = Math.max(this.pace.waitMs(now), spaceMs);
			if (waitMs > 0) return void this.pause(waitMs);
			this.line.next();
			this.pace.began();
			this.inside.set(first, 'yetToBegin');
			first.enter(this.slotFor(first));
		}
	}

	private hasRoomFor({ refusals, isSpaced }: WaitingRequest): boolean {
		if (this.waits > 0) return false;
		if (refusals > 0 && this.inside.size === 0) return true;
		if (this.inside.size >= this.bound.present) return false;
		// The interval is measured from the beginning of the request before.
		if (this.intervalMs > 0 && isSpaced && this.isSpacedToBegin()) return false;
		const most = Math.max(0, ...[...this.inside.keys()].map((one) => one.refusals));
		if (refusals === 0) return most === 0;
		if (refusals > 1 || most > 1) return false;
		return this.isOpenAgain && this.pace.isKnown(this.clock.passed());
	}

	private isSpacedToBegin(): boolean {
		const inside = [...this.inside];
		return inside.some(([{ isSpaced }, state]) => isSpaced && state === 'yetToBegin');
	}

	private slotFor(request: WaitingRequest): Slot {
		const { refusals, isSpaced } = request;
		// Numbered when they enter: a request that was inside before a refusal tells nothing new.
		const number = ++this.letIn;
		let beginning = this.beginning(number);
		const taken = () => {
			this.inside.set(request, 'answered');
			this.pace.gotThrough(beginning);
			this.isOpenAgain = true;
			this.refusedInRow = 0;
			this.closed = undefined;
		};
		const tooMany = () => {
			this.inside.set(request, 'answered');
			this.bound.refused(beginning, this.letIn);
		};
		return {
			begin: () => {
				this.inside.set(request, 'underWay');
				beginning = this.beginning(number);
				if (!isSpaced) return;
				this.lastBegan = beginning.at;
				this.admit();
			},
			refused: (waitMs) => {
				this.pace.refused(beginning, this.letIn, waitMs, this.clock.passed());
				tooMany();
				if (refusals > 0) this.refusedInRow++;
				this.isOpenAgain = false;
				void this.wait(waitMs);
			},
			refusedForGood: (failure) => {
				tooMany();
				if (refusals > 0) this.refusedInRow++;
				if (this.refusedInRow >= enoughRefusals) this.close(failure);
			},
			overloaded: () => {
				taken();
				tooMany();
			},
			gotNoAnswer: tooMany,
			gotThrough: () => {
				taken();
				this.bound.answered(beginning, this.letIn, this.clock.passed(), this.clock.idle());
			},
			leave: () => {
				if (this.inside.get(request) !== 'answered') this.pace.notBegun();
				this.inside.delete(request);
				this.admit();
			},
		};
	}

	private beginning(number: number): Beginning {
		const [at, idle] = [this.clock.passed(), this.clock.idle()];
		const underWay = [...this.inside.values()].filter((state) => state === 'underWay').length;
		return { number, at, idle, underWay };
	}

	private async wait(ms: number) {
		this.waits++;
		await this.clock.sleep(ms, this.ended);
		this.waits--;
		if (this.waits === 0) this.pace.resume(this.clock.passed());
		this.admit();
	}

	private async pause(ms: number) {
		if (this.isPaused) return;
		this.isPaused = true;
		await this.clock.sleep(ms, this.ended);
		this.isPaused = false;
		this.admit();
	}
}
