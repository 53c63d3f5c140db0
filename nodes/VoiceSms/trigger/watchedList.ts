import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import type { Api } from '../api/api';
import type { List } from '../api/endpoints';
import { classify } from '../api/errors/nodeError';
import { pagesOf } from '../api/list/readPage';
import { inParallel } from '../util/inParallel';
import { counted } from '../util/inWords';
import type { Poll } from './event';
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

/** What was read of a list: its top, if it is sorted newest-first, or all. */
export interface Part {
	records: IDataObject[];
	/** Length of the list, as the service counts it. */
	total: number;
	/** How many of them it shows: all, as far as is known of a list that was not read whole. */
	listed: number;
	/** Everything later than this was read; -1: everything. */
	oldest: number;
	/** How many pages were read, of so many records; undefined of a whole list. */
	read?: { pages: number; size: number };
	/** Whether its only page holds fewer records than fit in, although the service counts more. */
	isShort?: boolean;
}

/** Records of the newest ones that a sample is looked for in. */
export const sampled = 200;
/** A list counts as sorted if no record stands further from its place, and late records are looked for so far back. */
export const overlapMs = 10 * 60_000;
/** Most pages that are requested at once. */
const maxPagesAtOnce = 32;

/**
 * Every record of a list. When the service keeps counting more records than it gives, only records
 * newer than all records read are sure to be new: the others may appear anywhere later.
 *
 * @throws NodeOperationError when the list changes too much to be read whole
 */
export async function readWhole({ api, list, timeField, node }: WatchedList): Promise<Part> {
	const { records, missing, moved } = await api.pages(list, Infinity);
	if (moved === true) {
		throw new NodeOperationError(node, `The list of ${list.key} kept changing while it was read`, {
			description: `${counted(missing, 'record')} may be missing. Nothing is lost: the next poll reads it again.`,
		});
	}
	const listed = records.length;
	const newest = newestOf(records.map((record) => parseTime(record[timeField])));
	return { records, listed, total: listed + missing, oldest: missing === 0 ? -1 : newest };
}

/**
 * Reads a list from its top until `enough` says so, in steps that double. The order is never trusted: a list
 * that is not sorted newest-first, lacks records that it counts, or loses some meanwhile is read whole.
 *
 * @throws NodeOperationError when the list changes too much to be read whole
 */
export async function readNewest(
	watched: WatchedList,
	enough: (part: Part) => boolean,
): Promise<Part> {
	const { api, list, timeField, bound } = watched;
	const { records: top, pagination } = await api.page(list, 1);
	const records = [...top];
	const different = () => new Set(records.map((record) => record.id ?? record)).size;
	const { total } = pagination;
	let last = pagination;
	for (let read = 1; read < pagesOf(last, top.length); ) {
		const oldest = readDownTo(records, timeField);
		if (oldest === undefined) return await readWhole(watched);
		const isShort = read === 1 && top.length < pagination.limit;
		const part = {
			records,
			total,
			listed: total,
			oldest,
			isShort,
			read: { pages: read, size: top.length },
		};
		if (enough(part)) return part;
		// Pages beyond `totalPages` are tried one by one.
		const count = Math.min(read, maxPagesAtOnce, Math.max(1, last.totalPages - read));
		const from = read + 1;
		const pages = await inParallel(count, { bound }, async (index) => {
			return await api.page(list, from + index);
		});
		for (const page of pages) {
			const isLess = page === undefined || page.pagination.total < last.total;
			if (isLess || page.records.length === 0) return await readWhole(watched);
			records.push(...page.records);
			last = page.pagination;
		}
		read += count;
	}
	if (different() < total) return await readWhole(watched);
	return { records, total: last.total, listed: different(), oldest: -1 };
}

/** The time from which on the records are all of their list; undefined if they are not sorted newest-first. */
export function readDownTo(records: IDataObject[], timeField: string): number | undefined {
	const times = records.map((record) => parseTime(record[timeField]) ?? NaN);
	let [oldest, disorder] = [Infinity, 0];
	for (const time of times) {
		disorder = Math.max(disorder, time - oldest);
		oldest = Math.min(oldest, time);
	}
	const isRising = times[0] < times[times.length - 1];
	if (times.length === 0 || isRising || !(disorder <= overlapMs)) return undefined;
	return disorder > 0 ? oldest + overlapMs : oldest;
}

/** Whether everything that happened at `time` or later was read. */
export const reachesBehind = ({ oldest }: Part, time: number) => oldest < time;

