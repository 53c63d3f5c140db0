import { whereUnsent } from '../../util/unpromised';
import type { Failure } from './failure';

/** Codes of a failed connect, unless the error names another system call such as read or write. */
const unreachable = ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];

/**
 * Codes of a certificate that Node did not accept. Node checks before it sends anything (Node, tls, "X509
 * certificate error codes"; `onConnectSecure` in lib/_tls_wrap.js).
 */
const certificateCode =
	/^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH)/;
/** The usual ones in words. */
const certificateWords: Partial<Record<string, string>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without its intermediate certificates',
	CERT_HAS_EXPIRED: 'has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
};

export const certificateAdvice =
	"Use its host name in the 'Base URL', ask the operator for a valid one, or set NODE_EXTRA_CA_CERTS.";
const notTlsAdvice =
	"Check https:// and the port in the 'Base URL': https:// needs a port with encryption.";
export const proxyAdvice = 'Ask the operator of n8n to check the proxy (HTTPS_PROXY, HTTP_PROXY).';
const blockedAdvice =
	'Ask the operator of n8n to allow the address (N8N_SSRF_ALLOWED_IP_RANGES, N8N_SSRF_ALLOWED_HOSTNAMES).';

/** Codes that only a failed connect gives (Node, "Common system errors"), in words. */
const neverConnected: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at the address (ECONNREFUSED)',
	ENOTFOUND: 'no host has this name (ENOTFOUND)',
	EAI_AGAIN: 'the host name cannot be looked up at the moment (EAI_AGAIN)',
};

/** Codes of followed redirects (follow-redirects). */
const redirectCodes = ['ERR_FR_TOO_MANY_REDIRECTS', 'ERR_FR_REDIRECTION_FAILURE'];
export const redirectsNowhere = 'the address redirects too often, or not to a web address';

/** Facts about the connection from an error of the HTTP client. */
interface SocketFacts {
	code?: string;
	/** The system call that failed: connect, getaddrinfo, read, write. */
	syscall?: string;
	/** How far the connection came; undefined if the request may have been sent. */
	unsent?: 'atProxy' | 'connecting' | 'inHandshake';
	/** The port answered https:// with something else than TLS. */
	isNotTls?: boolean;
	/** n8n refused the address before it sent anything (`N8N_SSRF_PROTECTION_ENABLED`). */
	isBlocked?: boolean;
}

/**
 * The failure of a request without an answer. `notSent` only where the error proves it.
 *
 * @param error of the HTTP client, as n8n wraps it once or twice
 * @param overMs the request's timeout in milliseconds, if it has passed
 * @param host the host of a file, if it is not the service's own
 */
export function connectionFailure(error: unknown, overMs?: number, host?: string): Failure {
	const failure = failureOf(error, overMs, host !== undefined);
	return host === undefined ? failure : { ...failure, host };
}

function failureOf(error: unknown, overMs: number | undefined, isOfHost: boolean): Failure {
	/** Advice on the Base URL leads away from another host. */
	const onBaseUrl = (advice: string) => (isOfHost ? {} : { advice });
	const { code = '', syscall, unsent, isNotTls, isBlocked } = socketFacts(error);
	const ended = code === '' ? 'the connection broke' : `the connection ended with ${code}`;
	const reason = code === '' ? '' : ` (${code})`;
	const how = overMs === undefined ? reason : ` within ${overMs} ms`;
	const cause = 'notSent';
	if (isBlocked === true) {
		const detail = 'the SSRF protection of n8n blocks requests to this address';
		return { cause, detail, advice: blockedAdvice };
	}
	if (unsent === 'atProxy') {
		const server = isOfHost ? 'the host of the recording' : 'the service';
		const detail = `the proxy of n8n made no connection to ${server}${how}`;
		return { cause, detail, advice: proxyAdvice, notOfService: true };
	}
	if (certificateCode.test(code)) {
		const server = isOfHost ? 'the host' : 'the service';
		const why = certificateWords[code] ?? 'is not accepted';
		const detail = `the certificate of ${server} ${why} (${code})`;
		return { cause, detail, ...onBaseUrl(certificateAdvice) };
	}
	if (redirectCodes.includes(code)) return { cause: 'redirect', detail: redirectsNowhere };
	if (code in neverConnected) return { cause, detail: neverConnected[code] };
	const isUnreachable = unreachable.includes(code) && syscall === undefined;
	if (unsent === 'connecting' || isUnreachable || syscall === 'connect') {
		return { cause, detail: `no connection could be made${how}` };
	}
	if (unsent === 'inHandshake') {
		const why = overMs === undefined ? ended : `it took longer than ${overMs} ms`;
		const advice = isNotTls === true ? onBaseUrl(notTlsAdvice) : {};
		return { cause, detail: `the encrypted connection failed: ${why}`, ...advice };
	}
	return {
		cause: 'lost',
		detail: overMs === undefined ? ended : `no answer came within ${overMs} ms`,
	};
}

/** Collects the facts of an error and its causes; the outer error wins. */
export function socketFacts(error: unknown, depth = 0): SocketFacts {
	if (typeof error !== 'object' || error === null || depth > 4) return {};
	const { name, code, syscall, request, cause, errorResponse, errors, message } = error as Record<
		string,
		unknown
	>;
	const unsent = whereUnsent(request);
	return {
		// A name with several addresses (AggregateError): each try to connect has its own error.
		...(Array.isArray(errors) ? socketFacts(errors[0], depth + 1) : {}),
		...socketFacts(errorResponse, depth + 1),
		...socketFacts(cause, depth + 1),
		...(typeof code === 'string' && /^(?!ERR_CANCELED)[A-Z][A-Z0-9_]+$/.test(code) ? { code } : {}),
		...(typeof syscall === 'string' ? { syscall } : {}),
		...(unsent === undefined ? {} : { unsent }),
		...(/wrong.version.number/i.test(`${String(code)} ${String(message)}`)
			? { isNotTls: true }
			: {}),
		...(String(name).startsWith('SsrfBlocked') ? { isBlocked: true } : {}),
	};
}
