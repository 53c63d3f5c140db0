import type { Failure } from '../errors/failure';
import type { Method } from '../endpoints';

/** Tries a request gets when the option "Max Tries" does not say otherwise. */
export const defaultTries = 4;
/** Longest wait after a Retry-After, in milliseconds. */
const maxRetryAfterMs = 60_000;
const firstBackoffMs = 500;
const maxBackoffMs = 8_000;

/** Statuses after which a repeatable request may succeed. */
const passingStatuses = [408, 500, 502, 503, 504];

interface FailedTry {
	method: Method;
	/** Most tries. */
	tries: number;
	/** From 1. */
	tryNumber: number;
	/** Whether this try or an earlier one may have been carried out. */
	mayHaveBeenDone: boolean;
	/** A number from 0 up to 1, for jitter. */
	random: number;
	/** Milliseconds until the run must have ended, Infinity for no end. */
	leftMs: number;
}

/** `late`: the wait before the next try would outlast the run. */
export type Decision = { waitMs: number } | 'stop' | 'late' | 'done';

/**
 * The next step after a failed try: wait so many milliseconds and try again, stop, or count the request as
 * done. A POST is repeated only when the answer proves that it was not carried out: the interface
 * documents no idempotency key.
 */
export function decide(failure: Failure, failed: FailedTry): Decision {
	const { method, mayHaveBeenDone, tryNumber, tries, random, leftMs } = failed;
	// A gateway's 404 does not prove that the record is deleted.
	const isGone = failure.status === 404 && failure.notOfService !== true;
	if (method === 'DELETE' && isGone && mayHaveBeenDone) return 'done';
	if (!mayTryAgain(failure, method) || tryNumber >= tries) return 'stop';
	const waitMs = waitAsked(failure, tryNumber, random);
	// A try before the time that the service named would be refused again.
	return waitMs > leftMs ? 'late' : { waitMs: Math.min(waitMs, maxRetryAfterMs) };
}

/** Milliseconds that the gate waits after "too many requests", also if this request has no try left. */
export function waitOfAll(failure: Failure, tryNumber: number, random: number): number {
	return Math.min(waitAsked(failure, tryNumber, random), maxRetryAfterMs);
}

function waitAsked(failure: Failure, tryNumber: number, random: number): number {
	const backoff = Math.min(firstBackoffMs * 2 ** (tryNumber - 1), maxBackoffMs);
	const usual = Math.round(backoff * (0.5 + random / 2));
	// With other statuses a Retry-After is a mistake of the server.
	const isTimed = failure.status === 429 || failure.status === 503;
	// "Retry-After: 0", or a past date, must not use up all tries at once.
	return isTimed ? Math.max(usual, failure.retryAfterMs ?? 0) : usual;
}

/** Whether the request may have been carried out although it failed. */
export function isOutcomeUnknown({ cause, status = 0 }: Failure): boolean {
	// 303 answers a request that was done, and names the address of its result (RFC 9110, 15.4.4).
	const isUnclear = [303, 408].includes(status) || status >= 500;
	return cause === 'lost' || cause === 'unreadable' || isUnclear;
}

function mayTryAgain({ cause, status = 0 }: Failure, method: Method): boolean {
	if (status === 429 || cause === 'notSent') return true;
	return method !== 'POST' && (cause === 'lost' || passingStatuses.includes(status));
}
