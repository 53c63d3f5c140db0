import { quote, withoutKey } from '../../../../nodes/VoiceSms/api/http/envelope';

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
		const shown = quote(value, key);
		expect(shown).toBe(typeof expected === 'string' ? expected : JSON.stringify(expected));
	});

	it.each([
		['null', null, 'null'],
		['nothing', undefined, 'nothing'],
	])('of %s is %s', (_name, value, expected) => {
		expect(quote(value, 'key_1')).toBe(expected);
	});

	it('of an answer that is nested 100,000 deep says so', () => {
		let deep: unknown = 'key_1';
		for (let depth = 0; depth < 100_000; depth++) deep = { deep };
		expect(quote(deep, 'key_1')).toBe('it is nested too deeply to be shown');
	});
});

describe('a text with a part of the key', () => {
	const key = 'vsk_live_4f1c-9a/7+b2e8d05c6=';
	const dropped = '[not shown: it may contain a part of the API key]';

	it.each([
		['HTML', 'Key vsk_live_4f1c&#x2d;9a&#x2f;7&#43;b2e8d05c6&#61; is unknown'],
		['PHP', String.raw`{"key":"vsk_live_4f1c-9a\/7+b2e8d05c6="}`],
		['JSON', String.raw`vsk_live_4f1c\u002d9a\u002f7\u002bb2e8d05c6\u003d`],
		['an address, twice', 'vsk_live_4f1c-9a%252F7%252Bb2e8d05c6%253D'],
		['capital letters', 'VSK_LIVE_4F1C&#X2D;9A'],
		['its beginning', 'The key vsk_live_4… is unknown'],
		['its end', '…b2e8d05c6= is unknown'],
		['its middle', '…1c-9a/7+b2…'],
		['the whole key, and a part of it', `${key} or 4f1c-9a/7+`],
	])('is not shown: %s', (_name, text) => {
		expect(withoutKey(text, key)).toBe(dropped);
		expect(quote({ text, other: 1 }, key)).toBe(JSON.stringify({ text: dropped, other: 1 }));
	});

	it.each(['A key begins with vsk_live_', 'The key ending in 2e8d05c6= is unknown'])(
		'of less than ten characters is shown: %s',
		(text) => expect(withoutKey(text, key)).toBe(text),
	);

	it.each(['key_12345', 'key_123456'])('of the short key %s hides only the key', (short) => {
		expect(withoutKey(`Unknown key ${short}`, short)).toBe('Unknown key [API key]');
		expect(withoutKey('Unknown key key_', short)).toBe('Unknown key key_');
	});
});
