import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Keys that n8n's store keeps for a node; the oldest go first. As many as n8n's own Remove Duplicates
 * keeps: the store writes all of them anew for every key.
 */
const maxEntries = 10_000;

/**
 * Send Once, on n8n's own deduplication store, which outlives executions and is shared by the
 * workers of queue mode. The keys are those of this node in this workflow.
 */
export class Once {
	/** The store reads and then writes, so two items of one run must not be in it at a time. */
	private queue: Promise<unknown> = Promise.resolve();

	constructor(private readonly context: IExecuteFunctions) {}

	/** Records the key; false when it was there already. */
	async take(key: string): Promise<boolean> {
		return await this.inTurn(async () => {
			const { new: fresh } = await this.context.helpers.checkProcessedAndRecord([key], 'node', {
				mode: 'entries',
				maxEntries,
			});
			return fresh.length > 0;
		});
	}

	/** Forgets the key, as what it stands for was not carried out. False when the store refused. */
	async free(key: string): Promise<boolean> {
		return await this.inTurn(async () => {
			await this.context.helpers.removeProcessed([key], 'node', { mode: 'entries' });
			return true;
		}).catch(() => false);
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const turn = this.queue.then(work);
		this.queue = turn.catch(() => undefined);
		return await turn;
	}
}
