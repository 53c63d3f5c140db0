import { cut, fitted } from '../../../nodes/VoiceSms/util/fitted';

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
		['many fields', Object.fromEntries([...Array(5000).keys()].map((n) => [`f${n}`, 'a']))],
		['lists in lists', { id: 'a', days: Array(300).fill({ hours: Array(24).fill(7) }) }],
		['quotes and line ends, which JSON writes longer', { id: 'a', notes: '"\n'.repeat(9000) }],
	])('fits with %s', (_name, record) => {
		const small = fitted(record, 13_000);
		expect(length(small)).toBeLessThanOrEqual(13_000);
		expect(length(small)).toBeGreaterThan(10_000);
		expect(Object.values(small)).toContain('a');
		expect(JSON.stringify(small)).toContain('[cut here');
	});

	it('leaves out a field that has neither long texts nor lists', () => {
		const own = Object.fromEntries([...Array(5000).keys()].map((n) => [`f${n}`, n]));
		const notes = 'x'.repeat(20_000);
		const small = fitted({ own, notes, id: 'a' }, 13_000);
		expect(small).toStrictEqual({
			id: 'a',
			notes: expect.stringMatching(/^x{12000,}… \[cut here: 20000 characters in all\]$/) as string,
			'[cut here]': '3 fields in all',
		});
	});

	it('uses all its room for a long text', () => {
		expect(length(fitted({ id: 'a', notes: 'n'.repeat(30_000) }, 13_000))).toBeGreaterThan(12_900);
	});

	it('has the first entries of a long list, in their order, before the mark', () => {
		const tags = Array.from({ length: 5000 }, (_, index) => `tag ${index}`);
		const { tags: kept } = fitted({ id: 'a', tags }, 1000) as { tags: string[] };
		expect(kept.length).toBeGreaterThan(2);
		expect(kept).toEqual([...tags.slice(0, kept.length - 1), '[cut here: 5000 in all]']);
	});

	it('has its short fields whole, and of the others what has room', () => {
		const deep = Array(40).fill({ lines: Array(10).fill({ price: { net: 1 } }) });
		const record = { history: deep, notes: 'x'.repeat(500), phone: '+15550100042' };
		const small = fitted(record, 2000);
		expect(length(small)).toBeLessThanOrEqual(2000);
		expect(length(small)).toBeGreaterThan(1500);
		expect(small).toMatchObject({ phone: '+15550100042' });
		expect(small.notes).toMatch(/^x{80,}… \[cut here: 500 characters in all\]$/);
		expect(JSON.stringify(small.history)).toContain('[cut here: 40 in all]');
	});

	it('has texts of 80 characters whole, and longer ones cut, where its room is small', () => {
		const deep = Array(40).fill({ lines: Array(10).fill({ price: { net: 1 } }) });
		const record = { history: deep, short: 'x'.repeat(80), long: 'y'.repeat(81) };
		expect(fitted(record, 1900)).toMatchObject({
			short: record.short,
			long: `${'y'.repeat(79)}… [cut here: 81 characters in all]`,
		});
	});

	it('keeps what the node says of it among thousands of fields', () => {
		const fields = Object.fromEntries([...Array(5000).keys()].map((n) => [`f${n}`, n]));
		const said = { id: 'x'.repeat(40), created: true, repeated: true, message: 'y'.repeat(300) };
		const small = fitted({ ...fields, ...said }, 13_000);
		expect(small).toMatchObject({ ...said, '[cut here]': '5004 fields in all' });
	});

	it.each([0, 1, 30, 60, 100])('fits in %d characters, or is a mark alone', (room) => {
		const record = {
			['k'.repeat(500)]: 1,
			id: 'x'.repeat(500),
			n: null,
			deep: [[[['"'.repeat(99)]]]],
		};
		const small = fitted(record, room);
		expect(length(small)).toBeLessThanOrEqual(Math.max(room, 40));
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
	['a whole character before the end', '😀abc', 4, '😀a…'],
])('cut gives %s', (_name, text, characters, expected) => {
	expect(cut(text, characters)).toBe(expected);
});
