import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Clock } from './clock';
import type { Failure } from './failure';
import type { Gate, Place } from './gate';
import type { Subject } from './words';
import { asNodeError } from './nodeError';
import { decide, mayHaveBeenDone } from './retry';
import type { Method } from './types';

/** The run that attempts belong to. */
export interface Run {
	node: INode;
	clock: Clock;
	/** Of n8n, when the execution is canceled. */
	signal?: AbortSignal;
	/** Milliseconds until the run must have ended, Infinity when there is no end. */
	leftMs(): number;
}

/** What is to be tried. */
export interface Task {
	method: Method;
	/** Most tries, 1 = no retry. */
	tries: number;
	subject: Subject;
	/** An end of its own, sooner than that of the run. */
	deadline?: Deadline;
}

export interface Deadline {
	leftMs(): number;
	/** Aborts when the time is over, and when the run is canceled. */
	signal: AbortSignal;
	/** What `signal` is made of, which Node may else clear away before it aborts. */
	sources: AbortSignal[];
	/** What it means that the time is over. */
	failure: Failure;
}

/** Longest time that Node's timers can take, in milliseconds; past it they go off at once. */
const longestTimer = 2 ** 31 - 1;

/** A deadline of one request: `withinMs` milliseconds from now, or the end of the run if that is sooner. */
export function deadlineOf({ clock, signal, leftMs }: Run, withinMs: number): Deadline {
	const within = Math.max(0, Math.min(withinMs, leftMs()));
	const until = clock.now() + within;
	const signals = signal === undefined ? [] : [signal];
	if (within <= longestTimer) signals.push(AbortSignal.timeout(Math.ceil(within)));
	return {
		// Of a clock that was set back there is never more left than at the start.
		leftMs: () => Math.min(within, until - clock.now()),
		signal: AbortSignal.any(signals),
		sources: signals,
		failure: {
			cause: 'lost',
			detail: `it took longer than ${Math.round(within / 100) / 10} s`,
		},
	};
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
	const { method, tries, subject, deadline } = task;
	// Of any try so far: a refusal of a later one does not undo it.
	let maybeDone = false;
	let refusals = 0;
	let last: Failure | undefined;
	for (let tryNumber = 1; ; tryNumber++) {
		throwIfOver();
		const place = await gate.enter(refusals, deadline?.signal);
		if (place === undefined) {
			throwIfOver();
			return fail(last ?? notTried(gate.closed));
		}
		let waitMs = 0;
		try {
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
		throw asNodeError(run.node, failure, subject, maybeDone);
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
