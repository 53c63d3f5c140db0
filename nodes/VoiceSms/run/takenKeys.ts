import type { IExecuteFunctions } from 'n8n-workflow';

import { earlierKeys } from './earlierKeys';
import { openRows, rowOfNode } from './keyRows';
import { inOneRow } from './keysInOneRow';
import { inOwnRows } from './keysInOwnRows';
import type { TakenState } from './keyStates';
import { KeyStates } from './keyStates';
import { unsentOf } from './unsentKeys';

/** The Send Once keys of a node that are taken, in whatever execution, process or worker. */
export interface TakenKeys {
	/**
	 * Takes the key, if it was not taken before.
	 *
	 * @param inDoubtAfterMs milliseconds after which a key is in doubt of which nobody said what became
	 */
	take(key: string, inDoubtAfterMs: number): Promise<'ours' | TakenState>;
	/** Gives a key back that this run took. */
	free(key: string): Promise<void>;
	/** Notes that what this run took the key for is not done yet: its time begins anew. */
	goesOn(key: string): Promise<void>;
	/** Notes that what this run took the key for was done. */
	sent(key: string): Promise<void>;
}

/**
 * @param now milliseconds since 1970
 * @throws what n8n's store throws, also from every call of what it gives
 */
export async function openTakenKeys(
	context: IExecuteFunctions,
	now: () => number,
): Promise<TakenKeys> {
	const queue = `${String(context.getWorkflow().id)} ${context.getNode().id}`;
	const unsent = unsentOf(context);
	const shared = rowOfNode(context);
	const rowOf = await openRows(context);
	if (rowOf === undefined) return inOneRow(shared, queue, unsent);
	const upgraded = (await shared.count()) > 0;
	const earlier = upgraded ? earlierKeys(shared, queue, rowOf) : undefined;
	return inOwnRows(rowOf, new KeyStates(rowOf, now), unsent, earlier);
}
