import type { Failure } from '../errors/failure';

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
