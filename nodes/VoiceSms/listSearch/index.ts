import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Api } from '../api/connect';
import { connect } from '../api/connect';
import { realClock } from '../api/clock';
import { calls, contacts, conversations, filtered } from '../api/lists';
import { searchParameter } from '../api/unstated';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Entries that a picker shows; the search narrows them down. */
const shown = 100;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const label = (...parts: unknown[]) =>
	parts
		.map(text)
		.filter((part) => part !== '')
		.join(' · ');

/** A picker: reads records, and makes one entry of each. Errors are shown, not swallowed. */
function picker(
	thing: string,
	read: (api: Api, filter?: string) => Promise<IDataObject[]>,
	entry: (record: IDataObject) => { name: string; value: string },
): Search {
	return async function (filter) {
		const connection = await connect(this, realClock);
		const records = await read(connection.api({ thing }), filter);
		return { results: records.map(entry) };
	};
}

async function readConversations(api: Api, filter?: string): Promise<IDataObject[]> {
	return (await api.pages(filtered(conversations, { [searchParameter]: filter }), shown)).records;
}

/** The pickers of the resource locators. */
export const listSearch: Record<string, Search> = {
	searchCalls: picker(
		'list of calls',
		async (api, filter) => {
			if (filter) return await api.getList('/api/calls/search', 'calls', { q: filter });
			return (await api.pages(calls, shown)).records;
		},
		({ id, direction, fromNumber, toNumber, startTimestamp }) => ({
			name: label(startTimestamp, text(direction).toLowerCase(), fromNumber, toNumber),
			value: text(id),
		}),
	),
	searchContacts: picker(
		'list of contacts',
		async (api, filter) => {
			return (await api.pages(filtered(contacts, { [searchParameter]: filter }), shown)).records;
		},
		({ id, fullName, phone, email }) => ({
			name: label(fullName, phone, email) || text(id),
			value: text(id),
		}),
	),
	searchConversations: picker('list of conversations', readConversations, (conversation) => ({
		name: label(conversation.customerName, conversation.customerPhone, conversation.companyPhone),
		value: text(conversation.id),
	})),
	/** The interface lists no company numbers: these are the ones seen in conversations. */
	searchCompanyNumbers: picker(
		'list of company numbers',
		async (api, filter) => {
			const conversations = await readConversations(api);
			const numbers = new Set(conversations.map(({ companyPhone }) => text(companyPhone)));
			return [...numbers]
				.filter((number) => number !== '' && number.includes(filter ?? ''))
				.sort()
				.map((number) => ({ number }));
		},
		({ number }) => ({ name: text(number), value: text(number) }),
	),
};
