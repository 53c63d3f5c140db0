import type { IDataObject } from 'n8n-workflow';

import { classify } from '../../../api/errors/nodeError';
import { isPathId, path } from '../../../api/paths';
import { isOver } from '../../../fields/forms/call';
import { withinBudget } from '../../budget';
import type { Poll } from '../../event';
import { warnOf } from '../../news/log';
import { Memory, dayMs, parseTime } from '../../news/memory';

/** A call to look at again in a later poll: it is under way, or waits for its recording. */
export interface Followed {
	id: string;
	/** When it was first followed, in minutes since 1970 by this computer's clock. */
	since: number;
	/** Polls that it has waited for its recording, or for its figures. */
	waited: number;
	/** Whether the service did not find it in the last poll: a copy of its data may be late. */
	wasMissing: boolean;
}

/** A followed call, with its record if the service gave it in this poll. */
export interface LookedUp {
	entry: Followed;
	call?: IDataObject;
}

/** A call that is over. */
export type Ended = Required<LookedUp>;

/** How far Call Ended has come. */
export interface Cursor {
	/** Calls that were seen. */
	records: Memory;
	followed: Followed[];
}

/** Most calls that are followed at a time: 40 kB of the state with UUIDs. */
export const maxFollowed = 700;

const minutesOf = (ms: number) => Math.floor(ms / 60_000);

/** A call that is followed from now on, at `now` milliseconds since 1970. */
export function newlyFollowed(call: IDataObject, now: number): Followed {
	return { id: String(call.id), since: minutesOf(now), waited: 0, wasMissing: false };
}

/** Rows of the saved state, as far as they can be read. */
const savedRows = (saved: unknown): unknown[][] =>
	Array.isArray(saved) ? saved.filter((row) => Array.isArray(row)) : [];

/** The cursor as it was saved; undefined when it cannot be read. */
export function readCursor(saved: IDataObject): Cursor | undefined {
	const records = Memory.read(saved.records);
	const followed = savedRows(saved.followed).flatMap(([id, since, waited, missing]) => {
		if (typeof id !== 'string' || typeof since !== 'number') return [];
		return typeof waited === 'number' ? [{ id, since, waited, wasMissing: missing === 1 }] : [];
	});
	return records && { records, followed };
}

/** The form that n8n keeps. */
export const saveCursor = ({ records, followed }: Cursor): IDataObject => ({
	records: records.save(),
	followed: followed.map(({ id, since, waited, wasMissing }) => {
		return wasMissing ? [id, since, waited, 1] : [id, since, waited];
	}),
});

/** Whether a call can be requested; without a proper ID it can only be read in a list. */
export const hasUsableId = ({ id }: IDataObject) => isPathId(String(id ?? ''));

/** When a call was over, by the service's clock. */
export const endOf = ({ endTimestamp, createdAt }: IDataObject) =>
	parseTime(endTimestamp) ?? parseTime(createdAt);

/**
 * The followed calls as they are now: from the list if it has them, otherwise one request each.
 * Calls that were left come first in the next poll. Calls are dropped that the service does not find
 * twice in a row, or that are not over after a day; n8n's log names them. A call that cannot be read stops no
 * other.
 *
 * @param listed calls of the list, as far as it was read
 */
export async function lookUp(
	poll: Poll,
	followed: Followed[],
	listed: IDataObject[],
): Promise<LookedUp[]> {
	const { api, leftMs } = poll;
	const answers = new Map<string, IDataObject | Error>(
		listed.map((call) => [String(call.id), call]),
	);
	const toAsk = followed.filter(({ id }) => !answers.has(id));
	const asked = await withinBudget(poll, toAsk, async ({ id }) => {
		// The limit leaves most of the poll's time to the other calls if the service never answers.
		return await api.within(leftMs() / 4).get(path`/api/calls/${id}`, 'call');
	});
	asked.forEach((answer, index) => answer && answers.set(toAsk[index].id, answer));

	const aDayAgo = minutesOf(poll.now() - dayMs);
	const [unasked, lookedUp]: [LookedUp[], LookedUp[]] = [[], []];
	const deleted: string[] = [];
	const dropped: string[] = [];
	const failed: string[] = [];
	let why = '';
	for (const entry of followed) {
		const answer = answers.get(entry.id);
		const call = answer instanceof Error ? undefined : answer;
		const wasMissing = answer instanceof Error && classify(answer).isMissing;
		if (answer === undefined) unasked.push({ entry });
		else if (wasMissing && entry.wasMissing) deleted.push(entry.id);
		else if (!(call && isOver(call)) && entry.since <= aDayAgo) dropped.push(entry.id);
		else {
			lookedUp.push({ entry: { ...entry, wasMissing }, call });
			if (!(answer instanceof Error)) continue;
			failed.push(entry.id);
			why ||= ` (${answer.message})`;
		}
	}
	warnOf(poll, 'No longer followed, because they were deleted', deleted);
	const noEnd = 'No longer followed, because the service showed no end of them within a day';
	warnOf(poll, noEnd, dropped);
	warnOf(poll, 'Checked again later, because they cannot be read', failed, why);
	return [...unasked, ...lookedUp];
}
