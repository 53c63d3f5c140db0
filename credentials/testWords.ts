import type { ICredentialTestRequest } from 'n8n-workflow';

const redirected =
	'The service redirects to another address. Enter the final address in the Base URL.';

/** The meaning of each status in the test of the credential. n8n shows the text instead of the bare status. */
const testWords: Record<number, string> = {
	...Object.fromEntries([301, 302, 303, 307, 308].map((status) => [status, redirected])),
	401: 'The service does not accept this API Key (HTTP 401). Copy the key from the service again.',
	403: 'The API Key is wrong, or it may not read contacts (HTTP 403). It may still send.',
	404: 'The service does not know this address (HTTP 404). Check that the Base URL ends in /api/v1.',
	429: 'The service received too many requests (HTTP 429). Wait a minute and test again.',
	500: 'The service could not answer (HTTP 500). Try again later.',
	502: 'The service cannot be reached at the moment (HTTP 502). Try again later.',
	503: 'The service is not available at the moment (HTTP 503). Try again later.',
};

/** n8n's rules for the answer to the test of the credential. */
export const testRules = [
	...Object.entries(testWords).map(([status, message]) => ({
		type: 'responseCode',
		properties: { value: Number(status), message },
	})),
	successRule(false, 'The service rejected the request. Check the API Key.'),
	// A web page, or another service: its answer has no `success`.
	successRule(
		undefined,
		'The answer from this address is not from the service. Check that the Base URL ends in /api/v1.',
	),
] as unknown as ICredentialTestRequest['rules'];

function successRule(value: false | undefined, message: string) {
	return { type: 'responseSuccessBody', properties: { key: 'success', value, message } };
}
