import { connectionFailure } from '../../../../nodes/VoiceSms/api/errors/connectionFailure';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';

/** As n8n wraps the HTTP client's error. */
const wrapped = (client: object) => ({ message: 'x', errorResponse: {}, cause: client });

describe('the failure of a request that had no answer', () => {
	it.each<[string, object, Failure['cause']]>([
		['refused', { code: 'ECONNREFUSED' }, 'notSent'],
		['of an unknown host', { code: 'ENOTFOUND' }, 'notSent'],
		['of a name service that is away', { code: 'EAI_AGAIN' }, 'notSent'],
		['of an unreachable host', { code: 'EHOSTUNREACH' }, 'notSent'],
		['of an unreachable network', { code: 'ENETUNREACH' }, 'notSent'],
		['of an address that cannot be used', { code: 'EADDRNOTAVAIL' }, 'notSent'],
		['unreachable in connecting', { code: 'EHOSTUNREACH', syscall: 'connect' }, 'notSent'],
		['unreachable in reading', { code: 'EHOSTUNREACH', syscall: 'read' }, 'lost'],
		['unreachable in writing', { code: 'ENETUNREACH', syscall: 'write' }, 'lost'],
		['too slow in connecting', { code: 'ETIMEDOUT', syscall: 'connect' }, 'notSent'],
		['reset', { code: 'ECONNRESET' }, 'lost'],
		['reset in reading', { code: 'ECONNRESET', syscall: 'read' }, 'lost'],
		['broken in writing', { code: 'EPIPE', syscall: 'write' }, 'lost'],
		['too slow', { code: 'ECONNABORTED' }, 'lost'],
		['too slow, by its other name', { code: 'ETIMEDOUT' }, 'lost'],
		['of another protocol', { code: 'HPE_INVALID_CONSTANT' }, 'lost'],
		['self-signed', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'notSent'],
		['self-signed above', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'notSent'],
		['of an unknown authority', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'notSent'],
		['of half a chain', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'notSent'],
		['expired', { code: 'CERT_HAS_EXPIRED' }, 'notSent'],
		['of another name', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'notSent'],
		// Both happen in an established connection too, so only the socket can tell.
		['EPROTO of no known moment', { code: 'EPROTO' }, 'lost'],
		['EPROTO', { code: 'EPROTO', request: { socket: { secureConnecting: true } } }, 'notSent'],
		['EPROTO later', { code: 'EPROTO', request: { socket: { secureConnecting: false } } }, 'lost'],
		['reset', { code: 'ECONNRESET', request: { socket: { secureConnecting: true } } }, 'notSent'],
		['SSL', { code: 'ERR_SSL_WRONG_VERSION_NUMBER', request: { socket: null } }, 'lost'],
		['of no code', {}, 'lost'],
	])('%s: %j is %s', (_name, error, cause) => {
		for (const shape of [error, wrapped(error), wrapped({ cause: error })]) {
			const failure = connectionFailure(shape, 50);
			expect(failure.cause).toBe(cause);
			const { code } = error as { code?: string };
			const isTimeout = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
			if (code !== undefined && !isTimeout) expect(failure.detail).toContain(code);
		}
	});

	it.each([undefined, null, 'text', 7])('of %j is lost', (error) => {
		expect(connectionFailure(error, 50)).toEqual({ cause: 'lost', detail: 'the connection broke' });
	});

	it.each(['ECONNABORTED', 'ETIMEDOUT'])('%s says how long was waited', (code) => {
		expect(connectionFailure({ code }, 50).detail).toBe('no answer came within 50 ms');
	});

	it.each([
		['ERR_FR_TOO_MANY_REDIRECTS', 'the address redirects too often'],
		['ERR_FR_REDIRECTION_FAILURE', 'the address redirects, but not to a web address'],
	])('is a redirect with %s', (code, detail) => {
		expect(connectionFailure(wrapped({ code }), 50)).toEqual({ cause: 'redirect', detail });
	});

	it('is not sent where n8n refused the address of a redirect', () => {
		const cause = { name: 'SsrfBlockedIpError' };
		const error = wrapped({ code: 'ERR_FR_REDIRECTION_FAILURE', cause });
		expect(connectionFailure(error, 50).cause).toBe('notSent');
	});

	it.each(['404', 'not ECONNREFUSED', 'ECONNREFUSED at last', 'lower_case'])(
		'does not take "%s" for a code',
		(code) => {
			expect(connectionFailure({ code }, 50).detail).toBe('the connection broke');
		},
	);

	it('ends for an error that is its own cause', () => {
		const error: { cause?: unknown; errorResponse?: unknown } = {};
		error.cause = error;
		error.errorResponse = error;
		expect(connectionFailure(error, 50).cause).toBe('lost');
	});
});
