import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../util/isObject';
import type { List, Pagination } from './types';
import { pageParameter } from './unstated';

/** Times a list is read when it moves meanwhile, before what may be missing is told. */
const passes = 3;

export interface ListResult {
	records: IDataObject[];
	/** Records the list should have held more, because it kept moving; 0 when it is whole. */
	missing: number;
	/** Records that the service counts in every pass and gives in none. */
	unaccounted: number;
}

/** What reading a list needs of the connection. */
export interface PageReader {
	fetch(query: IDataObject): Promise<{ value: IDataObject | IDataObject[]; data: IDataObject }>;
	/** Throws the error of an answer that contradicts the interface. */
	fail(detail: string): never;
	sideBySide<T>(count: number, work: (index: number) => Promise<T>): Promise<Array<T | undefined>>;
}

export interface Page {
	records: IDataObject[];
	pagination: Pagination;
}

/** Records by identifier, in the order of their first page. */
type Found = Map<unknown, IDataObject>;

/**
 * Reads a paged list: page 1, then the others side by side; exactly `wanted` records (Infinity for
 * all), each once, no page in vain. When the list moves meanwhile it is read again, three times at
 * most. A page that fails fails the list: a short list is never passed off as a whole one.
 */
export async function readList(
	reader: PageReader,
	list: List,
	wanted: number,
	keep: (record: IDataObject) => IDataObject = (record) => record,
): Promise<ListResult> {
	const pageSize = list.pageSize === undefined ? undefined : Math.min(list.pageSize, wanted);
	let all: Found = new Map();
	for (let pass = 1; ; pass++) {
		const found: Found = new Map();
		const { total, steady } = await readPass(found);
		const target = Math.min(wanted, total);
		if (found.size >= target && (steady || wanted <= total)) return cut(found, 0);
		all = new Map([...all, ...found]);
		if (all.size >= target && steady) return cut(all, 0);
		if (pass === passes) return cut(all, Math.max(0, target - all.size));
	}

	function cut(found: Found, missing: number): ListResult {
		const records = [...found.values()];
		if (records.length > wanted) records.length = wanted;
		return { records, missing, unaccounted: 0 };
	}

	/** `steady` = nothing was taken out meanwhile, so no record can have slipped between two pages. */
	async function readPass(found: Found): Promise<{ total: number; steady: boolean }> {
		const first = await readPage(1);
		let { total, totalPages } = first.pagination;
		let steady = true;
		add(first, 1);
		let read = 1;
		while (read < totalPages && found.size < wanted) {
			const size = first.pagination.limit;
			const enough =
				wanted === Infinity ? totalPages : read + Math.ceil((wanted - found.size) / size);
			const until = Math.min(totalPages, enough);
			const before = read;
			// Taken up in order as they come, so that a long list never holds up the event loop at its end.
			const waiting = new Map<number, Page>();
			await reader.sideBySide(until - before, async (index) => {
				waiting.set(before + 1 + index, await readPage(before + 1 + index));
				for (let page = waiting.get(read + 1); page !== undefined; page = waiting.get(read + 1)) {
					waiting.delete(++read);
					add(page, read);
					if (page.pagination.total < total) steady = false;
					({ total, totalPages } = page.pagination);
				}
			});
		}
		return { total, steady };

		function add({ records }: Page, page: number) {
			records.forEach((record, index) => {
				// A record without an identifier cannot be told from others: it counts as its own.
				const id = record.id ?? `${page}/${index}`;
				found.set(id, record);
			});
		}
	}

	async function readPage(page: number): Promise<Page> {
		const { records, pagination } = await readOnePage(reader, { ...list, pageSize }, page);
		return { records: records.map(keep), pagination };
	}
}

/** One page of a list. An answer that is not that page fails. */
export async function readOnePage(
	reader: Pick<PageReader, 'fetch' | 'fail'>,
	{ key, pageSize, query: filters }: List,
	page: number,
): Promise<Page> {
	const query: IDataObject = { ...filters };
	if (pageSize !== undefined) {
		query[pageParameter] = page;
		query.limit = pageSize;
	} else if (page > 1) {
		// `page` of these lists is not shown either, so page 1 asks for nothing undocumented.
		query[pageParameter] = page;
	}
	const { value, data } = await reader.fetch(query);
	if (!Array.isArray(value)) return reader.fail(`"data.${key}" is no list`);
	const pagination = readPagination(data.pagination);
	if (pagination === undefined) return reader.fail('the list comes without its pagination object');
	if (pagination.page !== page) {
		return reader.fail(`page ${page} was asked for and page ${pagination.page} came`);
	}
	return { records: value, pagination };
}

function readPagination(value: unknown): Pagination | undefined {
	if (!isObject(value)) return undefined;
	const { total, page, limit, totalPages } = value;
	const isCount = (count: unknown): count is number =>
		Number.isInteger(count) && Number(count) >= 0;
	if (!isCount(total) || !isCount(page) || !isCount(totalPages) || !isCount(limit))
		return undefined;
	return { total, page, limit: Math.max(1, limit), totalPages };
}
