import { inWords, tally } from '../../../nodes/VoiceSms/util/inWords';

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

it.each<[string, string[], number, string]>([
	['the most frequent text first', ['a', 'b', 'b', 'c', 'c', 'c'], 1, 'c (3), b (2), a'],
	['texts that occur as often in their order', ['b', 'a', 'a', 'b'], 1, 'b (2), a (2)'],
	['those alone that occur often enough', ['a', 'b', 'b'], 2, 'b (2)'],
	['five of more', [...'abcdefg', 'g'], 1, 'g (2), a, b, c, d and 2 more'],
])('a tally names %s', (_name, texts, atLeast, expected) => {
	expect(tally(texts, atLeast)).toBe(expected);
});
