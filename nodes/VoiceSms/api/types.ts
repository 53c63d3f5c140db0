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
}

/** Reads the present and waits. Passed in, so that tests need no real time. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after `ms` milliseconds, or at once when `signal` is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number from 0 up to 1, for jitter. */
	random(): number;
}
