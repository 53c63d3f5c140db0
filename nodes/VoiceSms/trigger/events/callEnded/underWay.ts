import type { IDataObject } from 'n8n-workflow';

import { judge, toNodeError } from '../../../api/errors/nodeError';
import { isPathId, path } from '../../../api/paths';
import { isOver } from '../../../fields/forms/call';
import { withinBudget } from '../../budget';
import type { Poll } from '../../event';
import { Memory, parseTime } from '../../news/memory';

/** A call to look at again in a later poll: it is under way, or waits for its recording. */
export interface Followed {
	id: string;
	/** When it was first followed, in minutes since 1970 by this computer's clock. */
	since: number;
	/** Polls that it has waited for its recording. */
	waited: number;
}

/** A call that is over. */
export interface Ended {
	entry: Followed;
	call: IDataObject;
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

/** Calls that one line of the log names. */
const mostNames = 5;

/** Whether the service can be asked for a call: one without a proper ID can only be read in a list. */
export const hasUsableId = ({ id }: IDataObject) => isPathId(String(id ?? ''));

/** When a call was over, by the service's clock. */
export const endOf = ({ endTimestamp, createdAt }: IDataObject) =>
	parseTime(endTimestamp) ?? parseTime(createdAt);

/** A followed call, with its record if the service gave it in this poll. */
export interface LookedUp {
	entry: Followed;
	call?: IDataObject;
}

/**
 * The followed calls as they are now: from the list if they stand in it, otherwise one request each.
 * Calls that there was no time for come first in the next poll. Deleted calls are dropped, and calls
 * that are not over after a day; n8n's log names them. A call that cannot be read stops no other.
 *
 * @param listed calls of the list, as far as it was read
 * @throws NodeApiError when the service refuses the key or asks for fewer requests
 */
export async function lookUp(
	poll: Poll,
	followed: Followed[],
	listed: IDataObject[],
): Promise<LookedUp[]> {
	const { api, leftMs, warn } = poll;
	const answers = new Map<string, IDataObject | Error>(
		listed.map((call) => [String(call.id), call]),
	);
	const toAsk = followed.filter(({ id }) => !answers.has(id));
	await withinBudget(poll, toAsk, poll.bound, async ({ id }) => {
		// The limit leaves most of the poll's time to the other calls if the service never answers.
		const asking = async () => await api.get(path`/api/calls/${id}`, 'call', leftMs() / 4);
		answers.set(id, await answerOrError(poll, asking));
	});

	const [unasked, lookedUp]: [LookedUp[], LookedUp[]] = [[], []];
	const [deleted, dropped]: [Followed[], Followed[]] = [[], []];
	const failed: Array<{ id: string; error: Error }> = [];
	for (const entry of followed) {
		const answer = answers.get(entry.id);
		const call = answer instanceof Error ? undefined : answer;
		if (answer === undefined) unasked.push({ entry });
		else if (answer instanceof Error && judge(answer).isMissing) deleted.push(entry);
		else if (!(call && isOver(call)) && isFollowedLong(entry, poll.now())) dropped.push(entry);
		else {
			lookedUp.push({ entry, call });
			if (answer instanceof Error) failed.push({ id: entry.id, error: answer });
		}
	}
	if (deleted.length > 0)
		warn(`No longer followed, because they were deleted: ${namesOf(deleted)}`);
	if (dropped.length > 0)
		warn(
			`No longer followed, because the service showed no end of them within a day: ${namesOf(dropped)}`,
		);
	if (failed.length > 0) {
		const why = failed[0].error.message;
		warn(`Checked again later, because they cannot be read: ${namesOf(failed)} (${why})`);
	}
	return [...unasked, ...lookedUp];
}

/**
 * What the service says of one call, or why it says nothing.
 *
 * @throws NodeApiError for a wrong key or too many requests: they concern all calls
 */
export async function answerOrError(
	{ node }: Poll,
	asking: () => Promise<IDataObject>,
): Promise<IDataObject | Error> {
	try {
		return await asking();
	} catch (error) {
		const { isAboutOneRecord, isLost } = judge(error);
		if (isAboutOneRecord || isLost) return error as Error;
		throw toNodeError(node, error);
	}
}

/** Calls in a line of the log: "call 1", "calls 1, 2", "calls 1, 2, 3, 4, 5 and 895 more". */
export function namesOf(followed: Array<{ id: string }>): string {
	const named = followed.slice(0, mostNames).map(({ id }) => id);
	const more = followed.length - named.length;
	const word = followed.length === 1 ? 'call' : 'calls';
	return `${word} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
