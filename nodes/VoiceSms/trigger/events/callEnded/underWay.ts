import type { IDataObject } from 'n8n-workflow';

import { isGone, saidNo, toNodeError } from '../../../api/nodeError';
import { path } from '../../../api/paths';
import { inParallel } from '../../../util/inParallel';
import type { Round } from '../../event';
import type { Sighting } from '../../news/sighting';
import { timeOf } from '../../news/sighting';

/** A call that has not ended, or one that has waited so many polls for its recording. */
export type Followed = [id: string, polls: number];

/** A call that is over, and how many polls it has waited for its recording. */
export interface Ended {
	call: IDataObject;
	polls: number;
}

/** Calls under way are looked for so far back to begin with; older ones may be given up. */
export const longestCallMs = 24 * 60 * 60_000;
/** Characters of the state that followed calls may take: some 900 with UUIDs. */
const room = 40_000;
/** A call that is not to be had in so many polls is taken for deleted. */
const mostRefusals = 10;

const sizeOf = ([id]: Followed) => JSON.stringify(id).length + 6;

/** Whether nothing more will happen to a call. */
export const isOver = ({ status }: IDataObject) => status === 'ENDED' || status === 'ERROR';

/** When a call was over, by the service's clock. */
export const endOf = ({ endTimestamp, createdAt }: IDataObject) =>
	timeOf(endTimestamp) ?? timeOf(createdAt);

/** A followed call with its record; without one where there was no time to read it. */
interface Known {
	entry: Followed;
	call?: IDataObject;
}

/** The followed calls as they are now, from the list where they stand in it; deleted ones go. */
export async function lookUp(
	round: Round,
	followed: Followed[],
	records: IDataObject[],
): Promise<Known[]> {
	const listed = new Map(records.map((call) => [call.id, call]));
	const unlisted = followed.filter(([id]) => !listed.has(id));
	let begun = 0;
	const stopped = () => begun > 0 && !round.mayStart();
	const read = await inParallel(unlisted.length, { bound: round.bound, stopped }, async (index) => {
		begun++;
		return await readCall(round, unlisted[index][0]);
	});
	const unread = unlisted.filter((_, index) => read[index] === undefined);
	const byId = new Map(unlisted.map(([id], index) => [id, read[index]]));
	const found = followed.flatMap(([id, polls]): Known[] => {
		const call = listed.get(id) ?? byId.get(id);
		if (call === 'refused' && polls < mostRefusals) return [{ entry: [id, polls + 1] }];
		return call === undefined || typeof call === 'string' ? [] : [{ entry: [id, polls], call }];
	});
	// First in the next poll.
	return [...unread.map((entry) => ({ entry })), ...found];
}

async function readCall(
	{ api, node }: Round,
	id: string,
): Promise<IDataObject | 'gone' | 'refused'> {
	try {
		return await api.get(path`/api/calls/${id}`, 'call');
	} catch (error) {
		if (isGone(error)) return 'gone';
		// Which status an unknown ID has is not shown, so this one may be back in the next poll.
		if (saidNo(error)) return 'refused';
		throw toNodeError(node, error);
	}
}

/**
 * Sorts calls into those that are over and those to follow, and takes new ones while there is room.
 * Where there is none, calls that did not end within a day are given up.
 */
export function fill(
	round: Round,
	recording: object | undefined,
	known: Known[],
	fresh: Array<Sighting<IDataObject>>,
	newest = 0,
) {
	const present = fresh.reduce((latest, { time }) => Math.max(latest, time ?? 0), newest);
	const isStale = (call?: IDataObject) =>
		call !== undefined && !isOver(call) && (timeOf(call.createdAt) ?? 0) < present - longestCallMs;
	const giveUp = (id: string) =>
		round.warn(`Call ${id} did not end within a day and is not followed any more`);
	const over: Ended[] = [];
	const followed: Followed[] = [];
	let stale: Followed[] = [];
	let used = 0;
	let taken = 0;
	for (const { entry, call } of known) {
		used += sizeOf(entry);
		if (isStale(call)) stale.push(entry);
		else if (call === undefined || !isOver(call)) followed.push(entry);
		else if (round.filters.pass(call)) over.push({ call, polls: entry[1] });
	}
	for (const { record: call } of fresh) {
		const entry: Followed = [String(call.id), 0];
		// One that has ended may still have to wait for its recording.
		const needsRoom = round.filters.pass(call) && (!isOver(call) || recording !== undefined);
		while (needsRoom && used + sizeOf(entry) > room && stale.length > 0) {
			const [given, ...others] = stale;
			stale = others;
			used -= sizeOf(given);
			giveUp(given[0]);
		}
		const fits = !needsRoom || used + sizeOf(entry) <= room;
		if (!fits && !isStale(call)) break;
		taken++;
		if (!fits) giveUp(entry[0]);
		if (!fits || !round.filters.pass(call)) continue;
		if (needsRoom) used += sizeOf(entry);
		if (isOver(call)) over.push({ call, polls: 0 });
		else followed.push(entry);
	}
	return { followed: [...stale, ...followed], over, taken };
}
