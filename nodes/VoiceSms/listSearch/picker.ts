import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type NodeApiError,
	tryToParseDateTime,
} from 'n8n-workflow';

import { realClock } from '../api/clock';
import { type Api, connect } from '../api/connect';
import { addTo, failureOf } from '../api/errors/nodeError';
import { readAccess } from '../api/http/request';

export type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

export interface Entry {
	name: string;
	value: string;
}

/** Most pages of the service that are read at once, where few records match. */
const mostPages = 30;
/** Milliseconds that a user of the editor waits at most. */
const longestMs = 10_000;

/** A page of records, and how many pages there are. */
interface RecordsPage {
	records: IDataObject[];
	pagination: { totalPages: number };
}

interface PickerOptions {
	/** The list's name in errors. */
	nameInErrors: string;
	/** Page `page` of the records, from 1. */
	read(api: Api, page: number, filter: string): Promise<RecordsPage>;
	/**
	 * The entry of a record; undefined for a record that the picker does not show. The time zone is that of
	 * the instance: n8n gives a picker no workflow settings (n8n, dynamic-node-parameters.service.js).
	 */
	entry(record: IDataObject, filter: string, timeZone: string): Entry | undefined;
	/** Whether several records give the same entry: 30 pages are read, and each is shown once, sorted by name. */
	once?: boolean;
}

/**
 * A picker that shows a page of the service at a time; the editor asks for more when the user scrolls on. The
 * token is the number of the page (n8n-workflow, INodeListSearchResult). Errors are shown, not swallowed.
 */
export function picker({ nameInErrors, read, entry, once = false }: PickerOptions): Search {
	return async function (filter = '', paginationToken = '') {
		const until = realClock.now() + longestMs;
		const leftMs = () => until - realClock.now();
		const api = connect(this, await readAccess(this), realClock, { leftMs }).api({ nameInErrors });
		const entries = new Map<string, Entry>();
		let page = Number(paginationToken) || 1;
		// The next page too, where nothing matches: a service that ignores the search gives all records.
		for (const last = page + mostPages; page < last && (once || entries.size === 0); page++) {
			const { records, pagination } = await read(api, page, filter).catch(tellOtherWays);
			for (const record of records) {
				const one = entry(record, filter, this.getTimezone());
				if (one !== undefined) entries.set(one.value, one);
			}
			// An empty page is the end, whatever the service counts.
			const isEnd = page >= pagination.totalPages || records.length === 0;
			if (isEnd) return { results: sorted() };
		}
		return { results: sorted(), paginationToken: String(page) };

		function sorted(): Entry[] {
			const results = [...entries.values()];
			return once ? results.sort((a, b) => (a.name < b.name ? -1 : 1)) : results;
		}
	};
}

/** @throws the error; where the key may not read the list, with advice how to do without it */
function tellOtherWays(error: NodeApiError): never {
	if (failureOf(error)?.status === 403) {
		addTo(error, "Without the list, choose 'By ID' or 'Number' and enter the value.");
	}
	throw error;
}

/** A text or number as text, anything else as ''. */
export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Day and minute of a time of the service in `timeZone`, such as 2026-01-31 09:05; '' if it has none. */
export function minuteOf(time: unknown, timeZone: string): string {
	const date = new Date(textOf(time));
	if (Number.isNaN(date.getTime())) return '';
	return tryToParseDateTime(date, timeZone).toFormat('yyyy-MM-dd HH:mm');
}

/** The fields of a record that are not empty, each once, in one line. */
export function label(...parts: unknown[]): string {
	const texts = parts.map(textOf).filter((part) => part.trim() !== '');
	return [...new Set(texts)].join(' · ');
}
