import { createHash, randomUUID } from 'node:crypto';
import { type IExecuteFunctions, UserError } from 'n8n-workflow';

import { rethrow } from '../../api/errors/nodeError';
import { withOtherId } from '../../util/unpromised';

/** The state of a key, by the number of entries in its row. Without a row, the key is free. */
export const states = { taken: 1, sent: 2, inDoubt: 3 } as const;

/**
 * The row of one key and receiver in n8n's deduplication store. n8n reads a row and writes it whole. Only
 * the INSERT of a new row is atomic, so the INSERT decides who owns the key. The row's mode names the owner:
 * n8n refuses to write to a row with another mode (n8n, deduplication-helper, `validateMode`).
 */
export interface KeyRow {
	/** The number of entries; 0 without a row. */
	count(): Promise<number>;
	/**
	 * Creates the row, or writes into our own row; false if the row belongs to another owner.
	 *
	 * @param owner the same name again, after a lost answer, is still the owner
	 */
	write(owner: string, entries: number): Promise<boolean>;
	/** Deletes the row of any owner. */
	clear(): Promise<void>;
}

export type RowOf = (name: string) => KeyRow;

/** n8n does not keep one row for each key, or does not keep a row for its owner. */
export class NoRows extends UserError {
	constructor() {
		super(
			"Send Once Key does not work in this version of n8n. Remove the option, or use a version that this node's README names.",
		);
	}
}

/** Starts a call of n8n's store that goes to our row. */
type Begin = <T>(call: () => Promise<T>) => Promise<T>;

/** n8n's error message for a row with another mode, known after a first trial in this process. */
let wordsOfOtherMode: string | undefined;

/**
 * The rows of n8n's store that the keys of this node have. n8n names a row by the id of the node (`withOtherId`).
 *
 * @throws NoRows; any error of n8n's store
 */
export async function openRows(context: IExecuteFunctions): Promise<RowOf> {
	let wasRead = false;
	const withId = withOtherId(context, () => (wasRead = true));
	if (withId === undefined) throw new NoRows();
	const rowOf = (name: string, words?: string) =>
		rowBy(context, async (call) => await withId(name, call), words);
	if (wordsOfOtherMode === undefined) {
		// Without the message, which another execution may find meanwhile: with it, `write` would return
		// false, and n8n's error would be lost.
		const row = rowOf(`try:${randomUUID()}`);
		await row.count();
		if (!wasRead) throw new NoRows();
		wordsOfOtherMode = await wordsFor(row);
	}
	const words = wordsOfOtherMode;
	return (name) => rowOf(`key:${createHash('sha256').update(name).digest('base64url')}`, words);
}

/** n8n's error message for a write with another mode. */
async function wordsFor(row: KeyRow): Promise<string> {
	const owner = randomUUID();
	await row.write(owner, states.taken);
	const other = async () =>
		await row.write(randomUUID(), states.taken).then(
			() => undefined,
			(error: Error) => error.message,
		);
	const words = await other();
	// A write by the owner in between proves that the store works, so the message is not that of a failing
	// store.
	await row.write(owner, states.taken);
	const again = await other();
	await row.clear();
	if (words === undefined) throw new NoRows();
	if (words !== again) throw new Error(again ?? words);
	return words;
}

/** @param words n8n's message for a row of another mode; without it, this row is an error */
function rowBy({ helpers }: IExecuteFunctions, begin: Begin, words: string | undefined): KeyRow {
	return {
		count: async () => {
			return await begin(() => helpers.getProcessedDataCount('node', { mode: 'entries' }));
		},
		write: async (owner, entries) => {
			// n8n compares modes as texts, and treats any mode other than its other two as `entries`.
			const mode = `entries ${owner}` as 'entries';
			const all = Object.values(states).slice(0, entries).map(String);
			try {
				await begin(() => helpers.checkProcessedAndRecord(all, 'node', { mode }));
				return true;
			} catch (error) {
				if (words !== undefined && (error as Error).message === words) {
					return false;
				}
				rethrow(error);
			}
		},
		clear: async () => {
			await begin(() => helpers.clearAllProcessedItems('node', { mode: 'entries' }));
		},
	};
}
