import type { Access, RequestContext } from './access';
import { type Api, type RequestOptions, type SharedByRun, ServiceApi } from './api';
import type { Clock } from './clock';
import type { Subject } from './errors/nodeError';
import type { Claim } from './flow/attempts';
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
	/** Least milliseconds between two requests that begin and do more than read. */
	intervalMs?: number;
	/** Aborts when no more requests may begin; without it, `signal` ends them. */
	ended?: AbortSignal;
}

/**
 * The connection of one run, the only door to the service: its items share the credential, the gate and the clock.
 */
export class Connection {
	private readonly shared: SharedByRun;

	/** @param access the result of `readAccess`: the credential is read once */
	constructor(context: RequestContext, access: Access, clock: Clock, limits: RunLimits = {}) {
		const { bound, leftMs = () => Infinity, intervalMs, msSinceModelCall } = limits;
		const { signal = context.getExecutionCancelSignal?.(), ended = signal } = limits;
		const node = context.getNode();
		const { logger } = context;
		this.shared = {
			context,
			access,
			run: { node, clock, logger, signal, ended, leftMs, msSinceModelCall },
			gate: new Gate(bound, clock, ended, intervalMs),
			fileGate: new Gate(bound ?? defaultBound, clock, ended),
		};
	}

	/**
	 * @param claim taken before each try of a POST, the one request that must not be made twice
	 * @throws every call of the api throws NodeApiError, built in `nodeError.ts`, or RequestNotMade
	 */
	api(subject: Subject, settings: RequestOptions = {}, claim?: Claim): Api {
		return new ServiceApi(this.shared, subject, settings, claim);
	}

	/** Waits until a request that keeps the interval may begin; without an interval, not at all. */
	async interval(): Promise<void> {
		const { gate } = this.shared;
		if (gate.intervalMs === 0) return;
		const slot = await gate.enter(0);
		if (slot !== undefined) gate.leave(slot);
	}

	/** Opens a gate that closed: after a wait the service may accept requests again. */
	reopen(): void {
		const { gate, fileGate } = this.shared;
		gate.closed = undefined;
		fileGate.closed = undefined;
	}
}
