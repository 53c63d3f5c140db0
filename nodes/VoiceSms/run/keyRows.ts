import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../util/isObject';

const mode = 'entries' as const;

/**
 * One row of n8n's deduplication store. n8n names a row by workflow and node id, reads it and writes
 * it whole; only the INSERT of a row that is not there is atomic (n8n, deduplication-helper.ts).
 */
export interface KeyRow {
	/** How many keys it holds; 0 when there is no such row. */
	count(): Promise<number>;
	/**
	 * Adds the keys that are not there; gives those that were.
	 *
	 * @param most keys the row may hold, the oldest go first; without it there is no end
	 */
	add(keys: string[], most?: number): Promise<string[]>;
	remove(keys: string[]): Promise<void>;
	/** Deletes the row. */
	clear(): Promise<void>;
}

/** The row of a kind that belongs to a key; '' is the kind of the key's own. */
export type RowOf = (kind: string, key: string) => KeyRow;

/** Begins a call of n8n's store that goes to a row of ours. */
type Begin = <T>(call: () => Promise<T>) => Promise<T>;

/** The row that n8n gives the node: all keys of 0.1.0 stand in it. */
export function rowOfNode(context: IExecuteFunctions): KeyRow {
	return row(context, (call) => call());
}

/**
 * Rows of our own, for each key, or undefined where n8n does not let us have them: it names a
 * row by the id of the node behind the context, a member that it does not document, before it first
 * waits. So the id is another one while a call begins, and nobody else ever sees it.
 */
export async function openRows(context: IExecuteFunctions): Promise<RowOf | undefined> {
	const { node } = context as unknown as { node?: unknown };
	const own = isObject(node) ? Object.getOwnPropertyDescriptor(node, 'id') : undefined;
	if (own?.configurable !== true || typeof own.value !== 'string') return undefined;
	let asked = false;
	const beginAs = (id: string): Begin => {
		return (call) => {
			const get = () => {
				asked = true;
				return id;
			};
			Object.defineProperty(node, 'id', { get, configurable: true, enumerable: true });
			try {
				return call();
			} finally {
				Object.defineProperty(node, 'id', own);
			}
		};
	};
	await row(context, beginAs(own.value)).count();
	if (!asked) return undefined;
	return (kind, key) => {
		const hash = createHash('sha256').update(key).digest('base64url');
		return row(context, beginAs(`${String(own.value)}:${kind}${hash}`));
	};
}

function row({ helpers }: IExecuteFunctions, begin: Begin): KeyRow {
	return {
		count: async () => await begin(() => helpers.getProcessedDataCount('node', { mode })),
		add: async (keys, most) => {
			const options = { mode, ...(most === undefined ? {} : { maxEntries: most }) };
			const { processed } = await begin(() =>
				helpers.checkProcessedAndRecord(keys, 'node', options),
			);
			return processed.map(String);
		},
		remove: async (keys) => await begin(() => helpers.removeProcessed(keys, 'node', { mode })),
		clear: async () => await begin(() => helpers.clearAllProcessedItems('node', { mode })),
	};
}
