import type { IDataObject } from 'n8n-workflow';

import { type PageSource, type Pagination, pagesOf, readOnePage } from './page';
import type { List } from '../lists';
import { counted } from '../../util/inWords';

/** Most pages read side by side in each pass: later passes read fewer, so that the list changes less. */
const stretches = [256, 8, 1];
/** Pages that begin in one turn of the event loop, so that no turn has to read dozens of answers. */
const pagesInTurn = 4;
/** The limit for a list that grows while it is read: twice its pages, and so many more. */
const sparePages = 256;
/** So many empty pages, before the last page, show that `totalPages` is wrong. */
const mostEmptyPages = 3;

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
	/** Ends in a later turn of the event loop. */
	pause(): Promise<void>;
}

/** The record as it is returned; undefined for a record that is not wanted. */
export type Keep = (record: IDataObject) => IDataObject | undefined;

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
	const cut = (found: Pass['found']) =>
		[...found.values()].filter((kept) => kept !== undefined).slice(0, wanted);
	const passes: Pass[] = [];
	const all: Pass['found'] = new Map();
	for (const stretch of stretches) {
		const pass = new Pass(reader, sized, wanted, keep);
		await pass.read(stretch, passes[0]?.mostPages);
		const { found, total } = pass;
		if (pass.kept >= wanted || pass.mostMissing === 0) {
			const isEnd = pass.kept <= wanted && total <= found.size;
			return { records: cut(found), missing: 0, ...(isEnd ? {} : { more: { total } }) };
		}
		passes.push(pass);
		for (const [id, kept] of found) all.set(id, kept);
	}
	const records = cut(all);
	// A missing record was missed by every pass.
	const least = Math.min(...passes.map(({ mostMissing }) => mostMissing));
	const missing = Math.min(least, wanted - records.length);
	// The list stood still, and every pass lacks as many records: the service's count is wrong.
	const moved = passes.some((pass) => pass.possiblySkipped > 0 || pass.mostMissing !== least);
	return { records, missing, ...(missing > 0 && moved ? { moved } : {}) };
}

/**
 * One reading of a list from its first page on, and how many records it may lack.
 *
 * A record that comes in pushes others on to pages that are not read yet, so nothing is missed. A record
 * that leaves moves another one to a page that was already read. Example: pages a b | c d | e f. After
 * page 1, `a` leaves: b c | d e | f. Page 2 is now d e, and `c` is missed; `total` fell from 6 to 5, so
 * one record was possibly skipped.
 */
class Pass {
	/** All records by ID, in the order of their first page; undefined for one that is not wanted. */
	readonly found = new Map<unknown, IDataObject | undefined>();
	kept = 0;
	/** The service's `total` on the first page. */
	total = 0;
	mostPages = 0;
	/** Most records that were possibly skipped, because others left meanwhile. */
	possiblySkipped = 0;
	/** Number of pages to read, as far as known, and the service's own number. */
	private pages = 1;
	private totalPages = 1;
	private lastTotal = 0;
	private heldByFirst = 0;
	private emptyPages = 0;

	constructor(
		private readonly reader: PageReader,
		private readonly list: List,
		private readonly wanted: number,
		private readonly keep: Keep,
	) {}

	/** Of the first page's time. */
	get mostMissing(): number {
		return Math.max(this.possiblySkipped, this.total - this.found.size, 0);
	}

	/** @param stretch most pages read side by side */
	async read(stretch: number, mostPages?: number) {
		const first = await this.readPage(1);
		const { total, limit, totalPages } = first.pagination;
		this.heldByFirst = first.records.length;
		const fullPages = Math.ceil(total / Math.min(limit, this.heldByFirst || limit));
		// A few pages more may be a matter of counting.
		if (totalPages > 2 * Math.max(1, fullPages)) {
			this.reader.fail(`the list reports ${totalPages} pages for ${counted(total, 'record')}`);
		}
		this.total = total;
		this.add([first]);
		this.mostPages = mostPages ?? 2 * this.pages + sparePages;
		for (let done = 1; done < this.pages && this.kept < this.wanted; ) {
			if (done > this.mostPages) {
				// The list grows faster than it can be read, so its other pages stay unknown.
				this.possiblySkipped += Math.max(1, this.lastTotal - this.found.size);
				break;
			}
			// Pages beyond `totalPages` are tried one by one.
			const there = Math.max(1, this.totalPages - done);
			const enough = Math.ceil((this.wanted - this.kept) / limit);
			// Once `keep` has left records out, as many as were read so far: 1, 1, 2, 4, 8 side by side.
			const ahead = this.kept < this.found.size ? Math.max(enough, done) : enough;
			const pages = await this.readStretch(done, Math.min(there, ahead, stretch));
			this.add(pages);
			done += pages.length;
			if (done > this.totalPages && pages[pages.length - 1].records.length === 0) break;
		}
	}

	/** The `count` pages after page `done`. */
	private async readStretch(done: number, count: number): Promise<KeptPage[]> {
		const pages = new Array<KeptPage>(count);
		let turn = Promise.resolve();
		await this.reader.sideBySide(count, async (index) => {
			if (index > 0 && index % pagesInTurn === 0) turn = turn.then(this.reader.pause);
			await turn;
			pages[index] = await this.readPage(done + 1 + index);
		});
		return pages;
	}

	/** Adds pages that were read side by side, in an unknown order. */
	private add(pages: KeptPage[]) {
		const totals = pages.map(({ pagination }) => pagination.total);
		const [least, most] = [Math.min(...totals), Math.max(...totals)];
		// Out of order, each page may miss records, both when records come in and when they leave.
		this.possiblySkipped += Math.max(0, this.lastTotal - least) + (most - least) * pages.length;
		this.lastTotal = most;
		this.totalPages = Math.max(...pages.map(({ pagination }) => pagination.totalPages));
		this.pages = Math.max(...pages.map(({ pagination }) => pagesOf(pagination, this.heldByFirst)));
		for (const { records, pagination } of pages) {
			records.forEach(({ id, kept }, index) => {
				// A record without an identifier cannot be told from others: it counts as its own.
				const key = id ?? `${pagination.page}/${index}`;
				this.kept += Number(kept !== undefined) - Number(this.found.get(key) !== undefined);
				this.found.set(key, kept);
			});
		}
	}

	private async readPage(page: number): Promise<KeptPage> {
		const { records, pagination } = await readOnePage(this.reader, this.list, page);
		const { totalPages } = pagination;
		if (records.length === 0 && page < totalPages && ++this.emptyPages >= mostEmptyPages) {
			this.reader.fail(
				`the list reports ${totalPages} pages, but ${mostEmptyPages} pages up to page ${page} are empty`,
			);
		}
		const kept = records.map((record) => ({ id: record.id, kept: this.keep(record) }));
		return { records: kept, pagination };
	}
}
