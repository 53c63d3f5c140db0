import { onAbort } from '../../util/serially';
import type { Clock } from '../clock';
import type { Failure } from '../errors/failure';
import { Bound } from './bound';
import { Rate } from './rate';

/** After so many refusals in a row, of requests that had waited, the service counts as closed. */
const maxThrottledInRow = 3;

/** After so many writes in a row whose end nobody knows, the service counts as closed. */
const maxUnclearInRow = 10;

/** A request at the gate: it waits, then it has a slot until it leaves. */
export interface Slot {
	/** How often the request was refused before. */
	readonly throttles: number;
	/** Whether it does more than read: then it goes before reads, and keeps the interval. */
	readonly isWrite: boolean;
	/** In the order of the slots, from 1. */
	number: number;
	/** In ms of the gate's clock. */
	startedAt?: number;
	/** Called with the slot; with undefined when the request gets none. */
	enter(slot: Slot | undefined): void;
}

/**
 * Bounds the requests under way in one run, and waits for a service that asks for fewer:
 *
 * - 32 at once, and one more for each answer that took at most twice the best time, up to 100. Half of
 *   them after a refusal, a lost answer, a 503 or an answer after 10 s; from then on they grow slowly (`bound.ts`).
 * - After a refusal the whole run waits as long as the service asks, then goes on at a rate (`rate.ts`).
 * - Requests that were refused most often go first, then writes, then reads, else as they came. After a
 *   wait they go one by one until one gets through; so does each that was refused more than once.
 * - The run waits after each refusal, also if the refused request has no try left.
 * - When a request has used up its tries, and the last three tries after a wait were all refused, the
 *   gate closes: no request gets in until a request under way gets through.
 * - When ten writes in a row ended so that nobody knows what came of them, the gate closes, too.
 * - With an interval, writes begin one by one, at least so long after each other. Reads pass them.
 *
 * Example, 4 at once: requests 1 to 4 go, 2 and 3 are refused for 10 s. All wait for 10 s. Then 2 goes
 * alone, then 3 and 5 together. No request uses up its tries while single ones get through.
 */
export class Gate {
	/** The failure that closed the gate; undefined while it is open. */
	closed?: Failure;
	private readonly atOnce: Bound;
	private readonly rate: Rate;
	/** Requests that got through since the last wait. */
	private passedSinceWait = 0;
	/** The requests that wait, by their rank. */
	private readonly lines: Slot[][] = [];
	/** Slots given so far. */
	private admitted = 0;
	private underWay = 0;
	private isProbing = false;
	/** Whether writes wait for the interval, or for a write that has a slot and has not begun. */
	private writesHeld = false;
	/** Waits that are not over. Counted, as times of a clock that is set back would make waits longer. */
	private waits = 0;
	/** Refusals in a row, not counting first tries; a burst of refusals counts once. */
	private throttledInRow = 0;
	private isPaused = false;
	/** Writes in a row whose end nobody knows. */
	private unclearInRow = 0;

	/**
	 * @param given most requests at once, 100 for more; without it the gate finds the number
	 * @param ended aborts when no more requests may enter
	 * @param intervalMs milliseconds, or more, between two writes
	 */
	constructor(
		given: number | undefined,
		private readonly clock: Pick<Clock, 'passed' | 'sleep'>,
		private readonly ended?: AbortSignal,
		readonly intervalMs = 0,
	) {
		this.atOnce = new Bound(given);
		this.rate = new Rate(clock.passed());
		ended?.addEventListener('abort', () => this.admit());
	}

	/** How many requests may be under way at once. */
	get bound(): number {
		return this.atOnce.value;
	}

	/** Waits for a slot; undefined when the gate is closed, the run has ended or `signal` aborted. */
	async enter(refusals: number, isWrite = true, signal?: AbortSignal): Promise<Slot | undefined> {
		if (signal?.aborted === true) return undefined;
		return await new Promise((resolve) => {
			const line = (this.lines[2 * refusals + (isWrite ? 1 : 0)] ??= []);
			const leave = onAbort(signal, () => {
				line.splice(line.indexOf(slot), 1);
				enter(undefined);
			});
			const enter = (given: Slot | undefined) => {
				leave();
				resolve(given);
			};
			const slot: Slot = { throttles: refusals, isWrite, number: 0, enter };
			line.push(slot);
			this.admit();
		});
	}

