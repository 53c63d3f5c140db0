import type { IDataObject } from 'n8n-workflow';

import { isOver } from '../../../fields/call';
import type { Round } from '../../event';
import type { Sighting } from '../../news/sighting';
import { timeOf } from '../../news/sighting';
import type { Followed } from './progress';
import { newlyFollowed, shareOf } from './progress';
import type { Known } from './underWay';
import { hasUsableId, namesOf } from './underWay';

/** Calls under way are looked for so far back to begin with; older ones may be given up. */
export const longestCallMs = 24 * 60 * 60_000;

/** A call that is over. */
export interface Ended {
	entry: Followed;
	call: IDataObject;
}

/** The room of the state for followed calls. */
class Room {
	readonly givenUp: Followed[] = [];
	private used = 0;

	/** @param stale calls to give up where there is no room, in this order */
	constructor(readonly stale: Followed[]) {}

	add({ id }: Followed) {
		this.used += shareOf(id);
	}

	/** Whether there is room for a call, which then has it. */
	makeFor({ id }: Followed): boolean {
		const needed = shareOf(id);
		while (this.used + needed > 1) {
			const given = this.stale.shift();
			if (given === undefined) return false;
			this.givenUp.push(given);
			this.used -= shareOf(given.id);
		}
		this.used += needed;
		return true;
	}
}

/**
 * Sorts calls into those that are over and those to follow, and takes new ones, in order, while there
 * is room. Where there is none, calls that did not end within a day are given up, and n8n's log names
 * them. One under way without a usable ID cannot be followed; the log names it by its numbers.
 *
 * @param known followed calls that pass the filters
 * @param fresh new calls, oldest first
 * @param newest newest time of the service that was seen before
 * @param waits whether calls that are over may have to wait for their recordings
 * @returns `taken`: how many new calls were dealt with; the others are to be seen again
 */
export function sortOut(
	round: Round,
	known: Known[],
	fresh: Array<Sighting<IDataObject>>,
	{ newest = 0, waits = false } = {},
): { followed: Followed[]; over: Ended[]; taken: number } {
	const present = fresh.reduce((latest, { time }) => Math.max(latest, time ?? latest), newest);
	const isStale = ({ createdAt }: IDataObject) =>
		(timeOf(createdAt) ?? 0) < present - longestCallMs;
	const over: Ended[] = [];
	const followed: Followed[] = [];
	const room = new Room([]);
	for (const { entry, call } of known) {
		room.add(entry);
		if (call === undefined) followed.push(entry);
		else if (isOver(call)) over.push({ entry, call });
		else (isStale(call) ? room.stale : followed).push(entry);
	}
	const nameless: IDataObject[] = [];
	let taken = 0;
	for (const { record: call } of fresh) {
		const entry = newlyFollowed(call, round.now());
		const passes = round.filters.pass(call);
		const needsRoom = passes && (waits || !isOver(call));
		if (passes && !isOver(call) && !hasUsableId(call)) nameless.push(call);
		else if (needsRoom && !room.makeFor(entry)) {
			if (isOver(call) || !isStale(call)) break;
			room.givenUp.push(entry);
		} else if (passes) {
			if (isOver(call)) over.push({ entry, call });
			else followed.push(entry);
		}
		taken++;
	}
	if (room.givenUp.length > 0) {
		const names = namesOf(room.givenUp);
		round.warn(`Not followed any more, as they did not end within a day: ${names}`);
	}
	if (nameless.length > 0) {
		const names = namesOf(
			nameless.map(({ fromNumber, toNumber }) => ({ id: `from ${fromNumber} to ${toNumber}` })),
		);
		round.warn(`Not followed, as the service gives no usable ID: ${names}`);
	}
	return { followed: [...room.stale, ...followed], over, taken };
}
