import type { Failure } from './failure';

/** A place in the gate, given back with `leave`. */
export interface Place {
	/** The request is yet to be made. */
	keep(): void;
	/** A request that was yet to be made goes now; false when all have to wait meanwhile: the place is given back. */
	begin(): boolean;
	/** The service refused with "too many requests": all wait for `waitMs` milliseconds. */
	refused(waitMs: number): void;
	/** The service refused, and the request is not tried again. */
	refusedForGood(failure: Failure): void;
	/** The service could not answer for being too busy. */
	overloaded(): void;
	/** The service may be working on it still: others would wait behind it. */
	gotNoAnswer(): void;
	/** The service gave another answer than "too many requests". */
	gotThrough(): void;
	leave(): void;
}

/** A place in the gate for a request that is about to be made, so that all before it is worth doing. */
export class Reservation {
	/** Awaited right before each try of the request; what it throws ends the request, as not tried. */
	beforeTry?: () => Promise<void>;
	private place?: Place;
	private hasBegun = false;

	constructor(place: Place) {
		place.keep();
		this.place = place;
	}

	/** The request goes now; false when all have to wait meanwhile: the place is given back. */
	begin(): boolean {
		this.hasBegun ||= this.place?.begin() === true;
		if (!this.hasBegun) this.place = undefined;
		return this.hasBegun;
	}

	/** The place, once; undefined when it was had before, or when all have to wait meanwhile. */
	use(): Place | undefined {
		const place = this.begin() ? this.place : undefined;
		this.place = undefined;
		return place;
	}

	/** Gives the place back if it was not used. */
	giveBack(): void {
		this.place?.leave();
		this.place = undefined;
	}
}
