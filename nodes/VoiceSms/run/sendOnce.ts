import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { addTo } from '../api/nodeError';
import type { NodeError } from './outcomes';
import { asItemError, mayHaveBeenDone } from './outcomes';
import type { TakenKeys } from './takenKeys';
import { openTakenKeys, reasonOf } from './takenKeys';

/** One sending of an item. */
export interface Sending<T> {
	/** What is sent, in the words of an error. */
	thing: string;
	itemIndex: number;
	/** Asked when the key is taken, right before `send`. */
	mayBegin(): boolean;
	send(): Promise<T>;
}

/**
 * Send Once, on n8n's own deduplication store, which outlives executions and is shared by the
 * workers of queue mode. The keys are those of this node in this workflow.
 */
export class SendOnce {
	private opened?: Promise<TakenKeys>;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Sends unless the key was taken before, or the sending may not begin. The key is free again when
	 * it is certain that nothing was sent.
	 *
	 * @throws NodeApiError or NodeOperationError; it says when the key stays taken
	 */
	async send<T extends object>(
		key: string,
		{ thing, itemIndex, mayBegin, send }: Sending<T>,
	): Promise<T | 'seenBefore' | 'notBegun'> {
		const notSent = (description: string) =>
			new NodeOperationError(this.context.getNode(), `Not sent: ${thing}`, {
				itemIndex,
				description,
			});
		const taken = await this.take(key).catch((error: unknown) => {
			throw notSent(
				`n8n's store could not take the key "${key}" of Send Once: ${reasonOf(error)}. Run it again when n8n's database answers.`,
			);
		});
		if (!taken) return 'seenBefore';
		if (!mayBegin()) {
			const notFreed = await this.free(key);
			if (notFreed !== undefined) throw notSent(notFreed);
			return 'notBegun';
		}
		try {
			return await send();
		} catch (error) {
			throw await this.afterFailure(key, asItemError(this.context, error, itemIndex));
		}
	}

	private async take(key: string): Promise<boolean> {
		return await (await this.keys()).take(key);
	}

	/** A sentence when the key could not be freed. */
	private async free(key: string): Promise<string | undefined> {
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
		this.opened ??= openTakenKeys(this.context);
		try {
			return await this.opened;
		} catch (error) {
			// The next item asks again.
			this.opened = undefined;
			return await Promise.reject(error);
		}
	}
}
