import type { Access, RequestContext } from './access';
import type { Clock } from './clock';
import { defaultBound } from './flow/bound';
import { Gate } from './flow/gate';
import type { RequestEnv } from './http/deadline';

/** Limits of the requests of one run. */
export interface RunLimits extends Pick<RequestEnv, 'msSinceModelCall'> {
	/** Most requests under way at once; without it the gate finds the number (`gate.ts`). */
	bound?: number;
	/**
	 * Milliseconds left until the run must have ended; without it there is no end. A request fails at
	 * once if its next wait would take longer.
	 */
	leftMs?(): number;
	/** Cuts off requests and waits; without it, a cancel of the execution does. */
	signal?: AbortSignal;
	/** Milliseconds, or more, between two requests that begin and do more than read. */
	intervalMs?: number;
	/** Aborts when no more requests may begin; without it, `signal` ends them. */
	ended?: AbortSignal;
}

/** The connection of one run to the service: its items share the credential, the gates and the clock. */
export class Connection {
	readonly run: RequestEnv;
	readonly gate: Gate;
	/** Refusals of another host must not slow down requests to the service, and the reverse. */
	readonly fileGate: Gate;

	/** @param access the result of `readAccess`: the credential is read once */
	constructor(
		readonly context: RequestContext,
		readonly access: Access,
		clock: Clock,
		limits: RunLimits = {},
	) {
		const { bound, leftMs = () => Infinity, intervalMs, msSinceModelCall } = limits;
		const { signal = context.getExecutionCancelSignal?.(), ended = signal } = limits;
		const node = context.getNode();
		const { logger } = context;
		this.run = { node, clock, logger, signal, ended, leftMs, msSinceModelCall };
		this.gate = new Gate(bound, clock, ended, intervalMs);
		this.fileGate = new Gate(bound ?? defaultBound, clock, ended);
	}

	/** Waits until a request that keeps the interval may begin; without an interval, not at all. */
	async interval(): Promise<void> {
		const { gate } = this;
		if (gate.intervalMs === 0) return;
		const slot = await gate.enter(0);
		if (slot !== undefined) gate.leave(slot);
	}

	/** Opens a gate that closed: after a wait the service may accept requests again. */
	reopen(): void {
		this.gate.closed = undefined;
		this.fileGate.closed = undefined;
	}
}
