import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

/**
 * n8n keeps deduplication keys in its database; engine tests keep them in memory, behind the same
 * interface of n8n-core. The sandbox tests use the database.
 *
 * @returns the keys seen, to look at and to clear; n8n-core takes a store once a process only
 */
export async function rememberInMemory(): Promise<Set<string>> {
	const seen = new Set<string>();
	const store: Pick<IDataDeduplicator, 'checkProcessedAndRecord' | 'removeProcessed'> = {
		async checkProcessedAndRecord(items) {
			const fresh = items.filter((item) => !seen.has(String(item)));
			// A turn of the event loop between reading and writing, as with a database.
			await new Promise((resolve) => setImmediate(resolve));
			for (const item of fresh) seen.add(String(item));
			return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
		},
		async removeProcessed(items) {
			for (const item of items) seen.delete(String(item));
		},
	};
	await DataDeduplicationService.init(store as IDataDeduplicator);
	return seen;
}
