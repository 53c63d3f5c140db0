import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../util/values';
import type { List, Payload } from '../endpoints';
import { pageParameter } from '../unstated';

export interface PageSource {
	fetch(query: IDataObject): Promise<Payload>;
	/** Throws the error of an answer that contradicts the interface; `isOtherPage` as in `Failure`. */
	fail(detail: string, isOtherPage?: true): never;
}

/** Pagination object of list responses (interface, "Pagination object"). */
export type Pagination = Record<'total' | 'page' | 'limit' | 'totalPages', number>;

export interface Page {
	records: IDataObject[];
	pagination: Pagination;
}

/** The page of this number, from 1, in the service's order; `source.fail` for any other answer. */
export async function readOnePage(
	source: PageSource,
	{ key, pageSize, query: filters }: List,
	page: number,
): Promise<Page> {
	const query: IDataObject = { ...filters };
	// The interface does not show `page` for lists without `limit`, so their page 1 is read without it.
	if (pageSize !== undefined || page > 1) query[pageParameter] = page;
	if (pageSize !== undefined) query.limit = pageSize;
	const { value, data } = await source.fetch(query);
	if (!Array.isArray(value)) return source.fail(`"data.${key}" is not a list`);
	const counts = data.pagination;
	if (!isObject(counts)) return source.fail('the list has no pagination object');
	const count = (name: keyof Pagination) => {
		const reason = 'in the pagination object of the list is not a whole number of 0 or more';
		return countOf(counts[name]) ?? source.fail(`"${name}" ${reason}`);
	};
	const pagination = {
		total: count('total'),
		page: count('page'),
		limit: Math.max(1, count('limit')),
		totalPages: count('totalPages'),
	};
	if (pagination.page !== page) {
		return source.fail(`the node asked for page ${page} and got page ${pagination.page}`, true);
	}
	// The service counted before a record came in that is on the page, so a full page may not be the last.
	if (value.length > pagination.total) {
		pagination.total = value.length;
		const isFull = value.length >= pagination.limit;
		pagination.totalPages = Math.max(pagination.totalPages, isFull ? page + 1 : page);
	}
	return { records: value, pagination };
}

/**
 * Pages to read, if the first page held so many. A first page that is not the last one is full, so it shows
 * the size of a page: a service may repeat a `limit` that it does not keep.
 */
export function pagesOf({ total, limit, totalPages }: Pagination, heldByFirst: number): number {
	const isFull = heldByFirst > 0 && heldByFirst < total;
	const size = isFull ? heldByFirst : Math.max(limit, heldByFirst);
	return Math.max(totalPages, Math.ceil(total / size));
}

/** Whether `total` and `totalPages` tell of about as many pages; a few more may be a matter of counting. */
export function isPlausible(pagination: Pagination, heldByFirst: number): boolean {
	const { total, limit, totalPages } = pagination;
	const fullPages = Math.ceil(total / Math.min(limit, heldByFirst || limit));
	return pagesOf(pagination, heldByFirst) <= 2 * Math.max(1, Math.min(totalPages, fullPages));
}

/** A whole number from 0 up, given as a number or as text; undefined for anything else. */
function countOf(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^\d+$/.test(value.trim());
	const count = isText ? Number(value) : value;
	return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}
