import type { IDataObject } from 'n8n-workflow';

import { type PageSource, type Pagination, isPlausible, pagesOf, readOnePage } from './readPage';
import type { List } from '../endpoints';

/** Most pages read side by side in each pass: later passes read fewer, so that the list changes less. */
const stretches = [256, 8, 1];
/** Most where `total` and `totalPages` contradict each other: one of them may be any number. */
const doubtfulStretch = 8;
/** Most pages that begin in one turn of the event loop, so that no turn has to read dozens of answers. */
const maxPagesInTurn = 4;
/** A list that grows while it is read is read up to twice its pages, and so many more. */
const sparePages = 256;

export interface ListResult {
	records: IDataObject[];
	/** Most records that may be missing; 0 when the list is complete. */
	missing: number;
	/** Set where records may be missing because the list kept changing, not because `total` is wrong. */
	moved?: boolean;
	/** Set where the list was not read to its end. `total` is the service's count of the whole list. */
	more?: { total: number };
}

export interface PageReader extends PageSource {
	/** Does `work` for 0 … count - 1, bounded; throws the first failure. */
	sideBySide<T>(count: number, work: (index: number) => Promise<T>): Promise<unknown>;
	/** Whether the error says that the list does not have this page, not that the page cannot be read. */
	isNoPage(error: unknown): boolean;
	/** Ends in a later turn of the event loop. */
	pause(): Promise<void>;
}

/** The record in the returned form; undefined for a record that is not wanted. */
export type Keep = (record: IDataObject) => IDataObject | undefined;

/** The records of a reading by ID, in the order of their first page; undefined for one that is not wanted. */
type Found = Map<unknown, IDataObject | undefined>;

/** A page after `keep`. */
interface KeptPage {
	records: Array<{ id: unknown; kept: IDataObject | undefined }>;
	pagination: Pagination;
}

/**
 * Reads a paged list, each record once. If records may have been missed, it is read again, three times at
 * most. Limit: if one record leaves and another comes in between two requests, `total` stays the same,
 * and nobody notices.
 *
 * @param wanted most records to return, Infinity for all
 * @param keep filters and changes records as pages arrive
 * @throws the error of any page: an incomplete list never counts as complete
 */
export async function readList(
	reader: PageReader,
	list: List,
	wanted: number,
	keep: Keep = (record) => record,
): Promise<ListResult> {
	const sized = { ...list, pageSize: list.pageSize && Math.min(list.pageSize, wanted) };
	const cut = (found: Found) =>
		[...found.values()].filter((kept) => kept !== undefined).slice(0, wanted);
	const readings: Array<Awaited<ReturnType<typeof readOnce>>> = [];
	const all: Found = new Map();
	for (const stretch of stretches) {
		const maxPages = readings[0]?.maxPages;
		const reading = await readOnce(reader, sized, wanted, keep, stretch, maxPages);
		const { found, kept, total, missing } = reading;
		if (kept >= wanted || missing === 0) {
			const isEnd = kept <= wanted && total <= found.size;
			return { records: cut(found), missing: 0, ...(isEnd ? {} : { more: { total } }) };
		}
		readings.push(reading);
		for (const [id, one] of found) all.set(id, one);
	}
	const records = cut(all);
	// A missing record was missed by every reading.
	const minMissing = Math.min(...readings.map(({ missing }) => missing));
	const missing = Math.min(minMissing, wanted - records.length);
	// Where the list stood still, every reading that saw its end lacks as many: the service's count is wrong.
	const moved = readings.some(
		(reading) => reading.skipped > 0 || (reading.missing !== minMissing && !reading.isCut),
	);
	return { records, missing, ...(missing > 0 && moved ? { moved } : {}) };
}

/**
 * One reading of a list from its first page on, until an empty page at the latest.
 *
 * A record that comes in pushes others on to pages that are not read yet, so nothing is missed. A record
 * that leaves moves another one to a page that was already read. Example: pages a b | c d | e f. After
 * page 1, `a` leaves: b c | d e | f. Page 2 is now d e, and `c` is missed; `total` fell from 6 to 5, so
 * one record was possibly skipped.
 *
 * @param stretch most pages read side by side
 * @param givenMaxPages most pages to read, as the first reading found it; left out by that one
 * @returns `kept`: how many of the records are wanted; `total`: the service's count on the first page;
 * `missing`: most records that may be missing; `skipped`: the missing records that moved because others left;
 * `isCut`: whether it ended at an empty page before the last one
 */
