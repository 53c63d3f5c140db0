import type { INode } from 'n8n-workflow';

import type { Clock } from './clock';
import type { Failure } from './failure';

/** One run of the node, or one poll. */
export interface Run {
	node: INode;
	clock: Clock;
	/** Of n8n, when the execution is canceled. */
	signal?: AbortSignal;
	/** Milliseconds until the run must have ended, Infinity when there is no end. */
	leftMs(): number;
}

/** An end within a run, for one piece of it. */
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
export const longestTimer = 2 ** 31 - 1;

/** A deadline of one piece: `withinMs` milliseconds from now, or the end of the run if that is sooner. */
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
