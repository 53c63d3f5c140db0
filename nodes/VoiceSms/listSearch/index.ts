import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type NodeApiError,
	tryToParseDateTime,
} from 'n8n-workflow';

import { realClock } from '../api/clock';
import { Api } from '../api/api';
import { Connection } from '../api/connection';
import { addTo, failureIn, rethrow } from '../api/errors/nodeError';
import { readAccess } from '../api/access';
import { type List, calls, contacts, conversations, filtered } from '../api/endpoints';
import { momentOfService } from '../api/unstated';
import { inE164, searchTexts } from '../fields/phone/storedPhone';
import { cut } from '../util/fitted';
import { contains } from '../util/sameWords';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

interface Entry {
	name: string;
	value: string;
}

/** Most pages of the service that are read at once, where few records match. */
const maxPagesRead = 30;
/** Milliseconds that a user of the editor waits at most. */
const maxWaitMs = 10_000;

interface PickerOptions {
	/** The list's name in errors. */
	nameInErrors: string;
	/** Page `page` of the records, from 1. A phone number in the filter is as the service writes it. */
	read(
		api: Api,
		page: number,
		filter: string,
	): Promise<{ records: IDataObject[]; pagination: { totalPages: number } }>;
	/**
	 * The entry of a record; undefined for a record that the picker does not show. The time zone is that of
	 * the instance: n8n gives a picker no workflow settings (n8n, dynamic-node-parameters.service.js). The
	 * country is that of the credential.
	 */
	entry(record: IDataObject, filter: string, timeZone: string, country: string): Entry | undefined;
}

/**
 * A picker that shows a page of the service at a time; the editor asks for more when the user scrolls on. The
 * token is the number of the page (n8n-workflow, INodeListSearchResult). Errors are shown, not swallowed.
 */
export function picker({ nameInErrors, read, entry }: PickerOptions): Search {
	return async function (filter = '', paginationToken = '') {
		const until = realClock.now() + maxWaitMs;
		const leftMs = () => until - realClock.now();
		const access = await readAccess(this);
		const api = new Api(new Connection(this, access, realClock, { leftMs }), { nameInErrors });
		const [sought] = searchTexts(filter, access.defaultCountry);
		const entries = new Map<string, Entry>();
		let page = Number(paginationToken) || 1;
		// The next page too, where nothing matches: a service that ignores the search gives all records.
		for (const last = page + maxPagesRead; page < last && entries.size === 0; page++) {
			const { records, pagination } = await read(api, page, sought).catch(withOtherWays);
			for (const record of records) {
				const entryFor = (text: string) =>
					entry(record, text, this.getTimezone(), access.defaultCountry);
				const one = entryFor(filter) ?? entryFor(sought);
				if (one !== undefined) entries.set(one.value, one);
			}
			// An empty page is the end, even if the service counts more.
			const isEnd = page >= pagination.totalPages || records.length === 0;
			if (isEnd) return { results: [...entries.values()] };
		}
		return { results: [...entries.values()], paginationToken: String(page) };
	};
}

/** @throws the error; where the key may not read the list, with advice how to do without it */
function withOtherWays(error: NodeApiError): never {
	if (failureIn(error)?.status === 403) {
		addTo(error, "Without the list, choose 'By ID' or 'Number' and enter the value.");
	}
	rethrow(error);
}

/** A text or number as text, anything else as ''. */
function textWith(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Day and minute of a time of the service in `timeZone`, such as 2026-01-31 09:05; '' if it has none. */
function minuteOf(time: unknown, timeZone: string): string {
	const date = new Date(momentOfService(textWith(time)));
	if (Number.isNaN(date.getTime())) return '';
	return tryToParseDateTime(date, timeZone).toFormat('yyyy-MM-dd HH:mm');
}

/** The fields of a record that are not empty, each once, in one line. */
export function entryLabel(...parts: unknown[]): string {
	const texts = parts.map(textWith).filter((part) => part.trim() !== '');
	return [...new Set(texts)].join(' · ');
}

/** A page of a list, searched by the service. */
async function readPage(api: Api, list: List, page: number, filter = '') {
	return await api.page(filtered(list, { [api.names.search]: filter }), page);
}

/** The entry of a record; undefined for a record without an ID, which cannot be chosen. */
function entryOf({ id }: IDataObject, name: string): Entry | undefined {
	const value = textWith(id);
	return value === '' ? undefined : { name: name || value, value };
}

/**
 * The entry of a record that contains the text. Checked here too: a service with another name for the
 * search parameter, which is a guess, gives all records.
 */
function ifMatching(record: IDataObject, filter: string, name: string): Entry | undefined {
	return contains(record, filter) ? entryOf(record, name) : undefined;
}

/** Most characters of a conversation's last message: the editor cuts long entries. */
const maxPreviewLength = 50;

/** Most calls of a search that the editor shows at once. */
const maxFound = 100;

/** Most conversations in which company numbers are looked for. */
const maxConversations = 1500;

/** The pickers of the resource locators. */
export const listSearch: Record<string, Search> = {
	/** Not checked here: the documented search finds calls by fields that they do not show, such as the agent's name. */
	searchCalls: picker({
		nameInErrors: 'list of calls',
		read: async (api, page, filter) => {
			if (filter === '') return await readPage(api, calls, page);
			// The search has no pages.
			const found = await api.getList('/api/calls/search', 'calls', { q: filter });
			const records = found.slice((page - 1) * maxFound, page * maxFound);
			return { records, pagination: { totalPages: Math.ceil(found.length / maxFound) } };
		},
		entry: (call, _filter, timeZone) => {
			const { direction, fromNumber, toNumber, startTimestamp } = call;
			// The editor cuts long entries, so the other person's number comes first.
			const customer = direction === 'OUTBOUND' ? toNumber : fromNumber;
			const began = minuteOf(startTimestamp, timeZone);
			return entryOf(call, entryLabel(customer, textWith(direction).toLowerCase(), began));
		},
	}),
	searchContacts: picker({
		nameInErrors: 'list of contacts',
		read: async (api, page, filter) => await readPage(api, contacts, page, filter),
		entry: (contact, filter) => {
			const { fullName, phone, email } = contact;
			return ifMatching(contact, filter, entryLabel(fullName, phone, email));
		},
	}),
	searchConversations: picker({
		nameInErrors: 'list of conversations',
		read: async (api, page, filter) => await readPage(api, conversations, page, filter),
		entry: (conversation, filter, timeZone) => {
			const { customerName, customerPhone, lastMessageAt, lastMessagePreview } = conversation;
			const [day] = minuteOf(lastMessageAt, timeZone).split(' ');
			const text = cut(textWith(lastMessagePreview).replace(/\s+/g, ' ').trim(), maxPreviewLength);
			return ifMatching(conversation, filter, entryLabel(customerName, customerPhone, day, text));
		},
	}),
	/** The interface has no list of company numbers, so these come from conversations. */
	searchCompanyNumbers: picker({
		nameInErrors: 'list of company numbers',
		read: async (api) => {
			const { records } = await api.pages(conversations, maxConversations);
			return { records, pagination: { totalPages: 1 } };
		},
		entry: ({ companyPhone }, filter, _timeZone, country) => {
			const written = textWith(companyPhone);
			// As the operations read it, so that two spellings are one number.
			const number = inE164(written, country) ?? written;
			if (number === '' || !contains({ number }, filter)) return undefined;
			return { name: number, value: number };
		},
	}),
};
