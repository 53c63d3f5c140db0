import type { IDataObject } from 'n8n-workflow';

import { Memory } from '../../news/memory';

/** A call to look at again in a later poll: it is under way, or waits for its recording. */
export interface Followed {
	id: string;
	/** When it was first followed, in minutes since 1970 by this computer's clock. */
	since: number;
	/** Polls that it has waited for its recording. */
	waited: number;
}

/** How far Call Ended has come. */
export interface Cursor {
	/** Calls that were seen. */
	records: Memory;
	followed: Followed[];
}

/** Most calls that are followed at a time: 40 kB of the state with UUIDs. */
export const mostFollowed = 700;

/** Minutes for which a call is followed: a day. */
const followedFor = 24 * 60;

const minutesOf = (ms: number) => Math.floor(ms / 60_000);

/** A call that is followed from now on, at `now` milliseconds since 1970. */
export function newlyFollowed(call: IDataObject, now: number): Followed {
	return { id: String(call.id), since: minutesOf(now), waited: 0 };
}

/** Whether a call was followed for a day, at `now` milliseconds since 1970. */
export function isFollowedLong({ since }: Followed, now: number): boolean {
	return minutesOf(now) - since >= followedFor;
}

/** The cursor as it was saved; undefined when it cannot be read. */
export function readCursor(saved: IDataObject): Cursor | undefined {
	const records = Memory.read(saved.records);
	const entries = Array.isArray(saved.followed) ? (saved.followed as unknown[]) : [];
	return records && { records, followed: entries.flatMap(readFollowed) };
}

/** The form that n8n keeps. */
export function saveCursor({ records, followed }: Cursor): IDataObject {
	return {
		records: records.save(),
		followed: followed.map(({ id, since, waited }) => [id, since, waited]),
	};
}

function readFollowed(entry: unknown): Followed[] {
	const [id, since, waited] = Array.isArray(entry) ? (entry as unknown[]) : [];
	if (typeof id !== 'string' || typeof since !== 'number' || typeof waited !== 'number') return [];
	return [{ id, since, waited }];
}