async function readOnce(
	reader: PageReader,
	list: List,
	wanted: number,
	keep: Keep,
	stretch: number,
	givenMaxPages?: number,
) {
	const found: Found = new Map();
	let kept = 0;
	let skipped = 0;
	let lastTotal = 0;
	let pages = 1;
	let atOnce = stretch;
	const readPage = async (number: number): Promise<KeptPage> => {
		const { records, pagination } = await readOnePage(reader, list, number);
		// As it arrives: all pages of a stretch together would take long.
		return { records: records.map((one) => ({ id: one.id, kept: keep(one) })), pagination };
	};
	const first = await readPage(1);
	const { total, limit } = first.pagination;
	const heldByFirst = first.records.length;
	/** Adds pages that were read side by side, in an unknown order. */
	const add = (read: KeptPage[]) => {
		const counts = read.map(({ pagination }) => pagination);
		const totals = counts.map((one) => one.total);
		const [lowest, highest] = [Math.min(...totals), Math.max(...totals)];
		// Out of order, each page may miss records, both when records come in and when they leave.
		skipped += Math.max(0, lastTotal - lowest) + (highest - lowest) * read.length;
		lastTotal = highest;
		pages = Math.max(...counts.map((one) => pagesOf(one, heldByFirst)));
		const isDoubtful = counts.some((one) => !isPlausible(one, heldByFirst));
		atOnce = isDoubtful ? Math.min(stretch, doubtfulStretch) : stretch;
		for (const { records, pagination } of read) {
			records.forEach((record, index) => {
				// A record without an identifier may be any record: it counts as its own.
				const key = record.id ?? `${pagination.page}/${index}`;
				kept += Number(record.kept !== undefined) - Number(found.get(key) !== undefined);
				found.set(key, record.kept);
			});
		}
	};
	add([first]);
	const maxPages = givenMaxPages ?? 2 * pages + sparePages;
	let isCut = heldByFirst === 0 && pages > 1;
	let done = 1;
	let heldByLast = heldByFirst;
	while (done < pages && kept < wanted && !isCut) {
		if (done > maxPages) {
			// The list grows faster than it can be read, so its other pages stay unknown.
			skipped += Math.max(1, lastTotal - found.size);
			break;
		}
		const enough = Math.ceil((wanted - kept) / limit);
		// Once `keep` has left records out, the number of pages doubles: 1, 1, 2, 4, 8 side by side.
		const ahead = kept < found.size ? Math.max(enough, done) : enough;
		const before = done;
		const count = Math.min(pages - done, ahead, atOnce);
		const read = await readStretch(reader, count, async (index) => {
			return await readPage(before + 1 + index);
		});
		add(read);
		done += count;
		heldByLast = read[count - 1].records.length;
		isCut = done < pages && heldByLast === 0;
	}
	// A full last page proves no end: a service may count only a part, such as the first 10,000.
	const full = pages > 1 ? heldByFirst : limit;
	while (done === pages && kept < wanted && heldByLast >= full && done <= maxPages) {
		const before = found.size;
		const further = await readPage(done + 1).catch(async (error: Error) => {
			return reader.isNoPage(error) ? undefined : await Promise.reject(error);
		});
		heldByLast = further?.records.length ?? 0;
		if (further === undefined || heldByLast === 0) break;
		add([further]);
		done++;
		pages = Math.max(pages, done);
		if (found.size === before) break;
	}
	// Unread pages count as missing, unless the total proves them empty.
	const unread = isCut && found.size !== lastTotal ? Math.max(1, lastTotal - found.size) : 0;
	const missing = Math.max(skipped, total - found.size, unread, 0);
	return { found, kept, total, missing, skipped, isCut, maxPages };
}

/** So many pages side by side. */
async function readStretch(
	reader: PageReader,
	count: number,
	readPage: (index: number) => Promise<KeptPage>,
): Promise<KeptPage[]> {
	const pages = new Array<KeptPage>(count);
	let turn = Promise.resolve();
	await reader.sideBySide(count, async (index) => {
		if (index > 0 && index % maxPagesInTurn === 0) turn = turn.then(reader.pause);
		await turn;
		pages[index] = await readPage(index);
	});
	return pages;
}
