import type { IDataObject } from 'n8n-workflow';

import type { PageSource } from './page';
import { pagesOf, readOnePage } from './page';
import type { KeptPage } from './pass';
import { UniqueRecords, Pass, whatIsShort } from './pass';
import type { List } from '../types';
import { counted } from '../../util/inWords';

/**
 * Most pages read side by side in the first, second and third pass. Later passes read fewer, so that
 * the list changes less while they read. The first has a limit too, as `totalPages` may be far too high.
 */
const stretches = [256, 8, 1];
/** The limit for a list that grows while it is read: twice its pages, and so many more. */
const sparePages = 256;
/** So many empty pages in a row, before the last page, show that `totalPages` is wrong. */
const mostEmptyPages = 3;

export interface ListResult {
	records: IDataObject[];
	/** Records that may be missing; 0 when the list is complete. */
	missing: number;
	/** Set where records may be missing because the list kept changing, not because `total` is wrong. */
	moved?: true;
	/** Set where the list was not read to its end. `total` is the service's count of the whole list. */
	more?: { total: number };
}

/** The part of a connection that reads a list. */
export interface PageReader extends PageSource {
	/** Does `work` for 0 … count - 1, bounded; throws the first failure. */
	sideBySide<T>(count: number, work: (index: number) => Promise<T>): Promise<unknown>;
}

/** The record as it is returned; undefined for a record that is not wanted. */
export type Keep = (record: IDataObject) => IDataObject | undefined;

/**
 * Reads a paged list, each record once. If records leave the list meanwhile, it is read again, three
 * times at most. Limit: if one record leaves and another comes in between two requests, `total` stays
 * the same, and nobody notices.
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
	const pages = new Pages(reader, list, wanted, keep);
	const all = new UniqueRecords();
	const passes: Pass[] = [];
	for (const stretch of stretches) {
		const pass = await pages.readPass(stretch);
		if (pass.found.wanted.size >= wanted || pass.isWhole) {
			return { records: cut(pass.found), missing: 0, ...moreThan(pass) };
		}
		passes.push(pass);
		all.add(pass.found);
	}
	const { missing, moved } = whatIsShort(passes, all.size);
	const room = Math.max(0, wanted - all.wanted.size);
	return {
		records: cut(all),
		missing: Math.min(missing, room),
		...(moved && missing > 0 && room > 0 ? { moved } : {}),
	};

	function moreThan({ found, total }: Pass): { more?: ListResult['more'] } {
		return found.wanted.size <= wanted && total <= found.size ? {} : { more: { total } };
	}

	function cut(found: UniqueRecords): IDataObject[] {
		return [...found.wanted.values()].slice(0, wanted);
	}
}

class Pages {
	private readonly list: List;
	private emptyInRow = 0;
	private mostPages?: number;

	constructor(
		private readonly reader: PageReader,
		list: List,
		private readonly wanted: number,
		private readonly keep: Keep,
	) {
		const { pageSize } = list;
		this.list = pageSize === undefined ? list : { ...list, pageSize: Math.min(pageSize, wanted) };
	}

	/** @param stretch most pages read side by side */
	async readPass(stretch: number): Promise<Pass> {
		const first = await this.readPage(1);
		this.checkTotalPages(first);
		this.emptyInRow = 0;
		const pass = new Pass(first);
		let { totalPages } = first.pagination;
		const held = first.records.length;
		let pagesThere = pagesOf(first.pagination, held);
		this.mostPages ??= 2 * pagesThere + sparePages;
		for (let done = 1; done < pagesThere && pass.found.wanted.size < this.wanted; ) {
			if (done > this.mostPages) {
				// The list grows faster than it can be read, so its other pages stay unknown.
				pass.slipped = Infinity;
				break;
			}
			const ahead = Math.min(this.pagesAhead(pass, first.pagination.limit, done), stretch);
			// Pages beyond `totalPages` are tried one by one.
			const count = Math.min(Math.max(1, totalPages - done), ahead);
			const pages = await this.readStretch(done, count);
			pass.add(pages);
			totalPages = Math.max(...pages.map(({ pagination }) => pagination.totalPages));
			done += count;
			if (done > totalPages && pages[count - 1].records.length === 0) break;
			pagesThere = Math.max(...pages.map(({ pagination }) => pagesOf(pagination, held)));
		}
		return pass;
	}

	/**
	 * How many pages to read next: enough for the records that are still wanted. Once `keep` has left
	 * records out, as many as were read so far, if that is more: 1, 1, 2, 4, 8 pages side by side.
	 */
	private pagesAhead({ found }: Pass, limit: number, done: number): number {
		const enough = Math.ceil((this.wanted - found.wanted.size) / limit);
		return found.wanted.size < found.size ? Math.max(enough, done) : enough;
	}

	/** The `count` pages after page `done`. */
	private async readStretch(done: number, count: number): Promise<KeptPage[]> {
		const pages: KeptPage[] = new Array<KeptPage>(count);
		let inOrder = 0;
		await this.reader.sideBySide(count, async (index) => {
			pages[index] = await this.readPage(done + 1 + index);
			for (; pages[inOrder] !== undefined; inOrder++) this.checkNotEmpty(pages[inOrder]);
		});
		return pages;
	}

	/** Refuses a `totalPages` of more than twice what `total` needs. A few pages more may be a matter of counting. */
	private checkTotalPages({ records, pagination: { total, limit, totalPages } }: KeptPage) {
		const size = Math.min(limit, records.length || limit);
		if (totalPages > 2 * Math.max(1, Math.ceil(total / size))) {
			this.reader.fail(`the list reports ${totalPages} pages for ${counted(total, 'record')}`);
		}
	}

	private checkNotEmpty({ records, pagination: { page, totalPages } }: KeptPage) {
		const isShort = records.length === 0 && page < totalPages;
		this.emptyInRow = isShort ? this.emptyInRow + 1 : 0;
		if (this.emptyInRow >= mostEmptyPages) {
			this.reader.fail(
				`the list reports ${totalPages} pages, but ${mostEmptyPages} pages in a row up to page ${page} are empty`,
			);
		}
	}

	private async readPage(page: number): Promise<KeptPage> {
		const { records, pagination } = await readOnePage(this.reader, this.list, page);
		return {
			records: records.map((record) => ({ id: record.id, kept: this.keep(record) })),
			pagination,
		};
	}
}
