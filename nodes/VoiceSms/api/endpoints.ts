import type { IDataObject } from 'n8n-workflow';

import { path } from './paths';
import { conversationPageSize } from './unstated';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The payload of an answer: its `data`, and the value of the documented key in it, or `data` again. */
export interface Payload {
	value: IDataObject | IDataObject[];
	data: IDataObject;
}

/** A list of the service: its path, the key of its records, its query. */
export interface List {
	path: string;
	key: 'conversations' | 'messages' | 'calls' | 'clients';
	/** Most records a page may hold. Left out where the interface documents no `limit` parameter. */
	pageSize?: number;
	query?: IDataObject;
	/** A list that only helps to find the record: the user's query parameters are not for it. */
	ignoresUserQuery?: true;
}

/** Interface, "GET /api/calls": no parameter is shown. */
export const calls: List = { path: '/api/calls', key: 'calls' };

/** Interface, "Limits": 100 is the documented maximum of `limit`. */
export const contacts: List = { path: '/api/contacts', key: 'clients', pageSize: 100 };

/** Interface, "GET /api/sms". */
export const conversations: List = {
	path: '/api/sms',
	key: 'conversations',
	pageSize: conversationPageSize,
};

/**
 * Interface, "GET /api/sms/{conversationId}/messages": no parameter is shown.
 *
 * @throws UserError for an id that cannot stand in a path
 */
export function messagesOf(conversationId: string): List {
	return { path: path`/api/sms/${conversationId}/messages`, key: 'messages' };
}

/** The list with the filters that are set; without any, the same list. */
export function filtered(list: List, filters: Record<string, string | undefined>): List {
	const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
	return Object.keys(query).length === 0 ? list : { ...list, query: { ...list.query, ...query } };
}
