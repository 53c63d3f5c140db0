import type { IDataObject } from 'n8n-workflow';

import { Memory } from '../../news/memory';

/** A call to look at again in a later poll. */
export interface Followed {
	id: string;
	/** Polls that it has waited for its recording; undefined while it is under way. */
	waited?: number;
	/** Polls in a row in which the service refused to give it. */
	refused: number;
	/** When it was first followed, in minutes since 1970 by this computer's clock. */
	since: number;
	/** When it was last looked at, by the same clock. */
	looked: number;
}

/** How far Call Ended has come. */
export interface Progress {
	/** Calls that were seen. */
	records: Memory;
	followed: Followed[];
}

/** Characters of the state that followed calls may take: some 700 with UUIDs. */
const room = 48_000;
/** Characters of an entry besides its identifier, at most. */
const entrySize = 30;

/** Share of the room that a followed call takes, with whatever counts it may reach. */
export const shareOf = (id: string) => (JSON.stringify(id).length + entrySize) / room;

/** Minutes since 1970. */
export const minutesOf = (ms: number) => Math.floor(ms / 60_000);

/** A call that is followed from now on, at `now` milliseconds since 1970. */
export function newlyFollowed(call: IDataObject, now: number): Followed {
	return { id: String(call.id), refused: 0, since: minutesOf(now), looked: minutesOf(now) };
}

/** The progress as it was saved; undefined when it cannot be read. */
export function readProgress(saved: IDataObject): Progress | undefined {
	const records = Memory.read(saved.records);
	const entries = Array.isArray(saved.followed) ? (saved.followed as unknown[]) : [];
	return records && { records, followed: entries.flatMap(readFollowed) };
}

/** The form that n8n keeps. */
export function saveProgress({ records, followed }: Progress): IDataObject {
	return {
		records: { ...records.save() },
		followed: followed.map(({ id, waited = null, refused, since, looked }) => {
			return [id, waited, refused, since, looked];
		}),
	};
}

function readFollowed(entry: unknown): Followed[] {
	if (!Array.isArray(entry)) return [];
	const [id, waited, refused, since, looked] = entry as unknown[];
	if (typeof id !== 'string' || typeof refused !== 'number') return [];
	if (typeof since !== 'number' || typeof looked !== 'number') return [];
	return [{ id, waited: typeof waited === 'number' ? waited : undefined, refused, since, looked }];
}
