import { type INode, NodeOperationError } from 'n8n-workflow';

import {
	type Deadline,
	type RequestEnv,
	type TimeLeft,
	msLeftToBegin,
	withDeadline,
} from '../http/deadline';
import { type Failure, unreadable } from '../errors/failure';
import { type Subject, asNodeError, whatHappened } from '../errors/nodeError';
import type { Gate, Slot } from './gate';
import type { Method } from '../endpoints';
import { type Decision, decide, isOutcomeUnknown, waitOfAll } from './retry';

/** How a request is made. */
interface TryPolicy {
	method: Method;
	/** For n8n's log: the path, without the query. */
	path: string;
	/** Most tries, 1 = no retry. */
	tries: number;
	subject: Subject;
	/** Milliseconds that all tries may take together; without it, until the run ends. */
	withinMs?: number;
	claim?: Claim;
	/** As in `Failure`. */
	host?: string;
}

/**
 * The right to send one message, so that no other execution sends the same. Held for one try: taken
 * before it, and noted with its outcome after it.
 */
export interface Claim {
	/**
	 * Takes the claim; false while another execution has it.
	 *
	 * @throws NodeOperationError when the message must not be sent
	 */
	take(): Promise<boolean>;
	/** Notes the outcome of the try; never throws. */
	note(outcome: 'sent' | 'notSent' | 'maybeSent'): Promise<void>;
	/**
	 * Waits until another execution may have released the claim, or the run has ended.
	 *
	 * @param leftMs milliseconds that are left to wait
	 * @throws NodeOperationError when no time is left
	 */
	released(leftMs: () => number): Promise<void>;
}

/** A request that was never made: the run ended before its turn, or its claim says that the message was sent before. */
export class RequestNotMade extends NodeOperationError {
	constructor(node: INode, { nameInErrors, itemIndex }: Subject, isCanceled = false) {
		const what = isCanceled ? 'The execution was canceled before' : 'Not sent';
		super(node, `${what}: ${nameInErrors}`, { itemIndex });
	}
}

/** The result of one try. */
type Verdict<T> =
	| { is: 'accepted'; answer: T }
	| { is: 'failed'; failure: Failure; next: Decision }
	| { is: 'noSlot' | 'over' | 'taken' };

/**
 * Asks until the service gives its payload, as `retry.ts` decides and the gate lets it in. "done" = a
 * repeated DELETE found nothing any more.
 *
 * @param exchange one exchange with the service: its payload, or the failure as a value. `end` is the end of
 * all tries.
 * @throws NodeApiError of the last failure; RequestNotMade; what the claim throws
 */
export async function attempts<T extends object>(
	run: RequestEnv,
	gate: Gate,
	policy: TryPolicy,
	exchange: (end: TimeLeft) => Promise<T | Failure>,
): Promise<T | 'done'> {
	return await withDeadline(run, policy.withinMs, async (deadline) => {
		return await new Attempts(run, gate, policy, deadline, exchange).untilSettled();
	});
}

/** The tries of one request. Each enters the gate, takes the claim, asks, and notes what came of it. */
class Attempts<T extends object> {
	/** Number of the try, from 1. */
	private number = 1;
	/** How often the request was refused with "too many requests". */
	private throttles = 0;
	/** Whether a try may have been carried out: a later refusal does not undo it. */
	private maybeDone = false;
	private last?: Failure;

	constructor(
		private readonly run: RequestEnv,
		private readonly gate: Gate,
		private readonly policy: TryPolicy,
		private readonly deadline: Deadline | undefined,
		private readonly exchange: (end: TimeLeft) => Promise<T | Failure>,
	) {}

	/** Tries again where a retry helps. Leaves the slot before it waits, so that other requests can go. */
	async untilSettled(): Promise<T | 'done'> {
		const { run, gate, deadline } = this;
		const { claim } = this.policy;
		for (;;) {
			this.throwIfOver();
			const verdict = await this.tryInSlot();
			if (verdict.is === 'accepted') return verdict.answer;
			if (verdict.is === 'taken') {
				this.log('waits for another execution that sends with the same key');
				await claim?.released(this.leftMs);
			}
			if (verdict.is !== 'failed') {
				this.throwIfOver();
				const { service, retryAfterMs } = gate.closed ?? {};
				const notTried: Failure = { cause: 'notTried', service, retryAfterMs };
				if (verdict.is === 'noSlot') this.fail(this.last ?? notTried);
				continue;
			}
			const { failure, next } = verdict;
			this.logTry(failure, next);
			this.last = failure;
			this.number++;
			// A cancel and a deadline cut the connection: the failure of the connection is not the cause.
			if (run.signal?.aborted === true || deadline?.signal.aborted === true) this.throwIfOver();
			if (next === 'done') return 'done';
			if (typeof next === 'string') this.fail(failure);
			// After a 429 all requests wait at the gate.
			if (failure.status === 429) this.throttles++;
			else await run.clock.sleep(next.waitMs, deadline?.signal ?? run.ended);
		}
	}

