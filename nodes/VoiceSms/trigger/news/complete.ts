import type { IDataObject } from 'n8n-workflow';

import type { Candidate } from './candidate';
import { parseTime } from './candidate';
import type { Memory } from './memory';

/** The top of a list that is sorted newest-first, or all of a list. */
export interface ListPart {
	records: IDataObject[];
	/** Length of the list, as the service counts it. */
	total: number;
	/** Records that the service counts and never gives, however often the list is read. */
	missing?: number;
	/** Whether these are all records of the list. */
	whole: boolean;
	/** Everything later than this was read; undefined when no record read has a time. */
	oldest?: number;
}

/** When a list has news, late records are looked for this far behind its newest record. */
export const overlapMs = 10 * 60_000;

/** Whether records stand newest-first; one without a time may stand anywhere. */
export function isSorted(records: IDataObject[], timeField: string): boolean {
	const times = records.map((record) => parseTime(record[timeField]));
	return times.every((time, index) => {
		const before = index === 0 ? Infinity : times[index - 1];
		return time !== undefined && before !== undefined && time <= before;
	});
}

/** Whether everything that happened at `time` or later was read. */
export function reachesBehind({ whole, oldest }: ListPart, time: number): boolean {
	return whole || (oldest !== undefined && oldest < time);
}

/** Whether the top of a sorted list reaches `ms` behind its newest record. */
export function reachesBehindNewest(part: ListPart, timeField: string, ms: number): boolean {
	const newest = parseTime(part.records[0]?.[timeField]);
	return newest === undefined ? part.whole : reachesBehind(part, newest - ms);
}

/**
 * Whether the top of a sorted list holds all news. It does when it reaches behind the newest record
 * remembered, its last record is known, and it explains how much longer the list has become. When
 * there is news, it must also reach behind the overlap, where late records are.
 */
export function holdsAllNews(part: ListPart, candidates: Candidate[], memory: Memory): boolean {
	if (reachesBehind(part, memory.floor)) return true;
	const last = candidates[candidates.length - 1];
	if (last !== undefined && !memory.knows(last)) return false;
	const news = memory.newOf(candidates).length;
	const surplus = memory.total === undefined ? 0 : part.total - memory.total - news;
	if (surplus > 0) return false;
	return reachesBehind(part, memory.newest - (news > 0 || surplus < 0 ? overlapMs : 0));
}

/**
 * Tells n8n's log of records that the trigger could not find.
 *
 * @param thing the records, in the words of a sentence
 * @param totalBefore length of the list when it was last read
 * @param found how many records were new
 */
export function warnAbout(
	{ warn }: { warn(message: string): void },
	{ total, missing = 0 }: ListPart,
	nameInErrors: string,
	totalBefore: number | undefined,
	found: number,
) {
	const tooOld = totalBefore === undefined ? 0 : total - totalBefore - found;
	if (tooOld > 0) {
		warn(
			`The trigger cannot tell ${tooOld} of the new ${nameInErrors} from old ones: no time, or a very old time`,
		);
	}
	// Once as long as nothing changes.
	if (missing > 0 && total !== totalBefore) {
		warn(`The list of the service lacks ${missing} of the ${nameInErrors} that it counts`);
	}
}
