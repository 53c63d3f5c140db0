import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NodeError } from './outcomes';
import { asItemError, mayHaveBeenDone } from './outcomes';
import type { TakenKeys } from './takenKeys';
import { openTakenKeys, reasonOf } from './takenKeys';

/** What is sent, in the words of an error, and for which item. */
interface Sending {
	thing: string;
	itemIndex: number;
}

/**
 * Send Once, on n8n's own deduplication store, which outlives executions and is shared by the
 * workers of queue mode. The keys are those of this node in this workflow.
 */
export class SendOnce {
	private opened?: Promise<TakenKeys>;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Sends unless the key was taken before; undefined then. The key of a failed sending is free again
	 * when it is certain that nothing was sent.
	 *
	 * @throws NodeApiError or NodeOperationError; it says when the key stays taken
	 */
	async send<T>(key: string, sending: Sending, send: () => Promise<T>): Promise<T | undefined> {
		if (!(await this.take(key, sending))) return undefined;
		try {
			return await send();
		} catch (error) {
			throw await this.afterFailure(key, asItemError(this.context, error, sending.itemIndex));
		}
	}

	private async take(key: string, { thing, itemIndex }: Sending): Promise<boolean> {
		try {
			return await (await this.keys()).take(key);
		} catch (error) {
			throw new NodeOperationError(this.context.getNode(), `Not sent: ${thing}`, {
				itemIndex,
				description: `n8n's store could not take the key "${key}" of Send Once: ${reasonOf(error)}. Run it again when n8n's database answers.`,
			});
		}
	}

	/** The error, with what became of the key. */
	private async afterFailure(key: string, error: NodeError): Promise<NodeError> {
		const staysTaken = (why: string) => {
			error.description = `${error.description ?? ''} The key "${key}" stays taken${why}.`.trim();
		};
		if (mayHaveBeenDone(error)) {
			staysTaken('');
			return error;
		}
		try {
			await (await this.keys()).free(key);
		} catch (failure) {
			staysTaken(`, as n8n's store could not free it: ${reasonOf(failure)}`);
		}
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
