import type { IDataObject } from 'n8n-workflow';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The payload of an answer: its `data`, and the value of the documented key in it, or `data` again. */
export interface Payload {
	value: IDataObject | IDataObject[];
	data: IDataObject;
}

/** Pagination object of list responses (interface, "Pagination object"). */
export interface Pagination {
	total: number;
	page: number;
	limit: number;
	totalPages: number;
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
