import { inWords } from '../../../nodes/VoiceSms/util/inWords';

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
