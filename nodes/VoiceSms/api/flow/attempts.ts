/** What happens to a request, from the outermost layer to the innermost. */
import type { Deadline, Run } from '../http/deadline';
import type { Failure } from '../errors/failure';
import { asNodeError } from '../errors/nodeError';
import type { Method } from '../types';
import type { Subject } from '../errors/words';
import type { Claim } from './claim';
import type { Gate } from './gate';
import { NotAsked } from './notAsked';
import type { Decision } from './retry';
import { decide, mayHaveBeenDone } from './retry';
import type { Slot } from './slot';

/** What is to be asked. */
export interface Task {
	method: Method;
	/** Most tries, 1 = no retry. */
	tries: number;
	subject: Subject;
	/** An end of its own, sooner than that of the run. */
	deadline?: Deadline;
	/** What must be taken before each try. */
	claim?: Claim;
}

/** What came of one try. `maybeDone` counts earlier tries as well: a later refusal does not undo them. */
type Verdict<T> =
	| { is: 'accepted'; answer: T }
	| { is: 'failed'; failure: Failure; maybeDone: boolean; next: Decision }
	| { is: 'notAsked'; why: 'noSlot' | 'runEnded' | 'taken' | 'sentBefore' };

/** One try, as its layers see it. */
interface Try {
	/** From 1. */
	number: number;
	/** How often the request was refused before with "too many requests". */
	refusals: number;
	/** Whether an earlier try may have been carried out. */
	maybeDone: boolean;
}

type Layer<T> = (one: Try) => Promise<Verdict<T>>;
type LayerInSlot<T> = (one: Try, slot: Slot) => Promise<Verdict<T>>;

/**
 * Asks until the service gives its payload, as `retry.ts` decides and the gate lets it in. "done" = a
 * repeated DELETE found nothing any more.
 *
 * @param ask one exchange with the service: its payload, or the failure as a value
 * @throws NodeApiError of the last failure; NotAsked; what the claim throws
 */
export async function attempts<T extends object>(
	run: Run,
	gate: Gate,
	task: Task,
	ask: () => Promise<T | Failure>,
): Promise<T | 'done'> {
	return await retried(
		run,
		gate,
		task,
		slotted(gate, task, claimed(run, task, judged(run, gate, task, ask))),
	);
}

/** Tries again where that helps, and waits in between, outside the slot. */
async function retried<T>(
	run: Run,
	gate: Gate,
	{ subject, method, deadline, claim }: Task,
	next: Layer<T>,
): Promise<T | 'done'> {
	let one: Try = { number: 1, refusals: 0, maybeDone: false };
	let last: Failure | undefined;
	for (;;) {
		throwIfOver();
		const verdict = await next(one);
		if (verdict.is === 'accepted') return verdict.answer;
		if (verdict.is === 'notAsked') {
			if (verdict.why === 'sentBefore') throw new NotAsked(run, subject, 'sentBefore');
			if (verdict.why === 'taken') await claim?.released();
			throwIfOver();
			if (verdict.why === 'noSlot') fail(last ?? notTried(gate.closed));
			continue;
		}
		const { failure, maybeDone, next: decision } = verdict;
		last = failure;
		one = { ...one, number: one.number + 1, maybeDone };
		// Both cut the connection, which is why it failed then.
		if (run.signal?.aborted === true || deadline?.signal.aborted === true) throwIfOver();
		if (decision === 'done') return 'done';
		if (typeof decision === 'string') fail(failure);
		// With "too many requests" all wait, at the gate.
		if (failure.status === 429) one.refusals++;
		else await run.clock.sleep(decision.waitMs, deadline?.signal ?? run.ended);
	}

	function throwIfOver() {
		if (run.ended?.aborted === true) {
			if (one.maybeDone && last !== undefined) fail(last);
			throw new NotAsked(run, subject, 'runEnded');
		}
		if (deadline?.signal.aborted === true) fail(deadline.failure);
	}

	function fail(failure: Failure): never {
		throw asNodeError(run.node, failure, subject, one.maybeDone, method);
	}
}

/** Enters the gate before, and leaves it after. */
function slotted<T>(gate: Gate, { method, deadline }: Task, next: LayerInSlot<T>): Layer<T> {
	return async (one) => {
		const slot = await gate.enter(one.refusals, deadline?.signal, method !== 'GET');
		if (slot === undefined) return { is: 'notAsked', why: 'noSlot' };
		try {
			return await next(one, slot);
		} finally {
			slot.leave();
		}
	};
}

/** Takes the claim before, and notes after what came of it. */
function claimed<T>({ ended }: Run, { claim }: Task, next: LayerInSlot<T>): LayerInSlot<T> {
	if (claim === undefined) return next;
	return async (one, slot) => {
		const taken = await claim.take();
		if (taken !== 'ours') return { is: 'notAsked', why: taken };
		const verdict: Verdict<T> =
			ended?.aborted === true ? { is: 'notAsked', why: 'runEnded' } : await next(one, slot);
		if (verdict.is === 'accepted') await claim.note('sent');
		else if (verdict.is === 'failed' && verdict.maybeDone) await claim.note('maybeSent');
		else await claim.note('notSent');
		return verdict;
	};
}

/** Asks, judges the outcome, and tells the gate at once: what is noted afterwards may take long. */
function judged<T extends object>(
	run: Run,
	gate: Gate,
	{ method, tries, deadline }: Task,
	ask: () => Promise<T | Failure>,
): LayerInSlot<T> {
	return async (one, slot) => {
		slot.begin();
		const outcome = await ask().catch(async (error: unknown) => {
			return method === 'GET' ? await Promise.reject(error as Error) : brokenOff(error);
		});
		if (!isFailure(outcome)) {
			slot.gotThrough();
			return { is: 'accepted', answer: outcome };
		}
		const maybeDone = one.maybeDone || (method !== 'GET' && mayHaveBeenDone(outcome));
		const next = decide(outcome, {
			method,
			tryNumber: one.number,
			tries,
			mayHaveBeenDone: maybeDone,
			random: run.clock.random(),
			leftMs: Math.min(run.leftMs(), deadline?.leftMs() ?? Infinity),
		});
		if (outcome.status === 429) {
			if (typeof next === 'object') slot.refused(next.waitMs);
			// What outlasts the run outlasts every other request of it; a deadline is of one only.
			else if (next === 'late' && deadline === undefined) gate.close(outcome);
			else slot.refusedForGood(outcome);
		} else if (outcome.status === 503) slot.overloaded();
		else if (outcome.cause === 'lost') slot.gotNoAnswer();
		else if (outcome.status !== undefined) slot.gotThrough();
		return { is: 'failed', failure: outcome, maybeDone, next };
	};
}

/** Whatever is thrown once a write may have left leaves open whether it was carried out. */
function brokenOff(error: unknown): Failure {
	const detail = error instanceof Error ? error.message : String(error);
	return { cause: 'unreadable', detail: `Its answer could not be worked on: ${detail}` };
}

function isFailure(outcome: object): outcome is Failure {
	return 'cause' in outcome;
}

function notTried(closedBy: Failure | undefined): Failure {
	return {
		cause: 'notTried',
		service: closedBy?.service,
		retryAfterMs: closedBy?.retryAfterMs,
	};
}
