import type { Api } from '../../../../nodes/VoiceSms/api/api';
import { calls } from '../../../../nodes/VoiceSms/api/endpoints';
import {
	overlapMs,
	reachesBehindNewest,
	readDownTo,
	readNews,
} from '../../../../nodes/VoiceSms/trigger/watchedList';
import { warnAbout, warnOf } from '../../../../nodes/VoiceSms/trigger/budget';
import { dedupeKey, Memory, parseTime } from '../../../../nodes/VoiceSms/trigger/memory';
import { pollOf } from '../../../harness/service/lists';

const iso = (ms: number) => new Date(ms).toISOString();
const seconds = (...all: number[]) =>
	all.map((second) => ({ time: second * 1_000, key: dedupeKey(second), record: {} }));

/** Whether the trigger reads no further than a page with records of these seconds. */
async function isAllThatIsRead(times: number[], total: number, memory: Memory) {
	const asked: number[] = [];
	const page: Api['page'] = async (_list, number) => {
		asked.push(number);
		const records = number === 1 ? times.map((second) => ({ at: iso(second * 1_000) })) : [];
		return { records, pagination: { total, page: number, limit: times.length, totalPages: 9 } };
	};
	const poll = pollOf({ api: { page, pages: async () => ({ records: [], missing: 0 }) } });
	await readNews(poll.ownList(calls, 'at'), true, memory, (record) => {
		const time = parseTime(record.at);
		return { time, key: dedupeKey(Number(time) / 1_000), record };
	});
	return asked.length === 1;
}

describe('the top of a list that is sorted newest-first', () => {
	/** Ten minutes are 600 seconds. The memory reaches back to second 1,000. */
	const known = Memory.of(seconds(3_600, 3_599.999, 3_590, 3_000, 2_900, 2_000), {
		whole: false,
		oldest: 999_999,
	});
	known.total = 100;

	it.each<[string, boolean, number[], number]>([
		['all is known and the last is older than the newest', true, [3_600, 3_590], 100],
		['all is known and the last is a millisecond older', true, [3_600, 3_599.999], 100],
		['all has the time of the newest', false, [3_600], 100],
		['the list has grown by more than was found', false, [3_600, 3_590], 101],
		['the last is new', false, [3_700, 3_650], 102],
		['one is new, and the last is ten minutes older than the newest', false, [3_700, 3_000], 101],
		['one is new, and the last is older than that', true, [3_700, 3_600, 2_900], 101],
		['two are new, and the last is older than that', true, [3_700, 3_650, 2_900], 102],
		['one is new and stands there twice', true, [3_700, 3_700, 2_900], 101],
		['the last alone is new, and that old', false, [3_600, 2_950], 101],
		['records were deleted', false, [3_600, 3_590], 99],
		['records were deleted, and the last is older than ten minutes', true, [3_600, 2_900], 99],
		['all is read that the memory reaches back to', true, [3_600, 900], 105],
		['the last is as old as the memory reaches', false, [3_600, 1_000], 105],
	])('when %s, holds all news: %s', async (_, expected, times, total) => {
		expect(overlapMs).toBe(600_000);
		expect(await isAllThatIsRead(times, total, known)).toBe(expected);
	});

	it('holds all news also where nothing is known of the length of the list', async () => {
		const uncounted = Memory.of(seconds(3_600, 3_590), { whole: false, oldest: 0 });
		expect(await isAllThatIsRead([3_600, 3_590], 200, uncounted)).toBe(true);
	});

	it.each<[string, number | undefined, Array<number | null>]>([
		['nothing', undefined, []],
		['falling times', 1, [3, 2, 1]],
		['equal times', 3, [3, 3, 3]],
		['two neighbors out of order', 602, [3, 2, 2.02]],
		['a time that rises by the overlap', 602, [602, 2, 602]],
		['times that rise within the overlap', undefined, [2, 3, 4]],
		['a time that rises by more', undefined, [603, 2, 602.001]],
		['small steps that together rise by more', undefined, [3, 2, 302, 602.001]],
		['a first record without a time', undefined, [null, 3, 2]],
		['a last record without a time', undefined, [3, 2, null]],
	])('with %s is read down to second %s', (_, expected, times) => {
		const records = times.map((time) => ({ at: time === null ? null : iso(time * 1_000) }));
		const downTo = readDownTo(records, 'at');
		expect(downTo === undefined ? undefined : downTo / 1_000).toBe(expected);
	});

	it.each<[string, boolean, number | null, number]>([
		['more than that older', true, 5_000, 999],
		['just that older', false, 5_000, 1_000],
		['newer', false, 5_000, 4_000],
		['older than one without a time', false, null, 999],
	])('reaches so far back when the last is %s: %s', (_, expected, newest, oldest) => {
		const records = [{ at: newest === null ? null : iso(newest) }];
		const reading = { records, total: 9, whole: false, oldest };
		expect(reachesBehindNewest(reading, 'at', 4_000)).toBe(expected);
		expect(reachesBehindNewest({ ...reading, whole: true }, 'at', 4_000)).toBe(true);
	});

	it('reaches back no way when it is empty', () => {
		expect(reachesBehindNewest({ records: [], total: 9, whole: false }, 'at', 4_000)).toBe(false);
	});
});

describe('warnings about a list', () => {
	const reading = { records: [], total: 10, whole: true };
	const older = expect.stringMatching(
		/^The trigger cannot tell 1 of the new calls from old ones: no time, or a very old time$/,
	);
	const uncounted = 'The list of the service lacks 1 of the calls that it counts';

	it.each<[string, object, number | undefined, number, unknown[]]>([
		['nothing when what came was found', {}, 8, 2, []],
		['nothing the first time', {}, undefined, 0, []],
		['nothing when records were deleted', {}, 12, 0, []],
		['what came and was not found', {}, 8, 1, [older]],
		['both', { missing: 1 }, 8, 1, [older, uncounted]],
		['a total that is too high', { missing: 1 }, undefined, 0, [uncounted]],
		['that total only when it changes', { missing: 1 }, 10, 0, []],
	])('are: %s', (_, changes, before, found, expected) => {
		const log: string[] = [];
		const warn = (message: string) => void log.push(message);
		warnAbout({ warn }, { ...reading, ...changes }, 'calls', before, found);
		expect(log).toEqual(expected);
	});
});

describe('records in the log', () => {
	it.each([
		[1, 'call 1'],
		[2, 'calls 1, 2'],
		[5, 'calls 1, 2, 3, 4, 5'],
		[6, 'calls 1, 2, 3, 4, 5 and 1 more'],
		[900, 'calls 1, 2, 3, 4, 5 and 895 more'],
	])('%i of them are named, and no more than five', (count, expected) => {
		const log: string[] = [];
		const names = Array.from({ length: count }, (_, index) => String(index + 1));
		warnOf({ warn: (message) => void log.push(message) }, 'Dropped', names, ' (why)');
		expect(log).toEqual([`Dropped: ${expected} (why)`]);
	});

	it('are not mentioned where there are none', () => {
		const warn = jest.fn();
		warnOf({ warn }, 'Dropped', []);
		expect(warn).not.toHaveBeenCalled();
	});
});
