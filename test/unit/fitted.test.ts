import { cut, fitted } from '../../nodes/VoiceSms/util/fitted';

const length = (value: unknown) => JSON.stringify(value).length;

describe('a record that is made to fit', () => {
	it('is the same one where it does', () => {
		const record = { id: 'a', body: 'x'.repeat(50) };
		expect(fitted(record, length(record))).toBe(record);
	});

	it('has its long texts cut, with a mark, and its short ones whole', () => {
		const record = { body: 'x'.repeat(20_000), id: 'message_000042', unread: 3 };
		const small = fitted(record, 1000);
		expect(length(small)).toBeLessThanOrEqual(1000);
		expect(small).toMatchObject({ id: 'message_000042', unread: 3 });
		expect(small.body).toMatch(/^x{200,}… \[cut here: 20000 characters in all\]$/);
	});

	it.each([
		['a long list', { id: 'a', tags: Array.from({ length: 5000 }, (_, n) => `tag ${n}`) }],
		[
			'many fields',
			{ id: 'a', own: Object.fromEntries([...Array(5000).keys()].map((n) => [`f${n}`, n])) },
		],
		['lists in lists', { id: 'a', days: Array(300).fill({ hours: Array(24).fill(7) }) }],
		['quotes and line ends, which JSON writes longer', { id: 'a', notes: '"\n'.repeat(9000) }],
	])('fits with %s', (_name, record) => {
		const small = fitted(record, 13_000);
		expect(length(small)).toBeLessThanOrEqual(13_000);
		expect(length(small)).toBeGreaterThan(1000);
		expect(small.id).toBe('a');
		expect(JSON.stringify(small)).toContain('[cut here');
	});

	it('fits however small the room', () => {
		const deep = { a: { b: { c: { d: Array(1000).fill('x'.repeat(1000)) } } } };
		expect(length(fitted(deep, 60))).toBeLessThanOrEqual(60);
	});
});

it.each([
	['a text that fits', 'abc', 3, 'abc'],
	['a longer one', 'abcd', 3, 'ab…'],
	['no half of a character', 'a😀bc', 3, 'a…'],
])('cut gives %s', (_name, text, characters, expected) => {
	expect(cut(text, characters)).toBe(expected);
});
