import { hideKey } from '../../nodes/VoiceSms/api/hideKey';

describe('hideKey', () => {
	it.each<[string, unknown, unknown]>([
		['123', { n: 51234, text: 'a 123 b' }, { n: 51234, text: 'a [API key] b' }],
		['123', { list: ['123', 123, 1234] }, { list: ['[API key]', '[API key]', 1234] }],
		[
			'123',
			{ 123: true, deep: { a123: null } },
			{ '[API key]': true, deep: { 'a[API key]': null } },
		],
		['123', [1, '12', { a: '3' }], [1, '12', { a: '3' }]],
		['a"b', { text: 'x a"b a\\"b' }, { text: 'x [API key] [API key]' }],
		// As JSON text within JSON text holds it, and where one form of the key begins another.
		['a"b', String.raw`x a\\\"b y`, 'x [API key] y'],
		['a\\', String.raw`{"key":"a\\"}`, '{"key":"[API key]"}'],
		['a b/', 'a%20b%2F a%20b/ a b/', '[API key] [API key] [API key]'],
		['', { text: 'x' }, { text: 'x' }],
		['true', { yes: true, no: undefined }, { yes: true, no: undefined }],
	])('of %j in %j gives %j', (key, value, expected) => {
		expect(hideKey(value, key)).toEqual(expected);
	});
});
