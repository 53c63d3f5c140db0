import { inTurn } from '../util/inTurn';
import { KeyStaysTaken, whoseIsIt } from './keyErrors';
import type { KeyRow, RowOf } from './keyRows';
import type { Attempt } from './unsentKeys';

export interface EarlierKeys {
	/** @param attempt it learns what is known */
	has(key: string, attempt: Attempt): Promise<boolean>;
	forget(key: string): Promise<void>;
}

/**
 * Keys that 0.1.0 took: they stand in the node's one row. n8n's store cannot be asked without adding
 * the key, so it is taken out again. Whoever writes the row at the same moment may bring the key
 * back, but never loses another one; so what has been freed is noted in a row of its own.
 *
 * @param queue name of the row's queue in this process
 */
export function earlierKeys(shared: KeyRow, queue: string, rowOf: RowOf): EarlierKeys {
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
