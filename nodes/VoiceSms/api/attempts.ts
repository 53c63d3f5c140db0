import { NodeOperationError } from 'n8n-workflow';

import type { Deadline, Run } from './deadline';
import type { Failure } from './failure';
import type { Gate } from './gate';
import type { Subject } from './words';
import { asNodeError } from './nodeError';
import type { Place } from './place';
import { Reservation } from './place';
import { decide, mayHaveBeenDone } from './retry';
import type { Method } from './types';

/** What is to be tried. */
export interface Task {
	method: Method;
	/** Most tries, 1 = no retry. */
	tries: number;
	subject: Subject;
	/** An end of its own, sooner than that of the run. */
	deadline?: Deadline;
	/** A place that is kept for it. */
	reserved?: Reservation;
}

/**
 * Waits until there is room for a request that is about to be made.
 *
 * @throws NodeApiError when the run has given up on the service
 */
export async function reserve({ node }: Run, gate: Gate, subject: Subject): Promise<Reservation> {
	const place = await gate.enter(0);
	if (place === undefined) throw asNodeError(node, notTried(gate.closed), subject, false);
	return new Reservation(place);
}

/**
 * Tries until an attempt gives its payload, as `retry.ts` decides and the gate lets it in. "done" =
 * a repeated DELETE found nothing any more.
 *
 * @param attempt gives the payload, or the failure as a value
 * @throws NodeApiError of the last failure; NodeOperationError when the execution was canceled
 */
export async function attempts<T extends object>(
	run: Run,
	gate: Gate,
	task: Task,
	attempt: () => Promise<T | Failure>,
): Promise<T | 'done'> {
	const { method, tries, subject, deadline, reserved } = task;
	// Of any try so far: a refusal of a later one does not undo it.
	let maybeDone = false;
	let refusals = 0;
	let last: Failure | undefined;
	for (let tryNumber = 1; ; tryNumber++) {
		throwIfOver();
		const place = reserved?.use() ?? (await gate.enter(refusals, deadline?.signal));
		if (place === undefined) {
			throwIfOver();
			return fail(last ?? notTried(gate.closed));
		}
		let waitMs = 0;
		try {
			await reserved?.beforeTry?.();
			throwIfOver();
			const outcome = await attempt();
			if (!isFailure(outcome)) {
				place.gotThrough();
				return outcome;
			}
			last = outcome;
			// n8n cuts the connection on cancellation; a write may have been carried out by then.
			maybeDone ||= method !== 'GET' && mayHaveBeenDone(outcome);
			if (!maybeDone) throwIfOver();
			if (run.signal?.aborted === true) return fail(outcome);
			const decision = decide(outcome, {
				method,
				tryNumber,
				tries,
				mayHaveBeenDone: maybeDone,
				random: run.clock.random(),
				leftMs: Math.min(run.leftMs(), deadline?.leftMs() ?? Infinity),
			});
			if (outcome.status === 429) tellRefused(place, outcome, decision);
			else if (outcome.status === 503) place.overloaded();
			else if (outcome.cause === 'lost') place.gotNoAnswer();
			else if (outcome.status !== undefined) place.gotThrough();
			if (decision === 'done') return 'done';
			if (typeof decision === 'string') return fail(outcome);
			if (outcome.status === 429) refusals++;
			else ({ waitMs } = decision);
		} finally {
			place.leave();
		}
		if (waitMs > 0) await run.clock.sleep(waitMs, deadline?.signal ?? run.signal);
	}

	function tellRefused(place: Place, failure: Failure, decision: ReturnType<typeof decide>) {
		if (typeof decision === 'object') place.refused(decision.waitMs);
		// What outlasts the run outlasts every other request of it; a deadline is of one only.
		else if (decision === 'late' && deadline === undefined) gate.close(failure);
		else place.refusedForGood(failure);
	}

	function throwIfOver() {
		if (run.signal?.aborted === true) {
			throw new NodeOperationError(
				run.node,
				`The execution was canceled before: ${subject.thing}`,
				{
					itemIndex: subject.itemIndex,
				},
			);
		}
		if (deadline?.signal.aborted === true) fail(deadline.failure);
	}

	function fail(failure: Failure): never {
		throw asNodeError(run.node, failure, subject, maybeDone, method);
	}
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
