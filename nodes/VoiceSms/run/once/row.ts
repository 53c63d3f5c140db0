import { createHash, randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isObject } from '../../util/isObject';

/** What the number of a row's entries says of its key. No row: the key is free. */
export const states = { taken: 1, sent: 2, inDoubt: 3 } as const;

/**
 * The row of one key in n8n's deduplication store. n8n reads a row and writes it whole; only the INSERT of
 * a row that is not there is atomic, and it decides who has the key. Whose row it is, is its mode: n8n
 * refuses to touch a row that was made with another mode, before it writes anything (n8n,
 * deduplication-helper, `validateMode`).
 */
export interface KeyRow {
	/** How many entries it has; 0 when there is no such row. */
	count(): Promise<number>;
	/**
	 * Makes the row, or writes into it what was ours before; false when it is somebody else's.
	 *
	 * @param owner asked again after a lost answer with the same name, it is ours all the same
	 */
	write(owner: string, entries: number): Promise<boolean>;
	/** Deletes the row, whoever it belongs to. */
	clear(): Promise<void>;
}

export type RowOf = (key: string) => KeyRow;

/** n8n gives no row to each key, or does not keep it for whoever made it. */
export class NoRows extends UserError {
	constructor() {
		super(
			"Send Once Key does not work in this version of n8n, because its store does not keep the keys apart. Remove the option, or use a version of n8n that this node's README names.",
		);
	}
}

/** Begins a call of n8n's store that goes to a row of ours. */
type Begin = <T>(call: () => Promise<T>) => Promise<T>;

/** n8n's words for a row of another mode, once it was tried in this process that it has such. */
let wordsOfOtherMode: string | undefined;

/**
 * n8n names a row by the id of the node behind the context, a member that it does not document, before it
 * first waits. So the id is another one while a call begins, and nobody else ever sees it.
 *
 * @throws NoRows; what n8n's store throws
 */
export async function openRows(context: IExecuteFunctions): Promise<RowOf> {
	const { node } = context as unknown as { node?: unknown };
	const own = isObject(node) ? Object.getOwnPropertyDescriptor(node, 'id') : undefined;
	if (own?.configurable !== true || typeof own.value !== 'string') throw new NoRows();
	let asked = false;
	const rowOf = (name: string, words?: string) => {
		const begin: Begin = (call) => {
			const get = () => {
				asked = true;
				return `${String(own.value)}:${name}`;
			};
			Object.defineProperty(node, 'id', { get, configurable: true, enumerable: true });
			try {
				return call();
			} finally {
				Object.defineProperty(node, 'id', own);
			}
		};
		return rowBy(context, begin, words);
	};
	if (wordsOfOtherMode === undefined) {
		// Without the words, which another execution may find meanwhile: they would hide what n8n says here.
		const row = rowOf(`try:${randomUUID()}`);
		await row.count();
		if (!asked) throw new NoRows();
		wordsOfOtherMode = await wordsFor(row);
	}
	const words = wordsOfOtherMode;
	return (key) => rowOf(`key:${createHash('sha256').update(key).digest('base64url')}`, words);
}

/** What n8n says when a row is written with another mode than it was made with. */
async function wordsFor(row: KeyRow): Promise<string> {
	const owner = randomUUID();
	await row.write(owner, states.taken);
	const other = async () =>
		await row.write(randomUUID(), states.taken).then(
			() => undefined,
			(error: Error) => error.message,
		);
	const words = await other();
	// In between the store works for the owner, so that words of a store that fails are not taken for it.
	await row.write(owner, states.taken);
	const again = await other();
	await row.clear();
	if (words === undefined) throw new NoRows();
	if (words !== again) throw new Error(again ?? words);
	return words;
}

/** @param words of n8n for a row of another mode; without them, such a row is an error */
function rowBy({ helpers }: IExecuteFunctions, begin: Begin, words: string | undefined): KeyRow {
	return {
		count: async () => {
			return await begin(() => helpers.getProcessedDataCount('node', { mode: 'entries' }));
		},
		write: async (owner, entries) => {
			// What n8n compares, and takes for entries where it is neither of its other two modes.
			const mode = `entries ${owner}` as 'entries';
			const all = Object.values(states).slice(0, entries).map(String);
			try {
				await begin(() => helpers.checkProcessedAndRecord(all, 'node', { mode }));
				return true;
			} catch (error) {
				if (words !== undefined && (error as Error).message === words) {
					return false;
				}
				return await Promise.reject(error as Error);
			}
		},
		clear: async () => {
			await begin(() => helpers.clearAllProcessedItems('node', { mode: 'entries' }));
		},
	};
}
