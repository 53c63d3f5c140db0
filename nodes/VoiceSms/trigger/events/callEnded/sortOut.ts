import type { IDataObject } from 'n8n-workflow';

import { isOver } from '../../../fields/forms/call';
import type { Poll } from '../../event';
import type { Candidate } from '../../news/candidate';
import type { Followed } from './cursor';
import { mostFollowed, newlyFollowed } from './cursor';
import type { LookedUp } from './underWay';
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
 * @param lookedUp followed calls that pass the filters
 * @param fresh new calls, oldest first
 * @param waits whether calls that are over may have to wait for their recordings
 * @returns `taken`: how many new calls were dealt with; the next poll sees the others again
 */
export function sortOut(
	poll: Poll,
	lookedUp: LookedUp[],
	fresh: Array<Candidate<IDataObject>>,
	waits = false,
): { followed: Followed[]; over: Ended[]; taken: number } {
	const over: Ended[] = [];
	const followed: Followed[] = [];
	for (const { entry, call } of lookedUp) {
		if (call !== undefined && isOver(call)) over.push({ entry, call });
		else followed.push(entry);
	}
	let room = mostFollowed - lookedUp.length;
	const nameless: IDataObject[] = [];
	let taken = 0;
	for (const { record: call } of fresh) {
		if (poll.filters.pass(call)) {
			const entry = newlyFollowed(call, poll.now());
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
		poll.warn(`Not followed, because the service gives no valid ID: ${names}`);
	}
	return { followed, over, taken };
}
