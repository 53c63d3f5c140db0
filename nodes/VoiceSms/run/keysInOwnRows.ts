import type { EarlierKeys } from './earlierKeys';
import { KeyStaysTaken, maybeTaken, whoseIsIt } from './keyErrors';
import type { KeyRow, RowOf } from './keyRows';
import type { KeyStates } from './keyStates';
import type { TakenKeys } from './takenKeys';
import type { Attempt } from './unsentKeys';
import { newAttempt } from './unsentKeys';

/** A row for each key: to take it is to make its row, which is exact across workers, too. */
export function inOwnRows(
	rowOf: RowOf,
	states: KeyStates,
	unsent: Map<string, Attempt>,
	earlier: EarlierKeys | undefined,
): TakenKeys {
	const held = new Map<string, Attempt>();
	const take = async (key: string, row: KeyRow, attempt: Attempt) => {
		try {
			if (!(await makeRow(row, key, attempt, states))) return 'taken';
			if ((await earlier?.has(key, attempt)) === true) {
				await states.done(key);
				return 'sent';
			}
			held.set(key, attempt);
			return 'ours';
		} catch (error) {
			if (attempt.told) unsent.set(key, attempt);
			if (!attempt.told || error instanceof KeyStaysTaken) return await Promise.reject(error);
			if (!attempt.sure) return await Promise.reject(maybeTaken(key, error));
			// Whether 0.1.0 took it is not known, so it is not noted as freed.
			const freed = await row.clear().then(
				() => true,
				() => false,
			);
			return await Promise.reject(freed ? error : new KeyStaysTaken(key, error));
		}
	};
	return {
		async take(key, inDoubtAfterMs) {
			const row = rowOf('', key);
			const attempt = unsent.get(key) ?? newAttempt();
			// Whoever asks for the key meanwhile does not have this attempt.
			unsent.delete(key);
			const taken = await take(key, row, attempt);
			return taken === 'taken' ? await states.of(key, row, inDoubtAfterMs) : taken;
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
		goesOn: async (key) => await states.goesOn(key),
		sent: async (key) => await states.done(key),
	};
}

/** Makes the key's row; false when it is somebody else's. */
async function makeRow(
	row: KeyRow,
	key: string,
	attempt: Attempt,
	states: KeyStates,
): Promise<boolean> {
	// Without a mark of ours in the store the row is somebody else's, and stays as it is.
	if (!attempt.told && (await row.count()) > 0) return false;
	await states.goesOn(key);
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
