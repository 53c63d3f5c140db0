import { inWords, rowsNamed } from '../../../nodes/VoiceSms/util/inWords';

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
