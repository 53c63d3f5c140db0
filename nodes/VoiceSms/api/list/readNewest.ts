import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import type { List } from '../endpoints';
import { momentOfService } from '../unstated';
import { inParallel } from '../../util/inParallel';
import { counted } from '../../util/inWords';
import type { ListResult } from './readList';
import { type Page, pagesOf } from './readPage';

/** A list in which new records are looked for. */
export interface WatchedList {
	api: {
		page(list: List, number: number): Promise<Page>;
		pages(list: List, wanted: number): Promise<ListResult>;
	};
	list: List;
	/** Field with the time that makes a record new. */
	timeField: string;
	node: INode;
	/** Most requests at once. */
	bound: number;
}

/** The part of a list that was read: its top, if it is sorted newest-first, or all. */
export interface NewestPart {
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
export async function readWhole({ api, list, timeField, node }: WatchedList): Promise<NewestPart> {
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
	enough: (part: NewestPart) => boolean,
): Promise<NewestPart> {
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

/** The time of a record without one: it is older than all others. */
export const noTime = 0;

/** Milliseconds since 1970 of a time of the service, 1 at least; undefined when it cannot be read. */
export function parseTime(value: unknown): number | undefined {
	const time = typeof value === 'string' ? momentOfService(value) : NaN;
	return Number.isNaN(time) ? undefined : Math.max(1, time);
}

/** The latest of these times; 0 without any. */
export const newestOf = (times: Array<number | undefined>) =>
	times.reduce<number>((one, other = noTime) => Math.max(one, other), noTime);
