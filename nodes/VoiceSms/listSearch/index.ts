import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../api/connect';
import { type List, calls, contacts, conversations, filtered } from '../api/lists';
import { cut } from '../util/fitted';
import { contains } from '../util/sameWords';
import { type Entry, type Search, label, minuteOf, picker, textOf } from './picker';

/** A page of a list, searched by the service. */
async function readPage(api: Api, list: List, page: number, filter = '') {
	return await api.page(filtered(list, { [api.names.search]: filter }), page);
}

/** The entry of a record; undefined for a record without an ID, which cannot be chosen. */
function entryOf({ id }: IDataObject, name: string): Entry | undefined {
	const value = textOf(id);
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
const longestText = 50;

/** The pickers of the resource locators. */
export const listSearch: Record<string, Search> = {
	/** Not checked here: the documented search finds calls by fields that they do not show, such as the agent's name. */
	searchCalls: picker({
		nameInErrors: 'list of calls',
		read: async (api, page, filter) => {
			if (filter === '') return await readPage(api, calls, page);
			// The search has no pages.
			const records = await api.getList('/api/calls/search', 'calls', { q: filter });
			return { records, pagination: { totalPages: 1 } };
		},
		entry: (call, _filter, timeZone) => {
			const { direction, fromNumber, toNumber, startTimestamp } = call;
			// The editor cuts long entries, so the other person's number comes first.
			const customer = direction === 'OUTBOUND' ? toNumber : fromNumber;
			const began = minuteOf(startTimestamp, timeZone);
			return entryOf(call, label(customer, textOf(direction).toLowerCase(), began));
		},
	}),
	searchContacts: picker({
		nameInErrors: 'list of contacts',
		read: async (api, page, filter) => await readPage(api, contacts, page, filter),
		entry: (contact, filter) => {
			const { fullName, phone, email } = contact;
			return ifMatching(contact, filter, label(fullName, phone, email));
		},
	}),
	searchConversations: picker({
		nameInErrors: 'list of conversations',
		read: async (api, page, filter) => await readPage(api, conversations, page, filter),
		entry: (conversation, filter, timeZone) => {
			const { customerName, customerPhone, lastMessageAt, lastMessagePreview } = conversation;
			const [day] = minuteOf(lastMessageAt, timeZone).split(' ');
			const text = cut(textOf(lastMessagePreview).replace(/\s+/g, ' ').trim(), longestText);
			return ifMatching(conversation, filter, label(customerName, customerPhone, day, text));
		},
	}),
	/** The interface has no list of company numbers, so these come from conversations. */
	searchCompanyNumbers: picker({
		nameInErrors: 'list of company numbers',
		once: true,
		read: async (api, page) => await readPage(api, conversations, page),
		entry: ({ companyPhone }, filter) => {
			const number = textOf(companyPhone);
			if (number === '' || !contains({ number }, filter)) return undefined;
			return { name: number, value: number };
		},
	}),
};
