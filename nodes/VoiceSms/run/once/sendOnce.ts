import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Clock } from '../../api/clock';
import { addTo, repeatableKey, unsureKey } from '../../api/errors/nodeError';
import type { NodeError } from '../outcomes';
import { mayHaveBeenDone, onceKeyOf } from '../outcomes';
import { reasonOf } from './asking';
import type { Keys, Refusal } from './claim';
import { KeyClaim } from './claim';
import type { RowOf } from './row';
import { NoRows, openRows } from './row';

/** Most keys in a line. */
const mostNamed = 3;

/** The message or call of a key. */
export interface Sending {
	/** Its name in an error: "SMS to +15550001". */
	thing: string;
	itemIndex: number;
	/** Where a person can look for it: "in the list of calls". */
	shownAt: string;
	/** Milliseconds that the request may take. */
	timeoutMs: number;
}

/**
 * Send Once, on n8n's own deduplication store: it outlives executions, and all workers of queue mode share
 * it. A key belongs to this node in this workflow.
 */
export class SendOnce {
	private opened?: Promise<RowOf>;
	private readonly keys: Keys;

	/** @param ended aborts when nothing more may be sent */
	constructor(
		private readonly context: IExecuteFunctions,
		clock: Clock,
		ended: AbortSignal,
	) {
		this.keys = {
			clock,
			ended,
			canceled: context.getExecutionCancelSignal?.(),
			sent: new Set(),
			looked: new Set(),
			notNoted: new Map(),
			rowOf: async (key) => (await this.rows())(key),
		};
	}

	/** The claim for one request. */
	claim(key: string, sending: Sending): KeyClaim {
		return new KeyClaim(key, this.keys, sending.timeoutMs, (refusal) => {
			return this.refused(key, sending, refusal);
		});
	}

	/** Whether an item of this run used the key or, in a dry run, would use it. */
	has(key: string, dryRun: boolean): boolean {
		return this.keys.sent.has(key) || (dryRun && this.keys.looked.has(key));
	}

	/** A line about keys of sent messages that could not be noted; undefined without any. */
	get notNoted(): string | undefined {
		const { notNoted } = this.keys;
		const [reason] = notNoted.values();
		if (reason === undefined) return undefined;
		const named = [...notNoted.keys()].slice(0, mostNamed).map((key) => `"${key}"`);
		const more = notNoted.size - named.length;
		const list = `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
		return `The messages or calls with these Send Once Keys went out, but n8n's store could not save that: ${list} (${reason}). If you run the same items again, the node does not skip them: it sends nothing and reports these keys as in doubt.`;
	}

	private refused(key: string, sending: Sending, refusal: Refusal): NodeError {
		switch (refusal.why) {
			case 'inDoubt':
				return this.inDoubt(key, sending);
			case 'late':
				return this.maybeSent(key, sending, [
					'Not sent, because it was delayed for too long',
					`Its key "${key}" was taken so long ago that another execution may have reported it as in doubt. So the message may have been sent with another key.`,
					'send it with another key.',
				]);
			case 'stuck':
				return this.notSent(sending, '');
			case 'store':
				if (refusal.error instanceof NoRows) return this.notSent(sending, refusal.error.message);
				return this.notSent(
					sending,
					`n8n's store could not save the Send Once Key "${key}": ${reasonOf(refusal.error)}. Run the item again when n8n's database answers.`,
				);
		}
	}

	/** Repeatable, because another try sends nothing and gives the same error. */
	private inDoubt(key: string, sending: Sending): NodeError {
		const error = this.maybeSent(key, sending, [
			'Not sent, because it may have been sent before',
			`An earlier execution took the key "${key}" and did not save the result: it crashed, got no answer, or lost n8n's database. So nobody knows whether it was sent.`,
			'send it with another key, because this key stays taken.',
		]);
		error.context[repeatableKey] = true;
		return error;
	}

	private maybeSent(
		key: string,
		{ thing, itemIndex, shownAt }: Sending,
		[what, why, advice]: [string, string, string],
	): NodeError {
		const error = new NodeOperationError(this.context.getNode(), `${what}: ${thing}`, {
			itemIndex,
			description: `${why} Wait five minutes, then look for it ${shownAt}. If it is missing there, ${advice}`,
		});
		Object.assign(error.context, { [unsureKey]: true, [onceKeyOf]: key });
		return error;
	}

	private notSent({ thing, itemIndex }: Sending, description: string): NodeError {
		const node = this.context.getNode();
		return new NodeOperationError(node, `Not sent: ${thing}`, { itemIndex, description });
	}

	private async rows(): Promise<RowOf> {
		this.opened ??= openRows(this.context);
		try {
			return await this.opened;
		} catch (error) {
			// The next call opens them again.
			this.opened = undefined;
			return await Promise.reject(error as Error);
		}
	}
}

/** Adds to the error which key stays taken, and why. */
export function withKey(error: NodeError, claim: KeyClaim | undefined): NodeError {
	if (claim === undefined) return error;
	if (claim.staysTaken !== undefined) addTo(error, claim.staysTaken);
	if (claim.staysTaken !== undefined || mayHaveBeenDone(error)) {
		error.context[onceKeyOf] = claim.key;
	}
	return error;
}
