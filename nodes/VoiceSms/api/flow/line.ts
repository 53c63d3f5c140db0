import type { Failure } from '../errors/failure';

/** A request that waits at the gate. */
export interface WaitingRequest {
	/** How often the request was refused before. */
	refusals: number;
	/** Whether it keeps the interval between requests. */
	isSpaced: boolean;
	/** Called once, with the slot; undefined when the request gets none. */
	enter(slot: Slot | undefined): void;
}

/** Room in the gate for one request, given back with `leave`. */
export interface Slot {
	/** The request goes now. */
	begin(): void;
	/** The service refused with "too many requests": all wait for `waitMs` milliseconds. */
	refused(waitMs: number): void;
	/** The service refused, and the request is not tried again. */
	refusedForGood(failure: Failure): void;
	/** The service was too busy to answer. */
	overloaded(): void;
	/** The service may still be working on the request, so other requests would wait behind it. */
	gotNoAnswer(): void;
	/** The service gave another answer than "too many requests". */
	gotThrough(): void;
	leave(): void;
}

/** Requests that wait at the gate: those refused most often first, else in the order they came. */
export class Line {
	private readonly waiting: WaitingRequest[] = [];

	get first(): WaitingRequest | undefined {
		return this.waiting[0];
	}

	/** @param signal ends the waiting */
	join(one: WaitingRequest, signal?: AbortSignal): void {
		const giveUp = () => {
			const index = this.waiting.indexOf(one);
			if (index !== -1) this.waiting.splice(index, 1);
			one.enter(undefined);
		};
		if (signal?.aborted === true) return giveUp();
		signal?.addEventListener('abort', giveUp, { once: true });
		// Most join at the end: searching a line of thousands for each would be slow.
		if ((this.waiting.at(-1)?.refusals ?? Infinity) >= one.refusals)
			return void this.waiting.push(one);
		const later = this.waiting.findIndex(({ refusals }) => refusals < one.refusals);
		this.waiting.splice(later, 0, one);
	}

	/** Removes the first. */
	next(): void {
		this.waiting.shift();
	}

	/** Empties the line: nobody in it gets a slot. */
	sendAway(): void {
		for (const { enter } of this.waiting.splice(0)) enter(undefined);
	}
}
