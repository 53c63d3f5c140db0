import { parseTime } from '../../../nodes/VoiceSms/api/list/readNewest';
import { Memory, byTime, dedupeKey } from '../../../nodes/VoiceSms/trigger/memory';
import type { Candidate } from '../../../nodes/VoiceSms/trigger/memory';

const at = (time: number | undefined, id: unknown = time): Candidate => ({
	time,
	key: dedupeKey(id),
	record: id,
});
const ids = (candidates: Candidate[]) => candidates.map(({ record }) => record);

/** The memory after a restart of n8n. */
function saved(memory: Memory): Memory {
	const read = Memory.read(JSON.parse(JSON.stringify(memory.save())));
	if (read === undefined) throw new Error('The memory cannot be read');
	return read;
}

describe('a memory', () => {
	/** Of a list that was read back to 10. */
	const known = () => Memory.of([at(10), at(20), at(30)], 9);

	it.each<[string, Candidate[], unknown[]]>([
		['nothing in an empty list', [], []],
		['nothing that is remembered', [at(30), at(20), at(10)], []],
		['new ones, oldest first', [at(50), at(40), at(30)], [40, 50]],
		['new ones of a list in any order', [at(20), at(50), at(10), at(40)], [40, 50]],
		['the last of those of one time first', [at(40, 'b'), at(40, 'a'), at(30)], ['a', 'b']],
		['a record that comes late', [at(30), at(25), at(20)], [25]],
		['one with the time of a known one', [at(30), at(30, 'twin')], ['twin']],
		['a record once that is listed twice', [at(40), at(40)], [40]],
		['nothing older than the memory reaches', [at(9)], []],
		['nothing without a time', [at(undefined, 'new')], []],
		['one as old as the memory reaches', [at(10, 'twin')], ['twin']],
		['news although known ones were deleted', [at(40)], [40]],
	])('gives out %s', (_, records, expected) => {
		expect(ids(saved(known()).newOf(records))).toEqual(expected);
	});

	it('reaches back a day from the newest time that is not in the future', () => {
		const day = 86_400_000;
		const memory = Memory.of([at(5 * day), at(3 * day)], -1);
		memory.follow(4 * day);
		expect(memory.floor).toBe(2 * day);
		expect(ids(memory.newOf([at(2 * day), at(2 * day - 1)]))).toEqual([2 * day]);
	});

	it.each([
		['all with one time', () => 1_000],
		['in order of time', (index: number) => index],
		['in disorder', (index: number) => (index * 7919) % 5_003],
	])('gives out 5,000 records %s once, and its memory stays small', (_, time) => {
		const records = Array.from({ length: 5_000 }, (__, index) => at(time(index), index));
		const memory = Memory.of([], -1);
		const fresh = memory.newOf(records);
		memory.add(fresh);
		expect(fresh).toHaveLength(5_000);
		const next = saved(memory);
		expect(JSON.stringify(next.save()).length).toBeLessThan(41_000);
		expect(next.newOf(records.reverse())).toEqual([]);
		expect(ids(next.newOf([at(60_000, 'late'), ...records]))).toEqual(['late']);
	});
});

describe('a saved memory', () => {
	const state = { floor: 10, width: 16, seen: '', total: 3 };

	it.each<[string, unknown]>([
		['nothing', undefined],
		['a text', 'memory'],
		['no floor', { ...state, floor: undefined }],
		['no records', { ...state, seen: null }],
		['no width', { ...state, width: undefined }],
		['a record that was cut', { ...state, seen: 'AAAAAAABAAAAAAA' }],
		['a record with other signs', { ...state, seen: 'AAAAAAAB AAAAAAA' }],
	])('cannot be read of %s', (_, kept) => {
		expect(Memory.read(kept)).toBeUndefined();
	});

	it('holds the length of the list', () => {
		expect(Memory.read(state)?.save().total).toBe(3);
	});
});

it.each([
	[1, 2, -1],
	[2, 1, 1],
	[2, 2, 0],
	[undefined, 2, -1],
	[2, undefined, 1],
	[undefined, undefined, 0],
])('a record of %s stands beside one of %s by its time: %d', (one, other, expected) => {
	expect(Math.sign(byTime({ time: one }, { time: other }))).toBe(expected);
});

it.each([
	['2026-06-01T12:00:00.000Z', 1_780_315_200_000],
	['2026-06-01T14:00:00+02:00', 1_780_315_200_000],
	['9999-12-31T23:59:59Z', 253_402_300_799_000],
	['1890-01-01T00:00:00Z', 1],
	['yesterday', undefined],
	[undefined, undefined],
	[null, undefined],
	[12, undefined],
])('the time %s is read', (text, expected) => expect(parseTime(text)).toBe(expected));
