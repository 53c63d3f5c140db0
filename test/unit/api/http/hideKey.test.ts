import { shownWithoutKey } from '../../../../nodes/VoiceSms/api/http/hideKey';

describe('what is shown without the key', () => {
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
		['a b/', 'a%20b%2f', '[API key]'],
		['', { text: 'x' }, { text: 'x' }],
		['true', { yes: true, no: undefined }, { yes: true, no: undefined }],
	])('of %j in %j gives %j', (key, value, expected) => {
		const shown = shownWithoutKey(value, key);
		expect(shown).toBe(typeof expected === 'string' ? expected : JSON.stringify(expected));
	});

	it.each([
		['null', null, 'null'],
		['nothing', undefined, 'nothing'],
	])('of %s is %s', (_name, value, expected) => {
		expect(shownWithoutKey(value, 'key_1')).toBe(expected);
	});

	it('of an answer that is nested 100,000 deep says so', () => {
		let deep: unknown = 'key_1';
		for (let depth = 0; depth < 100_000; depth++) deep = { deep };
		expect(shownWithoutKey(deep, 'key_1')).toBe('it is nested too deeply to be shown');
	});
});
