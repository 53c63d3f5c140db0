import type { IDataObject } from 'n8n-workflow';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Pagination object of list responses (interface, "Pagination object"). */
export interface Pagination {
	total: number;
	page: number;
	limit: number;
	totalPages: number;
}

/** A list of the service: where it is, the key its records stand under, what to ask for. */
export interface List {
	path: string;
	key: 'conversations' | 'messages' | 'calls' | 'clients';
	/** Most records a page may hold. Left out where the interface documents no `limit` parameter. */
	pageSize?: number;
	query?: IDataObject;
	/** Read on the way to another record, for which the user's query parameters are. */
	onTheWay?: true;
}
