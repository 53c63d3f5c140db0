import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { inTurn } from '../util/inTurn';
import type { KeyRow } from './keyRows';
import { openRows, rowOfNode } from './keyRows';
import type { Attempt } from './unsentKeys';
import { newAttempt, unsentOf } from './unsentKeys';

/** Keys that the node's one row holds; the oldest go first. As many as n8n's Remove Duplicates keeps. */
const mostInOneRow = 10_000;

/** The Send Once keys of a node that are taken, in whatever execution, process or worker. */
export interface TakenKeys {
	/** Takes the key; false when it was taken before. */
	take(key: string): Promise<boolean>;
	/** Gives a key back that this run took. */
	free(key: string): Promise<void>;
}

const whoseIsIt = 'nobody can say whether an earlier try of this execution took it';

/** What went wrong, in a few words. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** A key that could be neither looked up in full nor given back. */
class KeyStaysTaken extends UserError {
	constructor(key: string, cause: unknown) {
		super(`${reasonOf(cause)}; the key "${key}" stays taken`);
	}
}

/** The error of a key of which no answer came: another execution may find it taken. */
function inDoubt(key: string, cause: unknown): UserError {
	return new UserError(`${reasonOf(cause)}; the key "${key}" may be taken all the same`);
}

/** @throws what n8n's store throws, also from every call of what it gives */
export async function openTakenKeys(context: IExecuteFunctions): Promise<TakenKeys> {
	const queue = `${String(context.getWorkflow().id)} ${context.getNode().id}`;
	const unsent = unsentOf(context);
	const shared = rowOfNode(context);
	const rowOf = await openRows(context);
	if (rowOf === undefined) return inOneRow(shared, queue, unsent);
	const upgraded = (await shared.count()) > 0;
	return inOwnRows(rowOf, unsent, upgraded ? earlierKeys(shared, queue, rowOf) : undefined);
}

/**
 * All keys in the node's one row: exact within a process. Several workers may lose or share a key,
 * as n8n's store reads and then writes. Nor does a key say who took it: one that an earlier try left
 * is an error, neither sent nor skipped.
 */
function inOneRow(row: KeyRow, queue: string, unsent: Map<string, Attempt>): TakenKeys {
	const takeNow = async (key: string) => (await row.add([key], mostInOneRow)).length === 0;
	const noted = async <T>(key: string, call: () => Promise<T>) => {
		try {
			return await inTurn(queue, call);
		} catch (error) {
			unsent.set(key, newAttempt());
			return await Promise.reject(error);
		}
	};
	return {
		take: async (key) =>
			await noted(key, async () => {
				const taken = await takeNow(key).catch(async (error: unknown) => {
					// Another worker may have made the row just then. If the key is there now, nobody can say
					// whose it is.
					if (await takeNow(key).catch(() => false)) return true;
					return await Promise.reject(inDoubt(key, error));
				});
				if (!taken && unsent.has(key)) throw new KeyStaysTaken(key, whoseIsIt);
				unsent.delete(key);
				return taken;
			}),
		free: async (key) => await noted(key, async () => await row.remove([key])),
	};
}

/** A row for each key: to take it is to make its row, which is exact across workers, too. */
function inOwnRows(
	rowOf: (kind: string, key: string) => KeyRow,
	unsent: Map<string, Attempt>,
	earlier: EarlierKeys | undefined,
): TakenKeys {
	const held = new Map<string, Attempt>();
	return {
		async take(key) {
			const row = rowOf('', key);
			const attempt = unsent.get(key) ?? newAttempt();
			// Whoever asks for the key meanwhile does not have this attempt.
			unsent.delete(key);
			try {
				if (!(await makeRow(row, key, attempt))) return false;
				if ((await earlier?.has(key, attempt)) === true) return false;
				held.set(key, attempt);
				return true;
			} catch (error) {
				if (attempt.told) unsent.set(key, attempt);
				if (!attempt.told || error instanceof KeyStaysTaken) return await Promise.reject(error);
				if (!attempt.sure) return await Promise.reject(inDoubt(key, error));
				// Whether 0.1.0 took it is not known, so it is not noted as freed.
				const freed = await row.clear().then(
					() => true,
					() => false,
				);
				return await Promise.reject(freed ? error : new KeyStaysTaken(key, error));
			}
		},
		async free(key) {
			try {
				await earlier?.forget(key);
				await rowOf('', key).clear();
			} catch (error) {
				const attempt = held.get(key);
				if (attempt !== undefined) unsent.set(key, attempt);
				await Promise.reject(error);
			}
		},
	};
}

/** Makes the key's row; false when it is somebody else's. */
async function makeRow(row: KeyRow, key: string, attempt: Attempt): Promise<boolean> {
	// Without a mark of ours in the store the row is somebody else's, and stays as it is.
	if (!attempt.told && (await row.count()) > 0) return false;
	const isOurs = async () => await askWhose(row, key, attempt);
	// It fails when another makes the row at the same time, or when the store does. In both cases the
	// row, asked again, knows by the mark whose it is.
	return await isOurs().catch(async (error: unknown) => {
		return await (error instanceof KeyStaysTaken ? Promise.reject(error) : isOurs());
	});
}

/** Whether the key's row, made if there is none, is ours. */
async function askWhose(row: KeyRow, key: string, attempt: Attempt): Promise<boolean> {
	const { mark, sure } = attempt;
	// If no answer comes, the question itself may have put the mark into somebody else's row.
	attempt.told = true;
	attempt.sure = false;
	const found = await row.add([key, mark]);
	if (found.length > 0 && !found.includes(mark)) return false;
	// A row that was made with our mark holds two; one that was somebody else's, more.
	if (found.length > 0 && !sure && (await row.count()) !== 2) {
		throw new KeyStaysTaken(key, whoseIsIt);
	}
	attempt.sure = true;
	return true;
}

interface EarlierKeys {
	/** @param attempt it learns what is known */
	has(key: string, attempt: Attempt): Promise<boolean>;
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
	const ask = async (key: string, attempt: Attempt) => {
		const { earlier } = attempt;
		attempt.earlier = 'unsure';
		const found = await shared.add([key]);
		attempt.earlier = earlier;
		return found.length > 0;
	};
	return {
		has: async (key, attempt) =>
			await inTurn(queue, async () => {
				if (attempt.earlier === 'absent') return false;
				if (await ask(key, attempt)) {
					if ((await rowOf('freed:', key).count()) > 0) return false;
					if (attempt.earlier === 'unsure') throw new KeyStaysTaken(key, whoseIsIt);
					return true;
				}
				attempt.earlier = 'absent';
				// What stays there does no harm: the key is taken now, and noted when it is freed.
				await shared.remove([key]).catch(() => {});
				return false;
			}),
		forget: async (key) => {
			await rowOf('freed:', key).add([key]);
		},
	};
}
