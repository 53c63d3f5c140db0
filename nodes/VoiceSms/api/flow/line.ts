import type { Slot } from './slot';

/** A request that waits at the gate. */
export interface Waiting {
	/** How often the request was refused before. */
	refusals: number;
	/** Whether it keeps the interval between requests. */
	isSpaced: boolean;
	/** Told once; undefined when there is no slot to be had. */
	enter(slot: Slot | undefined): void;
}

/** Requests that wait at the gate: those refused most often first, else in the order they came. */
export class Line {
	private readonly waiting: Waiting[] = [];

	get first(): Waiting | undefined {
		return this.waiting[0];
	}

	/** @param signal ends the waiting */
	join(one: Waiting, signal?: AbortSignal): void {
		const giveUp = () => {
			const index = this.waiting.indexOf(one);
			if (index !== -1) this.waiting.splice(index, 1);
			one.enter(undefined);
		};
		if (signal?.aborted === true) return giveUp();
		signal?.addEventListener('abort', giveUp, { once: true });
		// As most are: with thousands in the line it is not looked through for each.
		if ((this.waiting.at(-1)?.refusals ?? Infinity) >= one.refusals)
			return void this.waiting.push(one);
		const later = this.waiting.findIndex(({ refusals }) => refusals < one.refusals);
		this.waiting.splice(later, 0, one);
	}

	/** The first one's turn has come. */
	next(): void {
		this.waiting.shift();
	}

	/** Tells all that there is no slot to be had. */
	sendAway(): void {
		for (const { enter } of this.waiting.splice(0)) enter(undefined);
	}
}
