import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../api/connect';
import { calls, contacts, conversations, filtered } from '../api/lists';
import type { List } from '../api/types';
import { contains } from '../util/contains';
import type { Entry, Search } from './picker';
import { label, picker, textOf } from './picker';

/** A page of a list, searched by the service. */
async function readPage(api: Api, list: List, page: number, filter = '') {
	const { records, pagination } = await api.page(
		filtered(list, { [api.names.search]: filter }),
		page,
	);
	return { records, totalPages: pagination.totalPages };
}

/** The entry of a record by its ID. One without an ID cannot be chosen. */
function entryOf({ id }: IDataObject, name: string): Entry | undefined {
	const value = textOf(id);
	return value === '' ? undefined : { name: name || value, value };
}

/**
 * The name of the search parameter is a guess, and a service that knows it by another gives all:
 * what does not contain the text is left out here.
 */
function found(record: IDataObject, filter: string, name: string): Entry | undefined {
	return contains(record, filter) ? entryOf(record, name) : undefined;
}

/** The pickers of the resource locators. */
export const listSearch: Record<string, Search> = {
	/** The search of calls is documented, and finds by what a record does not show, as the agent's name. */
	searchCalls: picker({
		thing: 'list of calls',
		read: async (api, page, filter) => {
			if (filter === '') return await readPage(api, calls, page);
			// It has no pages: all that it finds is one.
			const records = await api.getList('/api/calls/search', 'calls', { q: filter });
			return { records, totalPages: 1 };
		},
		entry: (call) => {
			const { direction, fromNumber, toNumber, startTimestamp } = call;
			// The editor cuts long entries: what tells one call from another stands first.
			const customer = direction === 'OUTBOUND' ? toNumber : fromNumber;
			const began = textOf(startTimestamp).slice(0, 16).replace('T', ' ');
			return entryOf(call, label(customer, textOf(direction).toLowerCase(), began));
		},
	}),
	searchContacts: picker({
		thing: 'list of contacts',
		read: async (api, page, filter) => await readPage(api, contacts, page, filter),
		entry: (contact, filter) => {
			const { fullName, phone, email } = contact;
			return found(contact, filter, label(fullName, phone, email));
		},
	}),
	searchConversations: picker({
		thing: 'list of conversations',
		read: async (api, page, filter) => await readPage(api, conversations, page, filter),
		entry: (conversation, filter) => {
			const { customerName, customerPhone, companyPhone } = conversation;
			return found(conversation, filter, label(customerName, customerPhone, companyPhone));
		},
	}),
	/** The interface lists no company numbers: these are the ones seen in conversations. */
	searchCompanyNumbers: picker({
		thing: 'list of company numbers',
		once: true,
		read: async (api, page) => await readPage(api, conversations, page),
		entry: ({ companyPhone }, filter) => {
			const number = textOf(companyPhone);
			if (number === '' || !contains({ number }, filter)) return undefined;
			return { name: number, value: number };
		},
	}),
};
