import { UserError } from 'n8n-workflow';

import {
	certificateAdvice,
	certificateCodes,
	factsOf,
} from '../nodes/VoiceSms/api/errors/connectionFailure';

const inContainer =
	' Where n8n runs in a container, this name means the container itself: enter the name of the computer that the service runs on.';

/**
 * Why nothing answers at a Base URL, and which part of the Base URL to check.
 *
 * @param error of n8n, for a request without an answer
 * @param baseUrl a valid address
 * @returns the error to throw; the same error if it is not about the connection
 */
export function unreachable(error: unknown, baseUrl: string): unknown {
	const { hostname, protocol, port } = new URL(baseUrl);
	const usualPort = protocol === 'https:' ? '443' : '80';
	const why = whyOf(error, hostname, port === '' ? usualPort : port);
	return why === undefined ? error : new UserError(why);
}

/** Never quotes a code that n8n knows, such as ENOTFOUND: n8n would replace the whole message (n8n-workflow, node.error.ts). */
function whyOf(error: unknown, host: string, port: string): string | undefined {
	const { code, isInHandshake = false } = factsOf(error);
	switch (code) {
		case undefined:
			return undefined;
		case 'ENOTFOUND':
			return `There is no host "${host}". Check the host name in the Base URL.`;
		case 'EAI_AGAIN':
			return `The host name "${host}" cannot be looked up at the moment. Check it in the Base URL, and that n8n has a connection to the network.`;
		case 'ECONNREFUSED':
			return `Nothing answers at port ${port} of "${host}". Check the port in the Base URL, and that the service is running.${isOwnComputer(host) ? inContainer : ''}`;
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
		case 'EADDRNOTAVAIL':
			return `"${host}" cannot be reached from where n8n runs. Check the host name in the Base URL, and that no firewall is in between.`;
		case 'ECONNABORTED':
		case 'ETIMEDOUT':
			return `No answer came from port ${port} of "${host}". Check host name and port in the Base URL, and that no firewall is in between.`;
	}
	if (certificateCodes[code] !== undefined) {
		return `The certificate of the service ${certificateCodes[code]} (${code}). ${certificateAdvice}`;
	}
	if (isInHandshake || code === 'EPROTO' || code.startsWith('ERR_SSL')) {
		return notEncrypted(host, port);
	}
	if (code.startsWith('HPE_')) {
		return `What answers at port ${port} of "${host}" is no web service. Check the port in the Base URL.`;
	}
	return `Port ${port} of "${host}" broke the connection without an answer. Check the port in the Base URL, and whether it begins with https:// or http://.`;
}

function notEncrypted(host: string, port: string): string {
	return `No encrypted connection came about with port ${port} of "${host}". Check the port in the Base URL: one that begins with https:// needs a port that speaks it.`;
}

function isOwnComputer(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}
