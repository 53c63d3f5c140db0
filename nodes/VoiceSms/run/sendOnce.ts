import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { TimeLimit } from '../api/deadline';
import { addTo, repeatableKey, unsureKey } from '../api/nodeError';
import { inWords } from '../util/inWords';
import { reasonOf } from './keyErrors';
import { KeysUnderWay } from './keysUnderWay';
import type { NodeError } from './outcomes';
import { asItemError, mayHaveBeenDone, onceKeyOf } from './outcomes';
import { SentMarks } from './sentMarks';
import type { TakenKeys } from './takenKeys';
import { openTakenKeys } from './takenKeys';

/** Milliseconds that a run waits at its end for notes of what was sent. */
const longestNoting = 60_000;

/** Why a key was not sent with, where that is no fault. */
export type NotSent = 'sentNow' | 'seenBefore' | 'unfinished';

/** One sending of an item. */
export interface Sending<T> {
	/** What is sent, in the words of an error. */
	thing: string;
	itemIndex: number;
	/** Where a person can see whether it was sent: "among the calls". */
	shownAt: string;
	/** Milliseconds after which a key is in doubt of which nobody said what became. */
	inDoubtAfterMs: number;
	/** Asked when the key is taken, right before `send`. */
	mayBegin(): boolean;
	/** @param beforeTry to be awaited right before each try; what it throws ends the sending */
	send(beforeTry?: () => Promise<void>): Promise<T>;
}

/**
 * Send Once, on n8n's own deduplication store, which outlives executions and is shared by the
 * workers of queue mode. The keys are those of this node in this workflow.
 */
export class SendOnce {
	private opened?: Promise<TakenKeys>;
	private readonly marks = new SentMarks();
	/** Keys of this run, which may not have been noted yet. */
	private readonly sentNow = new Set<string>();
	private readonly underWay: KeysUnderWay;

	/** @param now milliseconds since 1970 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly now: () => number,
	) {
		this.underWay = new KeysUnderWay(now, async (key) => await (await this.keys()).goesOn(key));
	}

	/**
	 * Sends unless the key was taken before, or the sending may not begin. The key is free again when
	 * it is certain that nothing was sent. `sentNow`: an item of this run was sent with it;
	 * `unfinished`: whoever took it has not said yet what became.
	 *
	 * @throws NodeApiError or NodeOperationError; it says when the key stays taken, or is in doubt
	 */
	async send<T extends object>(
		key: string,
		sending: Sending<T>,
	): Promise<T | NotSent | 'notBegun'> {
		const { thing, itemIndex, inDoubtAfterMs, mayBegin, send } = sending;
		if (this.sentNow.has(key)) return 'sentNow';
		const notSent = (description: string) =>
			new NodeOperationError(this.context.getNode(), `Not sent: ${thing}`, {
				itemIndex,
				description,
			});
		// Else so many notes wait that a kill would leave more in doubt than was under way.
		await this.marks.room(this.context.getExecutionCancelSignal?.());
		const takenAt = this.now();
		const taken = await this.take(key, inDoubtAfterMs).catch((error: unknown) => {
			throw notSent(
				`n8n's store could not take the key "${key}" of Send Once: ${reasonOf(error)}. Run it again when n8n's database answers.`,
			);
		});
		if (taken === 'sent') return 'seenBefore';
		if (taken === 'unfinished') return taken;
		if (taken === 'inDoubt') throw this.inDoubt(key, sending);
		this.underWay.begin(key, takenAt, inDoubtAfterMs);
		if (!mayBegin()) {
			const notFreed = await this.free(key);
			if (notFreed !== undefined) throw notSent(notFreed);
			return 'notBegun';
		}
		let sent: T;
		try {
			sent = await send(async () => {
				if (!(await this.underWay.mayBeSent(key))) throw this.tooLate(key, sending);
			});
		} catch (error) {
			throw await this.afterFailure(key, asItemError(this.context, error, itemIndex));
		} finally {
			this.underWay.end(key);
		}
		this.sentNow.add(key);
		this.marks.note(key, async () => await (await this.keys()).sent(key));
		return sent;
	}

	/**
	 * Waits until all that was sent is noted, for a minute at most, and not when the run is canceled.
	 *
	 * @returns a line about what could not be noted, which n8n's log has, too
	 */
	async noted(): Promise<string | undefined> {
		const canceled = this.context.getExecutionCancelSignal?.();
		const limit = new TimeLimit(longestNoting, canceled);
		const over = new Promise((resolve) => limit.signal.addEventListener('abort', resolve));
		if (!limit.signal.aborted) await Promise.race([this.marks.written(), over]);
		limit.end();
		// What is still to be noted then is, unless the process ends.
		if (canceled?.aborted === true) return undefined;
		const { lost } = this.marks;
		if (lost !== undefined) this.context.logger.warn(lost);
		return lost;
	}

	private async take(key: string, inDoubtAfterMs: number) {
		return await (await this.keys()).take(key, inDoubtAfterMs);
	}

	/** Asked again, it gives the same error: nothing is sent by it. */
	private inDoubt(key: string, sending: Sending<unknown>): NodeOperationError {
		const error = this.maybeSent(key, sending, [
			'Not sent, as it may have been sent before',
			`The key "${key}" was taken more than ${inWords(sending.inDoubtAfterMs)} ago by an execution that never said what became of it: it was cut off, or got no answer.`,
			'send it with another key, as this one stays taken.',
		]);
		error.context[repeatableKey] = true;
		return error;
	}

	/** Somebody else may have been told to send it with another key: it is not sent any more. */
	private tooLate(key: string, sending: Sending<unknown>): NodeOperationError {
		return this.maybeSent(key, sending, [
			'Not sent, as it was held up for too long',
			`Its key "${key}" was taken more than ${inWords(sending.inDoubtAfterMs)} ago, so another execution may have called it in doubt, and the message may have been sent with another key.`,
			'send it with another key.',
		]);
	}

	private maybeSent(
		key: string,
		{ thing, itemIndex, shownAt }: Sending<unknown>,
		[what, why, advice]: [string, string, string],
	): NodeOperationError {
		const error = new NodeOperationError(this.context.getNode(), `${what}: ${thing}`, {
			itemIndex,
			description: `${why} Look for it ${shownAt}. If it is missing there, ${advice}`,
		});
		Object.assign(error.context, { [unsureKey]: true, [onceKeyOf]: key });
		return error;
	}

	/** A sentence when the key is not free then. */
	private async free(key: string): Promise<string | undefined> {
		const isLate = this.underWay.isLate(key);
		this.underWay.end(key);
		// Free, it could be sent with beside the other key that whoever called it in doubt sends with.
		if (isLate) {
			return `The key "${key}" stays taken, as it was held up for so long that another execution may have called it in doubt.`;
		}
		try {
			await (await this.keys()).free(key);
			return undefined;
		} catch (error) {
			return `The key "${key}" stays taken, as n8n's store could not free it: ${reasonOf(error)}.`;
		}
	}

	/** The error, with what became of the key. */
	private async afterFailure(key: string, error: NodeError): Promise<NodeError> {
		const becameOfKey = mayHaveBeenDone(error)
			? `The key "${key}" stays taken.`
			: await this.free(key);
		if (becameOfKey !== undefined) addTo(error, becameOfKey);
		return error;
	}

	private async keys(): Promise<TakenKeys> {
		this.opened ??= openTakenKeys(this.context, this.now);
		try {
			return await this.opened;
		} catch (error) {
			// The next item asks again.
			this.opened = undefined;
			return await Promise.reject(error);
		}
	}
}
