import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/types';
import type { Sighting } from './fresh';
import type { Memory } from './memory';
import { overlapMs, timeOf, unpack } from './memory';
import type { Tools } from './tools';

/** The top of a list that is sorted newest-first, or all of a list. */
export interface Reading {
	records: IDataObject[];
	/** Length of the list. */
	total: number;
	/** Time of the oldest record read; 0 when the whole list was read. */
	reaches: number;
}

/** Whether records stand newest-first. */
export function isSorted(records: IDataObject[], timeField: string): boolean {
	const times = records.map((record) => timeOf(record[timeField]));
	return times.every((time, index) => index === 0 || time <= times[index - 1]);
}

/**
 * Whether the top of a sorted list holds all news: it reaches behind the newest record known, its
 * last one is known, and it explains how much longer the list has become. When there is news, it
 * also reaches behind the overlap, where late records are.
 */
export function holdsAllNews({ total, reaches }: Reading, sightings: Sighting[], memory: Memory) {
	if (reaches < memory.floor) return true;
	const seen = unpack(memory.seen);
	const isKnown = ({ key, time }: Sighting) => time < memory.floor || seen.has(key);
	const last = sightings[sightings.length - 1];
	if (last !== undefined && !isKnown(last)) return false;
	const unseen = new Set(sightings.filter((one) => !isKnown(one)).map(({ key }) => key)).size;
	const surplus = memory.total === undefined ? 0 : total - memory.total - unseen;
	if (surplus > 0) return false;
	const news = unseen > 0 || surplus < 0;
	return reaches < memory.newest - (news ? overlapMs : 0);
}

/** Whether the top of a sorted list reaches `ms` behind its newest record. */
export function reachesBack({ records, reaches }: Reading, timeField: string, ms: number) {
	return reaches < timeOf(records[0]?.[timeField]) - ms;
}

/**
 * Says in n8n's log when a list has become longer by more than was given out: what came is older
 * than the memory reaches, and may have been given out before.
 */
export function tellOfOlder(
	{ warn }: Tools,
	{ key }: List,
	{ total }: Reading,
	before: Memory,
	found: number,
) {
	const older = before.total === undefined ? 0 : total - before.total - found;
	if (older > 0)
		warn(`${older} ${key} appeared with a time too long ago to tell them from old ones`);
}
