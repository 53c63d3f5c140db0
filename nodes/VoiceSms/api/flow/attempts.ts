/** What happens to a request, from the outermost layer to the innermost. */
import type { Deadline, Run } from '../http/deadline';
import { beginsWithin, withDeadline } from '../http/deadline';
import type { Failure } from '../errors/failure';
import { unreadable } from '../errors/failure';
import type { Subject } from '../errors/nodeError';
import { asNodeError } from '../errors/nodeError';
import type { Method } from '../types';
import type { Claim } from './claim';
import type { Gate, Slot } from './gate';
import { NotAsked } from './notAsked';
import type { Decision } from './retry';
import { decide, isOutcomeUnknown } from './retry';

/** How a request is made. */
export interface RequestPolicy {
	method: Method;
	/** Most tries, 1 = no retry. */
	tries: number;
	subject: Subject;
	/** Milliseconds that all tries may take together; without it, until the run ends. */
	withinMs?: number;
	/** Taken before each try. */
	claim?: Claim;
}

/** The result of one try. `maybeDone` counts earlier tries too: a later refusal does not undo them. */
type Verdict<T> =
	| { is: 'accepted'; answer: T }
	| { is: 'failed'; failure: Failure; maybeDone: boolean; next: Decision }
	| { is: 'notAsked'; why: 'noSlot' | 'over' | 'taken' | 'sentBefore' };

/** One try, as its layers see it. */
interface Try {
	/** From 1. */
	number: number;
	/** How often the request was refused before with "too many requests". */
	refusals: number;
	/** Whether an earlier try may have been carried out. */
	maybeDone: boolean;
}

/** The policy within the time of the request. */
interface Bounded extends RequestPolicy {
	deadline?: Deadline;
}

type Layer<T> = (one: Try) => Promise<Verdict<T>>;
type LayerInSlot<T> = (one: Try, slot: Slot) => Promise<Verdict<T>>;

/**
 * Asks until the service gives its payload, as `retry.ts` decides and the gate lets it in. "done" = a
 * repeated DELETE found nothing any more.
 *
 * @param ask one exchange with the service: its payload, or the failure as a value. `end` is the end of
 * all tries.
 * @throws NodeApiError of the last failure; NotAsked; what the claim throws
 */
export async function attempts<T extends object>(
	run: Run,
	gate: Gate,
	policy: RequestPolicy,
	ask: (end: Deadline | Run) => Promise<T | Failure>,
): Promise<T | 'done'> {
	return await withDeadline(run, policy.withinMs, async (deadline) => {
		const bounded = { ...policy, deadline };
		const layers = judged(run, gate, bounded, async () => await ask(deadline ?? run));
		return await retried(run, gate, bounded, slotted(gate, bounded, claimed(bounded, layers)));
	});
}

/** Tries again where a retry helps. Leaves the slot before it waits, so that other requests can go. */
async function retried<T>(
	run: Run,
	gate: Gate,
	{ subject, method, deadline, claim }: Bounded,
	next: Layer<T>,
): Promise<T | 'done'> {
	let one: Try = { number: 1, refusals: 0, maybeDone: false };
	let last: Failure | undefined;
	const leftMs = () => beginsWithin(run, method, deadline);
	for (;;) {
		throwIfOver();
		const verdict = await next(one);
		if (verdict.is === 'accepted') return verdict.answer;
		if (verdict.is === 'notAsked') {
			if (verdict.why === 'sentBefore') throw new NotAsked(run, subject, 'sentBefore');
			if (verdict.why === 'taken') await claim?.released(leftMs);
			throwIfOver();
			if (verdict.why === 'noSlot') fail(last ?? notTried(gate.closed));
			continue;
		}
		const { failure, maybeDone, next: decision } = verdict;
		last = failure;
		one = { ...one, number: one.number + 1, maybeDone };
		// A cancel and a deadline cut the connection: the failure of the connection is not the cause.
		if (run.signal?.aborted === true || deadline?.signal.aborted === true) throwIfOver();
		if (decision === 'done') return 'done';
		if (typeof decision === 'string') fail(failure);
		// After a 429 all requests wait at the gate.
		if (failure.status === 429) one.refusals++;
		else await run.clock.sleep(decision.waitMs, deadline?.signal ?? run.ended);
	}

	function throwIfOver() {
		if (run.ended?.aborted === true) {
			if (one.maybeDone && last !== undefined) fail(last);
			throw new NotAsked(run, subject, 'runEnded');
		}
		if (leftMs() < 0) fail(last ?? notTried());
		if (deadline?.signal.aborted === true) fail(deadline.failure);
	}

	function fail(failure: Failure): never {
		throw asNodeError(run.node, failure, subject, one.maybeDone, method);
	}
}

