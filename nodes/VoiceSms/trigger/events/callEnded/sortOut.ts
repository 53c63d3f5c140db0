import type { IDataObject } from 'n8n-workflow';

import { isOver } from '../../../fields/forms/call';
import type { Round } from '../../event';
import type { Sighting } from '../../news/sighting';
import type { Followed } from './progress';
import { mostFollowed, newlyFollowed } from './progress';
import type { Known } from './underWay';
import { hasUsableId, namesOf } from './underWay';

/** A call that is over. */
export interface Ended {
	entry: Followed;
	call: IDataObject;
}

/**
 * Sorts calls into calls that are over and calls to follow. New calls are taken in order, up to the
 * first one that would have to be followed and finds no room. A call under way without a usable ID
 * cannot be followed; n8n's log names it by its numbers.
 *
 * @param known followed calls that pass the filters
 * @param fresh new calls, oldest first
 * @param waits whether calls that are over may have to wait for their recordings
 * @returns `taken`: how many new calls were dealt with; the others are to be seen again
 */
export function sortOut(
	round: Round,
	known: Known[],
	fresh: Array<Sighting<IDataObject>>,
	waits = false,
): { followed: Followed[]; over: Ended[]; taken: number } {
	const over: Ended[] = [];
	const followed: Followed[] = [];
	for (const { entry, call } of known) {
		if (call !== undefined && isOver(call)) over.push({ entry, call });
		else followed.push(entry);
	}
	let room = mostFollowed - known.length;
	const nameless: IDataObject[] = [];
	let taken = 0;
	for (const { record: call } of fresh) {
		if (round.filters.pass(call)) {
			const entry = newlyFollowed(call, round.now());
			if (!isOver(call) && !hasUsableId(call)) nameless.push(call);
			else if (isOver(call) && !waits) over.push({ entry, call });
			else if (room <= 0) break;
			else {
				room--;
				if (isOver(call)) over.push({ entry, call });
				else followed.push(entry);
			}
		}
		taken++;
	}
	if (nameless.length > 0) {
		const names = namesOf(
			nameless.map(({ fromNumber, toNumber }) => ({ id: `from ${fromNumber} to ${toNumber}` })),
		);
		round.warn(`Not followed, as the service gives no usable ID: ${names}`);
	}
	return { followed, over, taken };
}
