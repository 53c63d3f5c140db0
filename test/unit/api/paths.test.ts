import { asUrl, isPathId, parseBaseUrl, path } from '../../../nodes/VoiceSms/api/paths';
import { untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

describe('parseBaseUrl', () => {
	it.each([
		['https://s.example.com/api/v1', 'https://s.example.com/api/v1', 'https://s.example.com'],
		['https://s.example.com/api/v1/', 'https://s.example.com/api/v1', 'https://s.example.com'],
		['https://s.example.com/api/v1///', 'https://s.example.com/api/v1', 'https://s.example.com'],
		['  https://s.example.com/api/v1\n', 'https://s.example.com/api/v1', 'https://s.example.com'],
		['HTTPS://S.Example.COM/api/v1', 'https://s.example.com/api/v1', 'https://s.example.com'],
		['https://s.example.com:443/api/v1', 'https://s.example.com/api/v1', 'https://s.example.com'],
		['http://127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080'],
		['http://[::1]:8080/api/v1', 'http://[::1]:8080/api/v1', 'http://[::1]:8080'],
		['https://s.example.com', 'https://s.example.com', 'https://s.example.com'],
		['https://s.example.com/', 'https://s.example.com', 'https://s.example.com'],
	])('reads %j', (text, url, origin) => {
		expect(parseBaseUrl(text)).toEqual({ url, origin });
	});

	it.each<[unknown, string]>([
		['', `${said.baseUrl} is empty`],
		['  ', `${said.baseUrl} is empty`],
		[undefined, `${said.baseUrl} is empty`],
		[null, `${said.baseUrl} is empty`],
		[42, `${said.baseUrl} is empty`],
		['nonsense', `${said.baseUrl} ${said.noScheme}`],
		['s.example.com/api/v1', `${said.baseUrl} ${said.noScheme}`],
		['ftp://s.example.com', `${said.baseUrl} ${said.noScheme}`],
		['file:///etc', `${said.baseUrl} ${said.noScheme}`],
		['https://', `${said.baseUrl} ${said.noScheme}`],
		['https://user:pa55@s.example.com', `${said.baseUrl} must not contain a user name or password`],
		['https://user@s.example.com', `${said.baseUrl} must not contain a user name or password`],
		['https://s.example.com/?a=b', `${said.baseUrl} must not contain ? or #`],
		['https://s.example.com/#a', `${said.baseUrl} must not contain ? or #`],
	])('refuses %j', (text, message) => {
		expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ message }) as Error);
	});
});

describe('path', () => {
	it.each([
		['call_1', '/api/calls/call_1/recording'],
		['a/b', '/api/calls/a%2Fb/recording'],
		['a b', '/api/calls/a%20b/recording'],
		['100%', '/api/calls/100%25/recording'],
		['%2e%2e', '/api/calls/%252e%252e/recording'],
		['a?b#c', '/api/calls/a%3Fb%23c/recording'],
		['ü', '/api/calls/%C3%BC/recording'],
		['🚗', '/api/calls/%F0%9F%9A%97/recording'],
		['../x', '/api/calls/..%2Fx/recording'],
		['...', '/api/calls/.../recording'],
		['a\r\nb', '/api/calls/a%0D%0Ab/recording'],
		['\uD83D', '/api/calls/%EF%BF%BD/recording'],
		['a\uDE97b', '/api/calls/a%EF%BF%BDb/recording'],
	])('encodes %j', (id, expected) => {
		expect(path`/api/calls/${id}/recording`).toBe(expected);
		expect(new URL(expected, 'https://s.example.com').pathname).toBe(expected);
	});

	it.each(['', '.', '..', ' ', ' .. ', '\t'])('refuses %j', (id) => {
		expect(() => path`/api/calls/${id}`).toThrow('is not a valid ID');
		expect(isPathId(id)).toBe(false);
	});

	it('takes a path without identifiers as it is', () => {
		expect(path`/api/contacts`).toBe('/api/contacts');
	});

	it('takes several identifiers in their order', () => {
		expect(path`/a/${'x/y'}/b/${'z'}`).toBe('/a/x%2Fy/b/z');
	});
});

describe('asUrl', () => {
	it.each(['', '/path', 'nonsense', 'http://', 'file:///a', untyped(undefined)])(
		'gives nothing for %j',
		(text) => {
			expect(asUrl(text)).toBeUndefined();
		},
	);

	it('gives the parsed address', () => {
		expect(asUrl('https://s.example.com/a?b=c')?.origin).toBe('https://s.example.com');
	});
});
