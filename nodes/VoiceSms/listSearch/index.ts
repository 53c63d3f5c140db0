import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Api } from '../api/api';
import { connect, realClock } from '../api/api';
import { conversationPageSize, searchParameter } from '../api/unstated';

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
	const query = filter ? { [searchParameter]: filter } : {};
	const list = {
		path: '/api/sms',
		key: 'conversations',
		pageSize: conversationPageSize,
		query,
	} as const;
	return (await api.pages(list, shown)).records;
}

/** The pickers of the resource locators. */
export const listSearch: Record<string, Search> = {
	searchCalls: picker(
		'list of calls',
		async (api, filter) => {
			if (filter) return await api.getList('/api/calls/search', 'calls', { q: filter });
			return (await api.pages({ path: '/api/calls', key: 'calls' }, shown)).records;
		},
		({ id, direction, fromNumber, toNumber, startTimestamp }) => ({
			name: label(startTimestamp, text(direction).toLowerCase(), fromNumber, toNumber),
			value: text(id),
		}),
	),
	searchContacts: picker(
		'list of contacts',
		async (api, filter) => {
			const query = filter ? { [searchParameter]: filter } : {};
			return (
				await api.pages({ path: '/api/contacts', key: 'clients', pageSize: 100, query }, shown)
			).records;
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