/** Enters the gate before, and leaves it after. */
function slotted<T>(gate: Gate, { method, deadline }: Bounded, next: LayerInSlot<T>): Layer<T> {
	return async (one) => {
		const slot = await gate.enter(one.refusals, method !== 'GET', deadline?.signal);
		if (slot === undefined) return { is: 'notAsked', why: 'noSlot' };
		try {
			return await next(one, slot);
		} finally {
			gate.leave(slot);
		}
	};
}

/** Takes the claim before the try, and notes the result after it. */
function claimed<T>({ claim }: Bounded, next: LayerInSlot<T>): LayerInSlot<T> {
	if (claim === undefined) return next;
	return async (one, slot) => {
		const taken = await claim.take();
		if (taken !== 'ours') return { is: 'notAsked', why: taken };
		const verdict = await next(one, slot);
		if (verdict.is === 'accepted') await claim.note('sent');
		else if (verdict.is === 'failed' && verdict.maybeDone) await claim.note('maybeSent');
		else await claim.note('notSent');
		return verdict;
	};
}

/** Asks, judges the outcome, and tells the gate before the claim is noted, which may take long. */
function judged<T extends object>(
	run: Run,
	gate: Gate,
	{ method, tries, deadline }: Bounded,
	ask: () => Promise<T | Failure>,
): LayerInSlot<T> {
	return async (one, slot) => {
		const leftMs = () => beginsWithin(run, method, deadline);
		if (run.ended?.aborted === true || leftMs() < 0) return { is: 'notAsked', why: 'over' };
		gate.begin(slot);
		const outcome = await ask().catch(async (error: unknown) => {
			return method === 'GET' ? await Promise.reject(error as Error) : brokenOff(error);
		});
		if (!isFailure(outcome)) {
			gate.gotThrough(slot);
			return { is: 'accepted', answer: outcome };
		}
		const maybeDone = one.maybeDone || (method !== 'GET' && isOutcomeUnknown(outcome));
		const next = decide(outcome, {
			method,
			tryNumber: one.number,
			tries,
			mayHaveBeenDone: maybeDone,
			random: run.clock.random(),
			leftMs: leftMs(),
		});
		if (outcome.status === 429) {
			const waitMs = typeof next === 'object' ? next.waitMs : undefined;
			// A wait that outlasts the run outlasts it for every request; a deadline is one request's own.
			if (next === 'late' && deadline === undefined) gate.close(outcome);
			else gate.refused(slot, outcome, waitMs);
		} else {
			// Without an answer the service may still work on the request, and others would wait behind it.
			if (outcome.status === 503 || outcome.cause === 'lost') gate.halve(slot);
			if (outcome.status !== undefined) gate.gotThrough(slot);
		}
		return { is: 'failed', failure: outcome, maybeDone, next };
	};
}

/** An error that is thrown after a write may have left: nobody knows whether it was carried out. */
function brokenOff(error: unknown): Failure {
	const detail = error instanceof Error ? error.message : String(error);
	return unreadable(`The answer could not be processed: ${detail}`);
}

function isFailure(outcome: object): outcome is Failure {
	return 'cause' in outcome;
}

/** @param closedBy the failure that closed the gate */
function notTried({ service, retryAfterMs }: Partial<Failure> = {}): Failure {
	return { cause: 'notTried', service, retryAfterMs };
}
