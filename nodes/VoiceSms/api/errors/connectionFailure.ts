import type { Failure } from './failure';

/** Only ever of making a connection (Node, "Common system errors"). */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
/** Of making a connection, unless the error says that it was in reading or writing. */
const unreachable = ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];

/**
 * Why a certificate was not accepted. Node checks it before it sends anything (Node, tls, "X509
 * certificate error codes"; `onConnectSecure` in its lib/_tls_wrap.js).
 */
export const certificateCodes: Record<string, string> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that is not known here',
	UNABLE_TO_GET_ISSUER_CERT: 'is signed by an authority that is not known here',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that is not known here',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the certificates between it and its authority',
	CERT_HAS_EXPIRED: 'has expired',
	CERT_NOT_YET_VALID: 'is not valid yet',
	ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
	ERR_TLS_CERT_ALTNAME_FORMAT: 'has a host name that cannot be read',
	HOSTNAME_MISMATCH: 'is for another host name',
	CERT_REVOKED: 'was revoked',
	CERT_UNTRUSTED: 'is not trusted',
	CERT_REJECTED: 'is rejected',
	CERT_SIGNATURE_FAILURE: 'has a wrong signature',
	CERT_CHAIN_TOO_LONG: 'has too long a chain of authorities',
	INVALID_CA: 'has an authority that may not sign it',
	INVALID_PURPOSE: 'is not for servers',
	PATH_LENGTH_EXCEEDED: 'has too long a chain of authorities',
};

export const certificateAdvice =
	"Nothing was sent. Use the host name in the 'Base URL' that the certificate is for, ask whoever runs the service for a valid certificate, or make its authority known to n8n with the environment variable NODE_EXTRA_CA_CERTS.";
const handshakeAdvice =
	"Nothing was sent. An address that begins with https:// needs a port that speaks it: check the scheme and the port of the 'Base URL'.";

/** In words, what happened with the usual codes. */
const codesInWords: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at its address and port (ECONNREFUSED)',
	ENOTFOUND: 'there is no host of this name (ENOTFOUND)',
	EAI_AGAIN: 'its host name cannot be looked up at the moment (EAI_AGAIN)',
};

/** What an error of the HTTP client tells about the connection. */
export interface Facts {
	code?: string;
	/** The system call that failed: connect, getaddrinfo, read, write. */
	syscall?: string;
	/** The TLS handshake was not done, so nothing of the request had left. */
	isInHandshake?: boolean;
	/** n8n's own protection refused the address before anything left (`N8N_SSRF_PROTECTION_ENABLED`). */
	isBlocked?: boolean;
}

/**
 * The failure of a request that had no answer. `notSent` only where that is proven.
 *
 * @param error as n8n throws it: the HTTP client's own, wrapped once or twice
 * @param timeoutMs milliseconds that the request was given
 */
export function connectionFailure(error: unknown, timeoutMs: number): Failure {
	const { code, syscall, isInHandshake = false, isBlocked = false } = factsOf(error);
	const ended = code === undefined ? 'the connection broke' : `the connection ended with ${code}`;
	if (code !== undefined && certificateCodes[code] !== undefined) {
		return {
			cause: 'notSent',
			detail: `the certificate of the service ${certificateCodes[code]} (${code})`,
			advice: certificateAdvice,
		};
	}
	if (code === 'ERR_FR_TOO_MANY_REDIRECTS') {
		return { cause: 'redirect', detail: 'the address redirects too often' };
	}
	const isTimeout = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	if (isInHandshake) {
		const detail = isTimeout ? `${timeoutMs} ms went by` : ended;
		return {
			cause: 'notSent',
			detail: `no encrypted connection came about: ${detail}`,
			advice: handshakeAdvice,
		};
	}
	if (isBlocked) {
		return {
			cause: 'notSent',
			detail: 'the SSRF protection of n8n blocks requests to this address',
			advice:
				'Nothing was sent. Ask whoever runs n8n to allow the address (N8N_SSRF_ALLOWED_IP_RANGES, N8N_SSRF_ALLOWED_HOSTNAMES).',
		};
	}
	if (isOfConnecting(code, syscall)) {
		return { cause: 'notSent', detail: codesInWords[code ?? ''] ?? ended };
	}
	return { cause: 'lost', detail: isTimeout ? `no answer came within ${timeoutMs} ms` : ended };
}

function isOfConnecting(code = '', syscall?: string): boolean {
	if (syscall === 'connect' || neverConnected.includes(code)) return true;
	return unreachable.includes(code) && syscall === undefined;
}

/** Looks through the wrappings for what is known; the outermost that knows is believed. */
export function factsOf(error: unknown, depth = 0): Facts {
	if (typeof error !== 'object' || error === null || depth > 4) return {};
	const { name, code, syscall, request, cause, errorResponse } = error as Record<string, unknown>;
	return {
		...factsOf(errorResponse, depth + 1),
		...factsOf(cause, depth + 1),
		...(typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? { code } : {}),
		...(typeof syscall === 'string' ? { syscall } : {}),
		...(isShakingHands(request) ? { isInHandshake: true } : {}),
		...(String(name).startsWith('SsrfBlocked') ? { isBlocked: true } : {}),
	};
}

/**
 * `secureConnecting` of Node's TLSSocket is not documented; it turns false with the event
 * `secureConnect`, before which nothing is sent. Where it is missing the handshake counts as done.
 */
function isShakingHands(request: unknown): boolean {
	const { socket } = (request ?? {}) as { socket?: { secureConnecting?: unknown } | null };
	return socket?.secureConnecting === true;
}
