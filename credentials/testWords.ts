import { type ICredentialTestRequest, UserError } from 'n8n-workflow';

import {
	certificateAdvice,
	certificateCodes,
	socketFacts,
	proxyAdvice,
} from '../nodes/VoiceSms/api/errors/connectionFailure';
import { isOfGateway } from '../nodes/VoiceSms/api/errors/kinds';
import { isOfService } from '../nodes/VoiceSms/api/http/envelope';
import { isOwnComputer } from '../nodes/VoiceSms/api/paths';

const redirected =
	'The service redirects to another address. Enter the final address in the Base URL. n8n does not follow redirects, to keep your API Key safe.';

/** The meaning of each status in the test of the credential. n8n shows the text instead of the bare status. */
const testWords: Record<number, string | undefined> = {
	...Object.fromEntries([301, 302, 303, 307, 308].map((status) => [status, redirected])),
	401: 'The service does not accept this API Key (HTTP 401). Copy the key from the service again.',
	403: 'The API Key is wrong, or it may not read contacts (HTTP 403). A key that may only send still works for sending.',
	404: 'The service does not know this address (HTTP 404). Check that the Base URL ends in /api/v1.',
	429: 'The service received too many requests (HTTP 429). Wait a minute and test again.',
	500: 'The service could not answer (HTTP 500). Try again later.',
	502: 'The service cannot be reached at the moment (HTTP 502). Try again later.',
	503: 'The service is not available at the moment (HTTP 503). Try again later.',
};

/** The meaning of an answer to the test, by its status; undefined for a status without words. */
export function wordsOf(status: number, body: unknown): string | undefined {
	return isOfGateway({ cause: 'status', status, notOfService: !isOfService(body) })
		? `A proxy or web server answered in place of the service (HTTP ${status}). Ask the operator of n8n, or of the service, to check the proxy or web server.`
		: testWords[status];
}

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

const inContainer =
	' If n8n runs in a container, this name means the container itself: enter the name of the computer where the service runs.';

/**
 * Why nothing answers at a Base URL, and which part of the Base URL to check.
 *
 * @param error of n8n, for a request without an answer
 * @param baseUrl a valid address
 * @returns the error to throw; the same error if it is not about the connection
 */
export function isUnreachable(error: unknown, baseUrl: string): unknown {
	const why = whyOf(error, new URL(baseUrl));
	return why === undefined ? error : new UserError(why);
}

/** Never quotes a code that n8n knows, such as ENOTFOUND: n8n would replace the whole message (n8n-workflow, node.error.ts). */
function whyOf(error: unknown, { hostname: host, protocol, port: given }: URL): string | undefined {
	const port = given || (protocol === 'https:' ? '443' : '80');
	const { code, unsent, isNotTls = false } = socketFacts(error);
	if (unsent === 'atProxy') {
		return `The proxy of n8n made no connection to "${host}". ${proxyAdvice}`;
	}
	switch (code) {
		case undefined:
			return undefined;
		case 'ENOTFOUND':
			return `There is no host "${host}". Check the host name in the Base URL.`;
		case 'EAI_AGAIN':
			return `n8n cannot look up the host name "${host}" at the moment. Check the host name in the Base URL, and the network connection of n8n.`;
		case 'ECONNREFUSED':
			return `Nothing answers at port ${port} of "${host}". Check the port in the Base URL, and that the service is running.${isOwnComputer(host) ? inContainer : ''}`;
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
		case 'EADDRNOTAVAIL':
			return `n8n cannot reach "${host}". Check the host name in the Base URL, and that no firewall blocks the connection.`;
		case 'ECONNABORTED':
		case 'ETIMEDOUT':
			return `No answer came from port ${port} of "${host}". Check the host name and the port in the Base URL, and that no firewall blocks the connection.`;
	}
	if (certificateCodes[code] !== undefined) {
		return `The certificate of the service ${certificateCodes[code]} (${code}). ${certificateAdvice}`;
	}
	if (unsent === 'inHandshake' || code === 'EPROTO' || code.startsWith('ERR_SSL')) {
		const advice = isNotTls
			? 'Check the port in the Base URL: https:// needs a port with encryption.'
			: 'Check the host name in the Base URL, and that no firewall or proxy blocks the connection.';
		return `The encrypted connection to port ${port} of "${host}" failed. ${advice}`;
	}
	if (code.startsWith('HPE_')) {
		return `Port ${port} of "${host}" is not a web service. Check the port in the Base URL.`;
	}
	const scheme = protocol === 'http:' ? ', and whether it must begin with https://' : '';
	return `Port ${port} of "${host}" closed the connection without an answer. Check the port in the Base URL${scheme}.`;
}
