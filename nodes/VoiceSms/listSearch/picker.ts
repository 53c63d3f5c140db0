import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type NodeApiError,
	jsonParse,
	tryToParseDateTime,
	UserError,
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

/** Entries that a picker shows at once; the editor asks for more when the user scrolls on. */
const shown = 100;
/** Most pages of the service that are read for 100 entries, where few records match. */
const mostPages = 30;
/** Milliseconds that a user of the editor waits at most. */
const longestMs = 10_000;

/** Where a picker goes on: the record at `index` of page `page`, and the entries shown before. */
interface PageToken {
	page: number;
	index: number;
	seen: string[];
}

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
	/** Whether several records may give the same entry: each is shown once, sorted by name. */
	once?: boolean;
}

/** A picker, 100 entries at a time (n8n-workflow, INodeListSearchResult). Errors are shown, not swallowed. */
export function picker({ nameInErrors, read, entry, once = false }: PickerOptions): Search {
	return async function (filter = '', paginationToken) {
		const until = realClock.now() + longestMs;
		const leftMs = () => until - realClock.now();
		const api = connect(this, await readAccess(this), realClock, { leftMs }).api({ nameInErrors });
		const timeZone = this.getTimezone();
		const start = readToken(paginationToken);
		const seen = new Set(start.seen);
		const results: Entry[] = [];
		let { page, index } = start;
		for (const last = page + mostPages; page < last; page++, index = 0) {
			const { records, pagination } = await read(api, page, filter).catch(tellOtherWays);
			for (; index < records.length; index++) {
				if (results.length === shown) return { results: sorted(), paginationToken: token() };
				const next = entry(records[index], filter, timeZone);
				if (next === undefined || (once && seen.has(next.value))) continue;
				if (once) seen.add(next.value);
				results.push(next);
			}
			if (page >= pagination.totalPages) return { results: sorted() };
		}
		return { results: sorted(), paginationToken: token() };

		function sorted(): Entry[] {
			return once ? results.sort((a, b) => (a.name < b.name ? -1 : 1)) : results;
		}

		function token(): string {
			return JSON.stringify({ page, index, seen: [...seen] } satisfies PageToken);
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

/** @throws UserError for an invalid token */
function readToken(token?: string): PageToken {
	if (!token) return { page: 1, index: 0, seen: [] };
	const { page, index, seen } =
		jsonParse<Partial<PageToken> | null>(token, { fallbackValue: null }) ?? {};
	if (page && index !== undefined && seen) return { page, index, seen };
	throw new UserError('The list cannot be continued. Open it again.');
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
