import { testClock } from '../../../harness/time/clock';
import { lineOfNotNoted } from '../../../../nodes/VoiceSms/layers/sendOnce/words';
import { untilAnswered } from '../../../../nodes/VoiceSms/layers/sendOnce/keys';
import { itemOf } from '../../../harness/n8n/records';

describe('the line about sent messages that could not be noted', () => {
	const lineOf = (...notNoted: string[]) =>
		lineOfNotNoted(
			notNoted.map((key, index) => ({
				...itemOf({}, index),
				notes: {
					key: { name: '', label: key, end: 'notNoted' as const, why: 'database is locked' },
				},
			})),
		);

	it.each([
		['one key', ['"a" to +1'], '"a" to +1'],
		['three keys', ['a', 'b', 'c'], 'a, b, c'],
		['the first three of four keys', ['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
		['the first three of seven keys', [...'abcdefg'], 'a, b, c and 4 more'],
	])('names %s, and the reason', (_what, notNoted, named) => {
		const line = lineOf(...notNoted);
		expect(line).toContain(`: ${named} (database is locked). Do not run`);
	});

	it('is not there without such a key', () => {
		expect(lineOf()).toBeUndefined();
	});
});

describe('a store that fails', () => {
	it.each([
		['once without a time', 0, []],
		['again until the time is over', 1000, [250, 500, 1000]],
	])('is asked %s', async (_name, ms, waits) => {
		const clock = testClock();
		const fail = async () => await Promise.reject(new Error('database is locked'));
		await expect(untilAnswered(clock, ms, fail)).rejects.toThrow('database is locked');
		expect(clock.waits).toStrictEqual(waits);
	});
});
