import { UserError } from 'n8n-workflow';

import { isUnreachable } from '../../../credentials/testWords';

/** As n8n throws it: the HTTP client's error with the system's code. */
const failed = (code: string) => Object.assign(new Error(`it failed: ${code}`), { code });

const said = (error: unknown, url = 'https://service.example.com:8443/api/v1') =>
	(isUnreachable(error, url) as Error).message;

describe('an address at which nothing answers', () => {
	it.each([
		['ENOTFOUND', 'There is no host "service.example.com". Check the host name in the Base URL.'],
		['EAI_AGAIN', 'n8n cannot look up the host name "service.example.com" at the moment.'],
		['ECONNREFUSED', 'Nothing answers at port 8443 of "service.example.com". Check the port'],
		['EHOSTUNREACH', 'n8n cannot reach "service.example.com".'],
		['ENETUNREACH', 'n8n cannot reach "service.example.com".'],
		['EADDRNOTAVAIL', 'n8n cannot reach "service.example.com".'],
		['ETIMEDOUT', 'No answer came from port 8443 of "service.example.com".'],
		['ECONNABORTED', 'No answer came from port 8443 of "service.example.com".'],
		['ECONNRESET', 'Port 8443 of "service.example.com" closed the connection without an answer.'],
		['EPIPE', 'Port 8443 of "service.example.com" closed the connection without an answer.'],
		['EPROTO', 'The encrypted connection to port 8443 of "service.example.com" failed'],
		[
			'ERR_SSL_WRONG_VERSION_NUMBER',
			'The encrypted connection to port 8443 of "service.example.com" failed',
		],
		['HPE_INVALID_CONSTANT', 'Port 8443 of "service.example.com" is not a web service'],
		['CERT_HAS_EXPIRED', 'The certificate of the service has expired (CERT_HAS_EXPIRED). Nothing'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of the service is self-signed'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the service is for another host name'],
	])('is explained for %s', (code, words) => {
		expect(said(failed(code))).toContain(words);
		expect(isUnreachable(failed(code), 'https://s.example.com')).toBeInstanceOf(UserError);
	});

	it.each(['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH'])(
		'is explained without %s, for which n8n would put in a text of its own',
		(code) => {
			expect(said(failed(code))).not.toContain(code);
		},
	);

	it('is found however deep n8n has wrapped the code', () => {
		const wrapped = Object.assign(new Error('outer'), { cause: failed('ENOTFOUND') });
		expect(said(wrapped)).toContain('There is no host');
	});

	it('has the usual port where the address names none', () => {
		expect(said(failed('ECONNREFUSED'), 'https://a.example.com/api/v1')).toContain('port 443 of');
		expect(said(failed('ECONNREFUSED'), 'http://a.example.com/api/v1')).toContain('port 80 of');
	});

	it('of the own computer is explained for n8n in a container too', () => {
		for (const host of ['localhost', '127.0.0.1', '127.0.1.1', '[::1]']) {
			expect(said(failed('ECONNREFUSED'), `http://${host}:8080/api/v1`)).toContain('container');
		}
		expect(said(failed('ECONNREFUSED'))).not.toContain('container');
	});

	it.each<[string, object, string]>([
		[
			'EPROTO',
			{
				message: 'write EPROTO: wrong version number',
				request: { socket: { secureConnecting: true } },
			},
			'Check the port in the Base URL: https:// needs a port with encryption.',
		],
		[
			'ECONNRESET',
			{ request: { socket: { secureConnecting: true } } },
			'Check the host name in the Base URL, and that no firewall or proxy blocks the connection.',
		],
		['ECONNRESET', { request: { socket: {} } }, 'Check the port in the Base URL.'],
		['ECONNREFUSED', { request: { socket: null } }, 'The proxy of n8n made no connection'],
		['ERR_CANCELED', { request: { socket: null } }, 'The proxy of n8n made no connection'],
	])('%s gives advice that its facts speak for: %j', (code, facts, words) => {
		expect(said(Object.assign(failed(code), facts))).toContain(words);
	});

	it('is asked for https:// only where it has http://', () => {
		const advice = 'and whether it must begin with https://';
		expect(said(failed('ECONNRESET'), 'http://a.example.com/api/v1')).toContain(advice);
		expect(said(failed('ECONNRESET'))).not.toContain('https://');
	});

	it('that broke off in the TLS handshake is told apart from one that broke off later', () => {
		const request = { socket: { secureConnecting: true } };
		const broken = Object.assign(failed('ECONNRESET'), { request });
		expect(said(broken)).toContain('The encrypted connection to port 8443');
	});

	it('with a certificate that is not accepted is about the certificate, though that is in the handshake', () => {
		const request = { socket: { secureConnecting: true } };
		const refused = Object.assign(failed('DEPTH_ZERO_SELF_SIGNED_CERT'), { request });
		expect(said(refused)).toContain('The certificate of the service is self-signed');
	});

	it('is left as it is where the cause is not the connection', () => {
		const error = new UserError('This credential may not be used for that host');
		expect(isUnreachable(error, 'https://s.example.com')).toBe(error);
	});
});
