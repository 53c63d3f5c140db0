import type { LoggedRequest } from '../../simulator';

/** What a test states of a request. */
export interface Wire {
	method: string;
	path: string;
	query: object;
	body: unknown;
}

/** A logged request as a test states it. */
export function onTheWire({ method, path, query, body }: LoggedRequest): Wire {
	return { method, path, query: { ...query }, body };
}

/** A GET of an address, from its `/api/v1` on. */
export function get(path: string, query: object = {}): Wire {
	return { method: 'GET', path: `/api/v1${path}`, query, body: undefined };
}

/** What the credential adds to the options of every request with the key, in both of n8n's forms. */
export const noRedirects = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};
