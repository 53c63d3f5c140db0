import type { INode } from 'n8n-workflow';

import { onAbort } from '../../util/serially';
import { type Clock, maxTimerMs, timeSince } from '../clock';
import type { Failure } from '../errors/failure';
import type { Method } from '../endpoints';
import type { RequestContext } from '../access';

/** The end of a run, or of the tries of one request. */
export interface TimeLeft {
	/** Milliseconds that are left, Infinity for no end. */
	leftMs(): number;
	/** Cuts off requests and waits. */
	signal?: AbortSignal;
}

/** One run of the node, or one poll; its `signal` aborts when the execution is canceled. */
export interface RequestEnv extends TimeLeft {
	node: INode;
	clock: Clock;
	/** n8n's log. */
	logger: RequestContext['logger'];
	/** Aborts when no more requests may begin: with `signal`, and when a failed item stops the node. */
	ended?: AbortSignal;
	/** As a tool: milliseconds since a model made the call. */
	msSinceModelCall?(): number;
}

/** Milliseconds that the tries of a request may take as a tool: MCP clients give up after 60 s. */
export const maxToolMs = 45_000;
/** A try of a write gets so many milliseconds: cut off sooner, it would often be unclear what it did. */
const minWriteMs = 10_000;

/**
 * Milliseconds that all tries of a request may take; undefined for no limit. As a tool, the tries of a write
 * count from the model's call: it must not be carried out when the client has given up.
 *
 * @param withinMs see `Api.within`: reads of a wait may take longer than other reads of a tool
 */
export function requestLimitMs(
	{ msSinceModelCall }: RequestEnv,
	method: Method,
	withinMs?: number,
): number | undefined {
	const isRead = method === 'GET';
	const ofTool = msSinceModelCall && maxToolMs - (isRead ? 0 : msSinceModelCall());
	if (isRead || withinMs === undefined) return withinMs ?? ofTool;
	return Math.min(withinMs + minWriteMs, ofTool ?? Infinity);
}

/** Milliseconds in which a try may still begin; negative when a write may not begin any more. */
export function msLeftToBegin(run: RequestEnv, method: Method, deadline?: Deadline): number {
	const leftMs = (deadline ?? run).leftMs();
	return method === 'GET' ? Math.max(0, leftMs) : leftMs - minWriteMs;
}

/**
 * Does a piece of work within `withinMs` milliseconds from now, or until the end of the run if that is
 * sooner.
 *
 * @param withinMs undefined for no deadline but the end of the run
 */
export async function withDeadline<T>(
	{ clock, ended, leftMs }: RequestEnv,
	withinMs: number | undefined,
	work: (deadline?: Deadline) => Promise<T>,
): Promise<T> {
	if (withinMs === undefined) return await work();
	const deadline = new Deadline(Math.max(0, Math.min(withinMs, leftMs())), clock, ended);
	try {
		return await work(deadline);
	} finally {
		deadline.end();
	}
}

/** The time limit of one try. Call `end` when the try is done, to free its timer. */
export class Timeout {
	/** Whether the time is over; false when the try was canceled. */
	isOver = false;
	/** True while n8n's store, not the server, is slow: this restarts the timeout. */
	isOurTurn = () => false;
	private readonly controller = new AbortController();
	/** Aborts when the time is over or the try is canceled. */
	readonly signal = this.controller.signal;
	private since = performance.now();
	private timer?: AbortSignal;
	private readonly leave: () => void;

	/**
	 * @param ms milliseconds
	 * @param canceled ends the try as well
	 */
	constructor(
		private readonly ms: number,
		canceled?: AbortSignal,
	) {
		this.leave = onAbort(canceled, this.cancel);
		if (canceled?.aborted === true) this.cancel();
		this.wait(ms);
	}

	/** The time begins again, after a sign of life. */
	restart(): void {
		this.since = performance.now();
	}

	/** The limit in milliseconds, if its time is over. */
	get overMs(): number | undefined {
		return this.isOver ? this.ms : undefined;
	}

	end(): void {
		this.leave();
		this.timer?.removeEventListener('abort', this.check);
	}

	private readonly cancel = () => this.controller.abort();

	private readonly check = () => {
		if (this.isOurTurn()) this.restart();
		const left = this.since + this.ms - performance.now();
		// Timers count whole milliseconds, and may go off a little early by this clock.
		if (left >= 1) return this.wait(left);
		this.isOver = true;
		this.controller.abort();
	};

	private wait(ms: number): void {
		this.timer = AbortSignal.timeout(Math.min(Math.ceil(ms), maxTimerMs));
		this.timer.addEventListener('abort', this.check);
	}
}

/** The end of a poll, or of a piece of work. Call `end` when the work is done. */
export class Deadline extends Timeout implements TimeLeft {
	/** Milliseconds that are left, 0 when the time is over. */
	readonly leftMs: () => number;

	/**
	 * @param withinMs milliseconds from now
	 * @param canceled ends the work as well
	 */
	constructor(
		private readonly withinMs: number,
		clock: Pick<Clock, 'now' | 'passed'>,
		canceled?: AbortSignal,
	) {
		super(withinMs, canceled);
		const passed = timeSince(clock);
		this.leftMs = () => Math.max(0, withinMs - passed());
	}

	/** The failure when the time is over. */
	get failure(): Failure {
		const seconds = Math.round(this.withinMs / 100) / 10;
		return { cause: 'lost', detail: `it took longer than ${seconds} s` };
	}
}
