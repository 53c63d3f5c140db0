import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import type { Api } from '../../api/api';
import { pagesOf } from '../../api/list/readPage';
import type { List } from '../../api/endpoints';
import { inParallel } from '../../util/inParallel';
import { counted } from '../../util/inWords';
import { type Candidate, type Memory, byTime, newestOf, parseTime } from './memory';

/** A list in which new records are looked for. */
export interface WatchedList {
	api: Api;
	list: List;
	/** Field with the time that makes a record new. */
	timeField: string;
	node: INode;
	/** Most requests at once. */
	bound: number;
}

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
	/** Whether its only page holds fewer records than fit in, although the service counts more. */
	isShort?: boolean;
}

/** Records of the newest ones that a sample is looked for in. */
export const sampled = 200;
/** When a list has news, late records are looked for this far behind its newest record. */
export const overlapMs = 10 * 60_000;
/** Most pages that are requested at once. */
const maxPagesAtOnce = 32;

/**
 * Reads a list from its top until nothing further down can be new.
 *
 * @param isSameAccount, fresh as of `freshOf`
 * @param isWhole whether it is read whole, because it is sorted by another time
 * @throws NodeOperationError when the list changes too much to be read whole
 */
export async function readNews(
	watched: WatchedList,
	isSameAccount: boolean,
	memory: Memory,
	candidateOf: (record: IDataObject) => Candidate<IDataObject>,
	isWhole = false,
): Promise<{ part: ListPart; fresh?: Array<Candidate<IDataObject>> }> {
	const candidatesOf = ({ records }: ListPart) => records.map(candidateOf);
	const enough = (soFar: ListPart) => holdsAllNews(soFar, candidatesOf(soFar), memory);
	const part = isWhole ? await readWhole(watched) : await readNewest(watched, enough);
	return { part, fresh: freshOf(isSameAccount, memory, candidatesOf(part)) };
}

/**
 * The records that the memory does not know, oldest first; undefined where it knows none of the records read, and
 * the credential or all IDs have changed: these are the records of another company, or they are all old.
 *
 * @param isSameAccount whether the memory is of this Base URL and API key
 */
export function freshOf<T>(
	isSameAccount: boolean,
	memory: Memory,
	candidates: Array<Candidate<T>>,
): Array<Candidate<T>> | undefined {
	const fresh = memory.newOf(candidates);
	if (memory.recognizes(candidates)) return fresh;
	const old = fresh.filter(({ time = Infinity }) => time <= memory.newest);
	// One may have come late, or at the same time, while the few others were deleted.
	return isSameAccount && old.length < 2 ? fresh : undefined;
}

/**
 * Reads a list from its top until `enough` says so. The order is never trusted: as soon as a page
 * is not sorted newest-first by the time field, the whole list is read.
 *
 * @throws NodeOperationError when the list changes too much to be read whole
 */
export async function readNewest(
	watched: WatchedList,
	enough: (part: ListPart) => boolean,
): Promise<ListPart> {
	return (await readTop(watched, enough)) ?? (await readWhole(watched));
}

/**
 * Every record of a list. When the service keeps counting more records than it gives, only records
 * newer than all records read are sure to be new: the others may appear anywhere later.
 *
 * @throws NodeOperationError when the list changes too much to be read whole
 */
export async function readWhole({ api, list, timeField, node }: WatchedList): Promise<ListPart> {
	const { records, missing, moved } = await api.pages(list, Infinity);
	const total = records.length + missing;
	if (moved === true) {
		throw new NodeOperationError(node, `The list of ${list.key} kept changing while it was read`, {
			description: `${counted(missing, 'record')} may be missing. Nothing is lost: the next poll reads it again.`,
		});
	}
	if (missing === 0) return { records, total, missing, whole: true };
	const newest = newestOf(records.map((record) => parseTime(record[timeField])));
	return { records, total, missing, whole: false, oldest: newest || undefined };
}

/** The top of a list; undefined when it is not sorted, lacks records that the service counts, or moves. */
async function readTop(
	watched: WatchedList,
	enough: (part: ListPart) => boolean,
	// How often the list is read from page 1, because records were deleted meanwhile.
	passesLeft = 3,
): Promise<ListPart | undefined> {
	if (passesLeft === 0) return undefined;
	const { api, list, timeField, bound } = watched;
	const first = await api.page(list, 1);
	let { total, totalPages } = first.pagination;
	const held = first.records.length;
	let pagesThere = pagesOf(first.pagination, held);
	const records = [...first.records];
	for (let read = 1, step = 1; ; step *= 2) {
		if (pagesThere <= read) {
			const different = new Set(records.map((record) => record.id ?? record)).size;
			return different < first.pagination.total ? undefined : { records, total, whole: true };
		}
		const oldest = readDownTo(records, timeField);
		if (oldest === undefined) return undefined;
		const isShort = read === 1 && held < first.pagination.limit;
		const part = { records, total: first.pagination.total, whole: false, oldest, isShort };
		if (enough(part)) return part;
		// Pages beyond `totalPages` are tried one by one.
		const count = Math.min(step, maxPagesAtOnce, Math.max(1, totalPages - read));
		const pages = await inParallel(count, { bound }, async (index) => {
			return await api.page(list, read + 1 + index);
		});
		for (const page of pages) {
			if (page === undefined) continue;
			// A record deleted from an earlier page moves the next ones up to pages already read.
			if (page.pagination.total < total) return await readTop(watched, enough, passesLeft - 1);
			// The records of an empty page may appear later.
			if (page.records.length === 0) return undefined;
			records.push(...page.records);
			({ total, totalPages } = page.pagination);
			pagesThere = pagesOf(page.pagination, held);
		}
		read += count;
	}
}

/**
 * The time in milliseconds from which on a list was read, if it is sorted newest-first. It counts as sorted
 * where no record stands further behind than the overlap; undefined where one does, or has no time.
 */
export function readDownTo(records: IDataObject[], timeField: string): number | undefined {
	let oldest = Infinity;
	let latest = 0;
	let disorder = 0;
	for (const record of records) {
		const time = parseTime(record[timeField]) ?? NaN;
		disorder = Math.max(disorder, time - oldest);
		oldest = Math.min(oldest, time);
		latest = time;
	}
	const isRising = (parseTime(records[0]?.[timeField]) ?? 0) < latest;
	if (records.length === 0 || isRising || !(disorder <= overlapMs)) return undefined;
	return disorder > 0 ? oldest + overlapMs : oldest;
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
 * there is news, it must also reach behind the overlap, where late records are. Example: the memory
 * knows 12:00 as the newest of 100 records. If the list now has 101, and a page holds 12:05, 12:00 and
 * 11:55, the next page may hold a late record of 11:52. If the list has 102, it holds another new one.
 */
function holdsAllNews(part: ListPart, candidates: Candidate[], memory: Memory): boolean {
	const last = candidates[candidates.length - 1];
	const news = memory.newOf(candidates).length;
	const unexplainedGrowth = memory.total === undefined ? 0 : part.total - memory.total - news;
	// Old records with one time are no proof of the order, and new ones without a time may be last.
	const isProof = byTime(candidates[0], last) > 0 && !memory.holdsUndated;
	if (reachesBehind(part, memory.floor) && (isProof || unexplainedGrowth <= 0)) return true;
	if (!memory.knows(last) || unexplainedGrowth > 0) return false;
	const newest = memory.newest - (news > 0 || unexplainedGrowth < 0 ? overlapMs : 0);
	return reachesBehind(part, newest);
}