	/** The request goes now. */
	begin(slot: Slot): void {
		slot.startedAt = this.clock.passed();
		if (!slot.isWrite || this.intervalMs === 0) return;
		void this.later(this.intervalMs, () => (this.writesHeld = false));
	}

	/** The service gave another answer than "too many requests". */
	gotThrough(slot: Slot): void {
		if (this.unclearInRow < maxUnclearInRow) this.closed = undefined;
		this.throttledInRow = 0;
		// A request from before a refusal tells nothing new.
		if (this.atOnce.isBeforeHalving(slot.number)) return;
		this.isProbing = false;
		this.passedSinceWait++;
		this.atOnce.answered(this.clock.passed() - (slot.startedAt ?? 0), this.admitted);
	}

	/** A write has ended, and is not tried again; `unclear`: nobody knows whether it was carried out. Reads tell nothing of writes. */
	wrote({ isWrite }: Slot, unclear?: Failure): void {
		if (!isWrite) return;
		this.unclearInRow = unclear === undefined ? 0 : this.unclearInRow + 1;
		if (unclear !== undefined && this.unclearInRow >= maxUnclearInRow) this.close(unclear);
	}

	/** "Too many requests": all wait for `waitMs` ms. `isLast`: the request is not tried again. */
	throttled(slot: Slot, failure: Failure, waitMs: number, isLast: boolean): void {
		const isNew = !this.atOnce.isBeforeHalving(slot.number);
		if (isNew && (slot.throttles > 0 || this.isProbing)) this.throttledInRow++;
		if (isLast && this.throttledInRow >= maxThrottledInRow) this.close(failure);
		else {
			const now = this.clock.passed();
			if (isNew) {
				this.rate.throttled(slot.startedAt ?? now, waitMs, now, this.passedSinceWait);
				this.passedSinceWait = 0;
			}
			this.isProbing = true;
			this.waits++;
			void this.later(waitMs, () => {
				if (--this.waits === 0) this.rate.resume(this.clock.passed());
			});
		}
		this.halve(slot);
	}

	/** The service is too busy: half as many at once. One burst halves them once. */
	halve({ number }: Slot): void {
		if (!this.atOnce.isBeforeHalving(number)) this.atOnce.halve(this.admitted);
	}

	leave({ startedAt, isWrite }: Slot): void {
		this.underWay--;
		if (startedAt === undefined) this.rate.credit++;
		if (startedAt === undefined && isWrite) this.writesHeld = false;
		this.admit();
	}

	close(failure: Failure): void {
		this.closed = failure;
		this.admit();
	}

	private admit() {
		if (this.closed !== undefined || this.ended?.aborted === true) {
			for (const line of this.lines.splice(0)) line?.forEach(({ enter }) => enter(undefined));
		}
		for (;;) {
			const may = ([one]: Slot[]) => one && !(one.isWrite && this.writesHeld);
			const line = this.lines.filter(may).pop();
			if (line === undefined) return;
			const [slot] = line;
			const maxUnderWay = this.isProbing || slot.throttles > 1 ? 1 : this.bound;
			if (this.waits > 0 || this.isPaused || this.underWay + 1 > maxUnderWay) return;
			const waitMs = this.rate.waitMs(this.clock.passed());
			this.isPaused = waitMs > 0;
			if (this.isPaused) return void this.later(waitMs, () => (this.isPaused = false));
			line.shift();
			this.rate.credit--;
			this.underWay++;
			this.isProbing ||= slot.throttles > 1;
			this.writesHeld ||= slot.isWrite && this.intervalMs > 0;
			slot.number = ++this.admitted;
			slot.enter(slot);
		}
	}

	private async later(ms: number, isOver: () => void) {
		await this.clock.sleep(ms, this.ended);
		isOver();
		this.admit();
	}
}
