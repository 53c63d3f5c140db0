import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import type { List, Pagination } from '../types';
import { pageParameter } from '../unstated';

/** What reading one page needs of the connection. */
export interface PageSource {
	fetch(query: IDataObject): Promise<{ value: IDataObject | IDataObject[]; data: IDataObject }>;
	/** Throws the error of an answer that contradicts the interface. */
	fail(detail: string): never;
}

export interface Page {
	records: IDataObject[];
	pagination: Pagination;
}

/**
 * One page of a list, as the service gives it.
 *
 * @param page its number, from 1
 * @throws the error of `source.fail` for an answer that is not that page
 */
export async function readOnePage(
	source: PageSource,
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
	const { value, data } = await source.fetch(query);
	if (!Array.isArray(value)) return source.fail(`"data.${key}" is no list`);
	if (!isObject(data.pagination)) {
		return source.fail('the list comes without its pagination object');
	}
	const count = (name: keyof Pagination) =>
		countOf((data.pagination as IDataObject)[name]) ??
		source.fail(`"${name}" of the list's pagination object is no whole number from 0 up`);
	const pagination = {
		total: count('total'),
		page: count('page'),
		limit: Math.max(1, count('limit')),
		totalPages: count('totalPages'),
	};
	if (pagination.page !== page) {
		return source.fail(`page ${page} was asked for and page ${pagination.page} came`);
	}
	// The service counted first: a record that came in before the page was read is on the page.
	if (value.length > pagination.total) {
		pagination.total = value.length;
		// Nor does such a count say that a full page is the last one.
		const next = value.length < pagination.limit ? page : page + 1;
		pagination.totalPages = Math.max(pagination.totalPages, next);
	}
	return { records: value, pagination };
}

/**
 * Pages that a list is to be read to: `totalPages`, or more where its `total` does not fit on these.
 *
 * @param held records on its first page: a limit below that is no page size
 */
export function pagesOf({ total, limit, totalPages }: Pagination, held: number): number {
	return Math.max(totalPages, Math.ceil(total / Math.max(limit, held)));
}

/** A whole number from 0 up, given as a number or as text; undefined for anything else. */
function countOf(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^\d+$/.test(value.trim());
	const count = isText ? Number(value) : value;
	return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}
