import type { IDataObject } from 'n8n-workflow';

import { path } from './paths';
import type { List } from './types';
import { conversationPageSize } from './unstated';

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
	const query: IDataObject = {};
	for (const [name, value] of Object.entries(filters)) if (value) query[name] = value;
	return Object.keys(query).length === 0 ? list : { ...list, query: { ...list.query, ...query } };
}
