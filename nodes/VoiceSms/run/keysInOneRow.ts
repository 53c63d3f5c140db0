import { inTurn } from '../util/inTurn';
import { KeyStaysTaken, maybeTaken, whoseIsIt } from './keyErrors';
import type { KeyRow } from './keyRows';
import type { TakenKeys } from './takenKeys';
import type { Attempt } from './unsentKeys';
import { newAttempt } from './unsentKeys';

/** Keys that the node's one row holds; the oldest go first. As many as n8n's Remove Duplicates keeps. */
const mostInOneRow = 10_000;

/**
 * All keys in the node's one row: exact within a process. Several workers may lose or share a key,
 * as n8n's store reads and then writes. Nor does a key say who took it: one that an earlier try left
 * is an error, neither sent nor skipped. Nor does it say what became of it: all count as sent.
 *
 * @param queue name of the row's queue in this process
 */
export function inOneRow(row: KeyRow, queue: string, unsent: Map<string, Attempt>): TakenKeys {
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
					return await Promise.reject(maybeTaken(key, error));
				});
				if (!taken && unsent.has(key)) throw new KeyStaysTaken(key, whoseIsIt);
				unsent.delete(key);
				return taken ? 'ours' : 'sent';
			}),
		free: async (key) => await noted(key, async () => await row.remove([key])),
		goesOn: async () => {},
		sent: async () => {},
	};
}
