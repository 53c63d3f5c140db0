/** HTTP statuses that tests of several files answer with, each with what it means there. */
import { said } from '../n8n/messages';

/** About the key, what it may do, or how much: not about one record, so they fail a whole poll. */
export const statusesOfAll = [401, 403, 429];

/** What the test of the credential says of an answer of the service, in part. */
export const wordsOfCredentialTest: Array<[status: number, words: string]> = [
	...[301, 302, 303, 307, 308].map((status): [number, string] => [
		status,
		'redirects to another address',
	]),
	[401, 'does not accept this API Key (HTTP 401)'],
	[403, `${said.mayNotRead} (HTTP 403)`],
	[404, '(HTTP 404). Check that the Base URL ends in /api/v1'],
	[429, '(HTTP 429). Wait a minute'],
	[500, 'could not answer (HTTP 500)'],
	[502, 'cannot be reached at the moment (HTTP 502)'],
	[503, 'is not available at the moment (HTTP 503)'],
];
