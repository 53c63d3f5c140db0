import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { inTurn } from '../util/inTurn';
import type { KeyRow } from './keyRows';
import { openRows, rowOfNode } from './keyRows';

/** Keys that the node's one row holds; the oldest go first. As many as n8n's Remove Duplicates keeps. */
const mostInOneRow = 10_000;

/** The Send Once keys of a node that are taken, in whatever execution, process or worker. */
export interface TakenKeys {
	/** Takes the key; false when it was taken before. */
	take(key: string): Promise<boolean>;
	/** Gives a key back that this run took. */
	free(key: string): Promise<void>;
}

/** A key that could be neither looked up in full nor given back. */
class KeyStaysTaken extends UserError {
	constructor(key: string, cause: unknown) {
		super(
			`${cause instanceof Error ? cause.message : String(cause)}; the key "${key}" stays taken`,
		);
	}
}

/** @throws what n8n's store throws, also from every call of what it gives */
export async function openTakenKeys(context: IExecuteFunctions): Promise<TakenKeys> {
	const queue = `${String(context.getWorkflow().id)} ${context.getNode().id}`;
	const shared = rowOfNode(context);
	const rowOf = await openRows(context);
	if (rowOf === undefined) return inOneRow(shared, queue);
	const upgraded = (await shared.count()) > 0;
	return inOwnRows(rowOf, upgraded ? earlierKeys(shared, queue, rowOf) : undefined);
}

/**
 * All keys in the node's one row: exact within a process. Several workers may lose or share a key,
 * as n8n's store reads and then writes.
 */
function inOneRow(row: KeyRow, queue: string): TakenKeys {
	const takeNow = async (key: string) => (await row.add([key], mostInOneRow)).length === 0;
	return {
		take: async (key) =>
			await inTurn(queue, async () => {
				return await takeNow(key).catch(async (error: unknown) => {
					// Another worker may have made the row just then. If the key is there now, nobody can say
					// whose it is.
					if (await takeNow(key)) return true;
					return await Promise.reject(error);
				});
			}),
		free: async (key) => await inTurn(queue, async () => await row.remove([key])),
	};
}

/** A row for each key: to take it is to make its row, which is exact across workers, too. */
function inOwnRows(
	rowOf: (kind: string, key: string) => KeyRow,
	earlier: EarlierKeys | undefined,
): TakenKeys {
	return {
		async take(key) {
			if (!(await makeRow(rowOf('', key), key))) return false;
			try {
				return (await earlier?.has(key)) !== true;
			} catch (error) {
				const freed = await this.free(key).then(
					() => true,
					() => false,
				);
				return await Promise.reject(freed ? error : new KeyStaysTaken(key, error));
			}
		},
		async free(key) {
			await earlier?.forget(key);
			await rowOf('', key).clear();
		},
	};
}

/** Makes the key's row; false when it is somebody else's. */
async function makeRow(row: KeyRow, key: string): Promise<boolean> {
	if ((await row.count()) > 0) return false;
	const mark = randomUUID();
	const isOurs = async () => {
		const found = await row.add([key, mark]);
		return found.length === 0 || found.includes(mark);
	};
	// It fails when another makes the row at the same time, or when the store does. In both cases the
	// row, asked again, knows by the mark whose it is.
	return await isOurs().catch(isOurs);
}

interface EarlierKeys {
	has(key: string): Promise<boolean>;
	forget(key: string): Promise<void>;
}

/**
 * Keys that 0.1.0 took: they stand in the node's one row. n8n's store cannot be asked without adding
 * the key, so it is taken out again. Whoever writes the row at the same moment may bring the key
 * back, but never loses another one; so what has been freed is noted in a row of its own.
 */
function earlierKeys(
	shared: KeyRow,
	queue: string,
	rowOf: (kind: string, key: string) => KeyRow,
): EarlierKeys {
	return {
		has: async (key) =>
			await inTurn(queue, async () => {
				const found = await shared.add([key]);
				if (found.length > 0) return (await rowOf('freed:', key).count()) === 0;
				await shared.remove([key]);
				return false;
			}),
		forget: async (key) => {
			await rowOf('freed:', key).add([key]);
		},
	};
}
