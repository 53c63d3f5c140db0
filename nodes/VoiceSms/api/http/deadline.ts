import type { INode } from 'n8n-workflow';

import type { Clock } from '../clock';
import type { Failure } from '../errors/failure';

/** One run of the node, or one poll. */
export interface Run {
	node: INode;
	clock: Clock;
	/** Of n8n, when the execution is canceled. */
	signal?: AbortSignal;
	/** Aborts when no request may begin any more: with `signal`, and when an item failed where the node stops. */
	ended?: AbortSignal;
	/** Milliseconds until the run must have ended, Infinity when there is no end. */
	leftMs(): number;
}

/** An end within a run, for one piece of it. */
export interface Deadline {
	leftMs(): number;
	/** Aborts when the time is over, and when the run has ended. */
	signal: AbortSignal;
	/** What it means that the time is over. */
	failure: Failure;
	/** The piece is done. Whoever makes a deadline ends it, else it is held until its time is over. */
	end(): void;
}

/** Longest time that Node's timers can take, in milliseconds; past it they go off at once. */
export const longestTimer = 2 ** 31 - 1;

/** A deadline of one piece: `withinMs` milliseconds from now, or the end of the run if that is sooner. */
export function deadlineOf({ clock, ended, leftMs }: Run, withinMs: number): Deadline {
	const within = Math.max(0, Math.min(withinMs, leftMs()));
	const until = clock.now() + within;
	const limit = new TimeLimit(within, ended);
	return {
		// Of a clock that was set back there is never more left than at the start.
		leftMs: () => Math.min(within, until - clock.now()),
		signal: limit.signal,
		failure: {
			cause: 'lost',
			detail: `it took longer than ${Math.round(within / 100) / 10} s`,
		},
		end: () => limit.end(),
	};
}

/**
 * Does a piece of work that has a deadline of its own, and ends that with it.
 *
 * @param withinMs undefined when there is none but the end of the run
 */
export async function withDeadline<T>(
	run: Run,
	withinMs: number | undefined,
	work: (deadline?: Deadline) => Promise<T>,
): Promise<T> {
	if (withinMs === undefined) return await work();
	const deadline = deadlineOf(run, withinMs);
	try {
		return await work(deadline);
	} finally {
		deadline.end();
	}
}

/** The time that one attempt may take. Whoever makes it ends it, else it is held until its time is over. */
export class TimeLimit {
	/** Whether the time went by; false when the attempt was canceled. */
	isOver = false;
	/** Whether it is not the other side that is waited for, asked when the time is over. */
	isOurTurn = () => false;
	private readonly controller = new AbortController();
	private since = performance.now();
	private timer?: AbortSignal;

	/**
	 * @param ms milliseconds, of which none but the first `longestTimer` count
	 * @param canceled ends the attempt as well
	 */
	constructor(
		private readonly ms: number,
		private readonly canceled?: AbortSignal,
	) {
		if (canceled?.aborted === true) this.cancel();
		else if (canceled !== undefined) listen(canceled, this.cancel);
		this.wait(ms);
	}

	/** Aborts when the time is over or the attempt is canceled. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** There was a sign of life: the time begins anew. */
	restart(): void {
		this.since = performance.now();
	}

	/** An error of the attempt, as one of a timeout where it was this limit that ended it. */
	whyOf(error: unknown): unknown {
		return this.isOver ? { code: 'ETIMEDOUT', cause: error } : error;
	}

	end(): void {
		if (this.canceled !== undefined) leave(this.canceled, this.cancel);
		this.timer?.removeEventListener('abort', this.look);
	}

	private readonly cancel = () => this.controller.abort();

	private readonly look = () => {
		if (this.isOurTurn()) this.restart();
		const left = this.since + this.ms - performance.now();
		// Timers count whole milliseconds, and may go off a little early by this clock.
		if (left >= 1) return this.wait(left);
		this.isOver = true;
		this.controller.abort();
	};

	private wait(ms: number): void {
		this.timer = AbortSignal.timeout(Math.min(Math.ceil(ms), longestTimer));
		this.timer.addEventListener('abort', this.look);
	}
}

/** What those who wait for a signal do then. */
const waiting = new WeakMap<AbortSignal, { all: Set<() => void>; tell(): void }>();

/**
 * Calls `listener` when `signal` aborts, until `leave`. As one listener for all: a signal looks through
 * those it has for each that comes.
 */
export function listen(signal: AbortSignal, listener: () => void): void {
	const { all } = waiting.get(signal) ?? listenFirst(signal);
	all.add(listener);
}

function listenFirst(signal: AbortSignal) {
	const all = new Set<() => void>();
	const first = { all, tell: () => all.forEach((one) => one()) };
	signal.addEventListener('abort', first.tell);
	waiting.set(signal, first);
	return first;
}

/** Ends what `listen` began. */
export function leave(signal: AbortSignal, listener: () => void): void {
	const those = waiting.get(signal);
	if (those?.all.delete(listener) !== true || those.all.size > 0) return;
	signal.removeEventListener('abort', those.tell);
	waiting.delete(signal);
}
