import { inWords, rowsListed, rowsNamed, tally } from '../../../nodes/VoiceSms/util/inWords';

it.each([
	[0, '0 ms'],
	[1, '1 ms'],
	[1500, '1500 ms'],
	[1000, '1 second'],
	[30_000, '30 seconds'],
	[60_000, '1 minute'],
	[90_000, '90 seconds'],
	[5_400_000, '90 minutes'],
	[3_600_000, '1 hour'],
	[7_200_000, '2 hours'],
	[86_400_000, '1 day'],
	[172_800_000, '2 days'],
])('%i ms in words are "%s"', (ms, words) => {
	expect(inWords(ms)).toBe(words);
});

it('a long list of rows ends with a whole number', () => {
	const named = rowsNamed(Array.from({ length: 150 }, (_, index) => 2 * index + 1));
	expect(named).toMatch(/^rows 2, 4, 6, .*, 98, 100, …$/);
});

it.each([
	['every second row of 3,000', 3000, 2],
	['every third row of 20,000', 20_000, 3],
])('a list of %s is cut at a whole row, and counts the others', (_name, rows, step) => {
	const sorted = Array.from({ length: rows / step }, (_, index) => step * index);
	const listed = rowsListed(sorted);
	expect(listed.length).toBeLessThan(650);
	const [, shown, more] = /^(.*) and ([\d,]+) more$/.exec(listed) ?? [];
	const named = shown.split(', ');
	expect(named).toStrictEqual(sorted.slice(0, named.length).map((index) => String(index + 1)));
	expect(Number(more.replace(',', ''))).toBe(sorted.length - named.length);
});

it('a list of few rows, or of rows in a row, is whole', () => {
	expect(rowsListed([0, 1, 2, 7])).toBe('1-3, 8');
	expect(rowsListed(Array.from({ length: 20_000 }, (_, index) => index))).toBe('1-20000');
});

it.each<[string, string[], number, string]>([
	['the most frequent text first', ['a', 'b', 'b', 'c', 'c', 'c'], 1, 'c (3), b (2), a'],
	['texts that occur as often in their order', ['b', 'a', 'a', 'b'], 1, 'b (2), a (2)'],
	['those alone that occur often enough', ['a', 'b', 'b'], 2, 'b (2)'],
	['five of more', [...'abcdefg', 'g'], 1, 'g (2), a, b, c, d and 2 more'],
])('a tally names %s', (_name, texts, atLeast, expected) => {
	expect(tally(texts, atLeast)).toBe(expected);
});
