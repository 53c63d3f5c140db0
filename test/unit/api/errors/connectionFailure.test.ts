import { connectionFailure } from '../../../../nodes/VoiceSms/api/errors/connectionFailure';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { said } from '../../../harness/n8n/messages';

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
		['broken by the system', { code: 'ECONNABORTED' }, 'lost'],
		['given up by the system', { code: 'ETIMEDOUT', syscall: 'read' }, 'lost'],
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
		['broken before', { code: 'ECONNRESET', request: { socket: null } }, 'notSent'],
		['of a proxy without TLS', { code: 'EPROTO', request: { socket: null } }, 'notSent'],
		['unsent', { code: 'ECONNRESET', request: { socket: { _pendingData: 'x' } } }, 'notSent'],
		['sent', { code: 'ECONNRESET', request: { socket: { _pendingData: null } } }, 'lost'],
		['of no socket that is known', { code: 'ECONNRESET', request: {} }, 'lost'],
		['of no code', {}, 'lost'],
	])('%s: %j is %s', (_name, error, cause) => {
		for (const shape of [error, wrapped(error), wrapped({ cause: error })]) {
			const failure = connectionFailure(shape);
			expect(failure.cause).toBe(cause);
			const { code } = error as { code?: string };
			if (code !== undefined) expect(failure.detail).toContain(code);
		}
	});

	it.each([undefined, null, 'text', 7])('of %j is lost', (error) => {
		expect(connectionFailure(error)).toEqual({ cause: 'lost', detail: 'the connection broke' });
	});

	it.each<[string, object | null | undefined, string, Failure['cause']]>([
		['a service that is silent', {}, 'no answer came within 50 ms', 'lost'],
		['a request that is not known', undefined, 'no answer came within 50 ms', 'lost'],
		['a proxy', null, `the proxy of ${said.noConnection} within 50 ms`, 'notSent'],
		[
			'a port that takes no connection',
			{ _pendingData: [] },
			'no connection could be made within 50 ms',
			'notSent',
		],
		[
			'the same for https',
			{ _pendingData: [], secureConnecting: true },
			'no connection could be made within 50 ms',
			'notSent',
		],
		[
			'a handshake',
			{ secureConnecting: true },
			'the encrypted connection failed: it took longer than 50 ms',
			'notSent',
		],
	])('of %s says how long was waited', (_name, socket, detail, cause) => {
		const canceled = {
			code: 'ERR_CANCELED',
			...(socket === undefined ? {} : { request: { socket } }),
		};
		expect(connectionFailure(wrapped(canceled), 50)).toMatchObject({ cause, detail });
		expect(connectionFailure(wrapped(canceled)).detail).not.toMatch(/ ms|ERR_CANCELED/);
	});

	const tries = [
		{ code: 'ETIMEDOUT', syscall: 'connect' },
		{ code: 'ECONNREFUSED', syscall: 'connect' },
	];
	it.each([tries, [...tries].reverse()])(
		'of a name with several addresses is notSent',
		(...errors) => {
			const detail = expect.stringContaining(`(${errors[0].code})`) as string;
			for (const facts of [
				{ message: '', errors },
				{ message: '', code: errors[0].code, errors },
			]) {
				expect(connectionFailure(wrapped(facts))).toMatchObject({ cause: 'notSent', detail });
			}
		},
	);

	it.each<[string, string, boolean]>([
		['EPROTO', 'write EPROTO 80AC:error:0A00010B:SSL routines::wrong version number:', true],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'an error', true],
		[
			'EPROTO',
			'write EPROTO 80AC:error:0A00042E:SSL routines::tlsv1 alert protocol version',
			false,
		],
		['ECONNRESET', 'socket hang up', false],
	])('in the handshake with %s: %s: advice on https and the port %j', (code, message, isGiven) => {
		const error = { code, message, request: { socket: { secureConnecting: true } } };
		expect(connectionFailure(wrapped(error)).advice?.includes('https://') ?? false).toBe(isGiven);
	});

	it.each(['ERR_FR_TOO_MANY_REDIRECTS', 'ERR_FR_REDIRECTION_FAILURE'])(
		'is a redirect with %s',
		(code) => {
			const detail = 'the address redirects too often, or not to a web address';
			expect(connectionFailure(wrapped({ code }))).toEqual({ cause: 'redirect', detail });
		},
	);

	it('is not sent where n8n refused the address of a redirect', () => {
		const cause = { name: 'SsrfBlockedIpError' };
		const error = wrapped({ code: 'ERR_FR_REDIRECTION_FAILURE', cause });
		expect(connectionFailure(error).cause).toBe('notSent');
	});

	it.each(['404', 'not ECONNREFUSED', 'ECONNREFUSED at last', 'lower_case'])(
		'does not take "%s" for a code',
		(code) => {
			expect(connectionFailure({ code }).detail).toBe('the connection broke');
		},
	);

	it('ends for an error that is its own cause', () => {
		const error: { cause?: unknown; errorResponse?: unknown } = {};
		error.cause = error;
		error.errorResponse = error;
		expect(connectionFailure(error).cause).toBe('lost');
	});
});