	private async tryInSlot(): Promise<Verdict<T>> {
		const { method, claim } = this.policy;
		const slot = await this.gate.enter(this.throttles, method !== 'GET', this.deadline?.signal);
		if (slot === undefined) return { is: 'noSlot' };
		try {
			if ((await claim?.take()) === false) return { is: 'taken' };
			const verdict = await this.tryOnce(slot);
			const unsent = verdict.is === 'failed' && this.maybeDone ? 'maybeSent' : 'notSent';
			await claim?.note(verdict.is === 'accepted' ? 'sent' : unsent);
			return verdict;
		} finally {
			this.gate.leave(slot);
		}
	}

	/** Asks, judges the outcome, and tells the gate before the claim is noted, which may take long. */
	private async tryOnce(slot: Slot): Promise<Verdict<T>> {
		const { run, gate, deadline } = this;
		const { method, tries } = this.policy;
		if (run.ended?.aborted === true || this.leftMs() < 0) return { is: 'over' };
		gate.begin(slot);
		const failure = await this.exchange(deadline ?? run).catch((error: Error) => {
			if (method === 'GET') throw error;
			// The write may have left: nobody knows whether it was carried out.
			return unreadable(`The answer could not be processed: ${error.message}`);
		});
		if (!isFailure(failure)) {
			gate.wrote(slot);
			gate.gotThrough(slot);
			return { is: 'accepted', answer: failure };
		}
		this.maybeDone ||= method !== 'GET' && isOutcomeUnknown(failure);
		const { number: tryNumber, maybeDone: mayHaveBeenDone } = this;
		const random = run.clock.random();
		const leftMs = this.leftMs();
		const next = decide(failure, { method, tries, tryNumber, mayHaveBeenDone, random, leftMs });
		if (failure.status === 429) {
			const waitMs = typeof next === 'object' ? next.waitMs : waitOfAll(failure, tryNumber, random);
			// A wait that outlasts the run outlasts it for every request; a deadline is one request's own.
			if (next === 'late' && deadline === undefined) gate.close(failure);
			else gate.throttled(slot, failure, waitMs, typeof next !== 'object');
		} else {
			// Without an answer the service may still work on the request, and others would wait behind it.
			if (failure.status === 503 || failure.cause === 'lost') gate.halve(slot);
			// A write that is tried again has not ended.
			if (typeof next === 'string')
				gate.wrote(slot, method !== 'GET' && isOutcomeUnknown(failure) ? failure : undefined);
			if (failure.status !== undefined) gate.gotThrough(slot);
		}
		return { is: 'failed', failure, next };
	}

	private readonly leftMs = () => msLeftToBegin(this.run, this.policy.method, this.deadline);

	private throwIfOver() {
		if (this.run.ended?.aborted === true) {
			if (this.maybeDone && this.last !== undefined) this.fail(this.last);
			const { node, signal } = this.run;
			throw new RequestNotMade(node, this.policy.subject, signal?.aborted);
		}
		if (this.leftMs() < 0) this.fail(this.last ?? { cause: 'notTried' });
		if (this.deadline?.signal.aborted === true) this.fail(this.deadline.failure);
	}

	/** Without the words of the answer, which may repeat the text of a message. */
	private logTry(failure: Failure, next: Decision) {
		const { method, tries } = this.policy;
		const wait = typeof next === 'object' ? `next try after ${next.waitMs} ms` : 'no more tries';
		const why = whatHappened(failure, method);
		this.log(`try ${this.number} of ${tries}, ${wait}. ${why}`);
	}

	private log(what: string) {
		const { method, path } = this.policy;
		this.run.logger.debug(`Voice and SMS: ${method} ${path}: ${what}`);
	}

	private fail(failure: Failure): never {
		const { subject, method, host } = this.policy;
		const owned = host === undefined ? failure : { host, ...failure };
		throw asNodeError(this.run.node, owned, subject, this.maybeDone, method);
	}
}

const isFailure = (outcome: object): outcome is Failure => 'cause' in outcome;