/** The same, `ms` before the newest record. */
export function reachesBehindNewest({ records, oldest }: Part, timeField: string, ms: number) {
	const newest = parseTime(records[0]?.[timeField]);
	return newest !== undefined && oldest < newest - ms;
}

/**
 * Whether the top of a sorted list holds all news. How much longer the list has become proves it: if the news that was
 * read explains that, the top must reach known records; otherwise, down to the floor, where nothing is new.
 */
function holdsAllNews(part: Part, candidates: Candidate[], memory: Memory): boolean {
	const last = candidates[candidates.length - 1];
	const news = memory.newOf(candidates);
	const added = unseenOf(memory, news).length;
	const growth = part.total - (memory.total ?? part.total - added) - added;
	// Old records with one time prove no order.
	if (growth > 0) return byTime(candidates[0], last) > 0 && reachesBehind(part, memory.floor);
	if (!memory.knows(last)) return false;
	// The records of an import may all have one time.
	if (news.length === 0 && growth === 0) return true;
	// With news there may be late records, and where one was deleted, another may have come.
	return reachesBehind(part, Math.max(memory.newest() - overlapMs, memory.floor));
}

/**
 * The records that the memory does not know, oldest first; undefined where it knows none of the records read, and
 * the credential has changed: these are the records of another company.
 */
export function freshOf<T>(
	{ isSameAccount }: Poll,
	memory: Memory,
	candidates: Array<Candidate<T>>,
): Array<Candidate<T>> | undefined {
	const isKnown = isSameAccount || candidates.some((one) => memory.lastSeen(one) !== undefined);
	return isKnown ? memory.newOf(candidates) : undefined;
}

/**
 * Reads what is new in a list, and tells n8n's log of records that the trigger cannot find.
 *
 * @param isWhole whether the list is read whole, as it is sorted by another time
 * @param isPending whether a record that was seen in this version may become an event: of the pages down to the
 * oldest one of these, each poll reads one in turn
 * @returns undefined if it is another list: see `freshOf`
 */
export async function readNews(
	poll: Poll,
	watched: WatchedList,
	memory: Memory,
	candidateOf: (record: IDataObject) => Candidate<IDataObject>,
	isWhole = false,
	isPending: (version: string) => boolean = () => false,
) {
	const candidatesOf = ({ records }: Part) => records.map(candidateOf);
	const enough = (soFar: Part) => holdsAllNews(soFar, candidatesOf(soFar), memory);
	const part = isWhole ? await readWhole(watched) : await readNewest(watched, enough);
	if (part.read !== undefined) {
		const { pages, size } = part.read;
		const added = unseenOf(memory, memory.newOf(candidatesOf(part))).length;
		const count = memory.countDownTo(isPending);
		const deeper = count === 0 ? 0 : Math.ceil((count + added) / size) - pages;
		if (deeper > 0) await readInTurn(poll, watched, part, pages + 1 + (poll.turn % deeper));
	}
	const fresh = freshOf(poll, memory, candidatesOf(part));
	if (fresh === undefined) return undefined;
	// A list that the service filters becomes longer by old records, too.
	const isFiltered = isWhole && watched.list.query !== undefined;
	const tooOld = isFiltered
		? 0
		: part.total - (memory.total ?? part.total) - unseenOf(memory, fresh).length;
	if (tooOld > 0) {
		poll.warn(
			`The trigger cannot tell ${tooOld} of the new ${nameOf(watched)} from old ones: no time, or a very old time`,
		);
	}
	// Once as long as nothing changes.
	if (part.total !== memory.total) warnOfMissing(poll, part, nameOf(watched));
	return { part, fresh };
}

const unseenOf = (memory: Memory, candidates: Candidate[]) =>
	candidates.filter((one) => memory.lastSeen(one) === undefined);

/** Adds a page, if it can be read. */
async function readInTurn(poll: Poll, { api, list }: WatchedList, part: Part, page: number) {
	const read = await api.page(list, page).catch((error: Error) => {
		// A service that asks for fewer requests has answered the first page.
		if (!classify(error).asksForFewer) poll.failed(error);
	});
	part.records.push(...(read?.records ?? []));
}

const nameOf = ({ list }: WatchedList) => (list.key === 'clients' ? 'contacts' : list.key);

export function warnOfMissing({ warn }: Poll, { total, listed }: Part, name: string) {
	if (total > listed) {
		warn(`The list of the service lacks ${total - listed} of the ${name} that it counts`);
	}
}
