import type { IDataObject } from 'n8n-workflow';

import type { Sighting } from './sighting';
import { timeOf } from './sighting';

/** The top of a list that is sorted newest-first, or all of a list. */
export interface Reading {
	records: IDataObject[];
	/** Length of the list, as the service counts it. */
	total: number;
	/** Of these, so many stand on no page of the list, however often it is read. */
	missing?: number;
	/** Whether these are all records of the list. */
	whole: boolean;
	/** Everything later than this was read; undefined when no record read has a time. */
	oldest?: number;
}

/** The records of a list that are known: a memory, or a part of it. */
export interface Known {
	knows(sighting: Sighting): boolean;
	floor: number;
	newest: number;
	total?: number;
}

/** Behind the newest record, so much is looked through for late ones when a list has news. */
export const overlapMs = 10 * 60_000;

/** Whether records stand newest-first; one without a time may stand anywhere. */
export function isSorted(records: IDataObject[], timeField: string): boolean {
	const times = records.map((record) => timeOf(record[timeField]));
	return times.every((time, index) => {
		const before = index === 0 ? Infinity : times[index - 1];
		return time !== undefined && before !== undefined && time <= before;
	});
}

/** Whether everything that happened at `time` or later was read. */
export function reachesBehind({ whole, oldest }: Reading, time: number): boolean {
	return whole || (oldest !== undefined && oldest < time);
}

/** Whether the top of a sorted list reaches `ms` behind its newest record. */
export function reachesBack(reading: Reading, timeField: string, ms: number): boolean {
	const newest = timeOf(reading.records[0]?.[timeField]);
	return newest === undefined ? reading.whole : reachesBehind(reading, newest - ms);
}

/**
 * Whether the top of a sorted list holds all news: it reaches behind the newest record known, its
 * last one is known, and it explains how much longer the list has become. When there is news, it
 * also reaches behind the overlap, where late records are.
 */
export function holdsAllNews(reading: Reading, sightings: Sighting[], known: Known): boolean {
	if (reachesBehind(reading, known.floor)) return true;
	const last = sightings[sightings.length - 1];
	if (last !== undefined && !known.knows(last)) return false;
	const unknown = sightings.filter((one) => !known.knows(one));
	const news = new Set(unknown.map(({ key }) => key)).size;
	const surplus = known.total === undefined ? 0 : reading.total - known.total - news;
	if (surplus > 0) return false;
	return reachesBehind(reading, known.newest - (news > 0 || surplus < 0 ? overlapMs : 0));
}

/**
 * How many records came that have no time or are older than the memory reaches, and so may have been
 * given out before: the list has become longer by more than was found.
 */
function tooOldToTell({ total }: Reading, totalBefore: number | undefined, found: number) {
	return totalBefore === undefined ? 0 : Math.max(0, total - totalBefore - found);
}

/**
 * Lines for n8n's log about a reading.
 *
 * @param thing the records, in the words of a sentence
 * @param totalBefore length of the list when it was last read
 * @param found how many records were new
 */
export function remarksOn(
	reading: Reading,
	thing: string,
	totalBefore: number | undefined,
	found: number,
): string[] {
	const { missing = 0, total } = reading;
	const older = tooOldToTell(reading, totalBefore, found);
	const remarks = [];
	if (older > 0) {
		remarks.push(
			`${older} ${thing} appeared with no time, or with one too long ago to tell them from old ones`,
		);
	}
	// Once as long as nothing changes.
	if (missing > 0 && total !== totalBefore) {
		remarks.push(`The service counts ${missing} ${thing} more than its list holds`);
	}
	return remarks;
}
