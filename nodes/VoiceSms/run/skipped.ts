import { inWords } from '../util/inWords';
import type { ItemOutcome } from './outcomes';
import type { NotSent } from './sendOnce';

/**
 * What an item gives that Send Once did not send.
 *
 * @param inDoubtAfterMs milliseconds after which a key is in doubt of which nobody said what became
 */
export function skipped(why: NotSent, onceKey: string, inDoubtAfterMs: number): ItemOutcome {
	if (why !== 'unfinished') {
		const reason = 'This key was seen before';
		return { result: { skipped: true, onceKey, reason }, skipped: true };
	}
	const reason = `Another execution has taken this key, and what became of it is not known yet. If the execution that took it was cut off, run the item again later: ${inWords(inDoubtAfterMs)} after that the node says what to do.`;
	return { result: { skipped: true, unfinished: true, onceKey, reason }, skipped: true };
}
