import fc from 'fast-check';

import { Memory, byTime, dedupeKey, parseTime } from '../../../../nodes/VoiceSms/trigger/memory';
import type { Candidate } from '../../../../nodes/VoiceSms/trigger/memory';

const at = (time: number | undefined, id: unknown = time): Candidate => ({
	time,
	key: dedupeKey(id),
	record: id,
});
const ids = (candidates: Candidate[]) => candidates.map(({ record }) => record);
const whole = { whole: true };

/** One poll: what is new of a list, and the memory as n8n gives it back afterwards. */
function take(
	list: Candidate[],
	memory: Memory,
	{ most = Infinity, room }: { most?: number; room?: number } = {},
) {
	const fresh = memory.newOf(list).slice(0, most);
	memory.add(fresh);
	return { fresh, memory: saved(memory, room) };
}

/** The memory after a restart of n8n. */
function saved(memory: Memory, room?: number): Memory {
	const read = Memory.read(JSON.parse(JSON.stringify(memory.save())), room);
	if (read === undefined) throw new Error('The memory cannot be read');
	return read;
}

describe('a memory', () => {
	/** Of a list that was read back to 10. */
	const known = (room?: number) =>
		Memory.of([at(10), at(20), at(30)], { whole: false, oldest: 9 }, room);

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
		['one as old as the memory reaches', [at(10, 'twin')], ['twin']],
		['news although known ones were deleted', [at(40)], [40]],
	])('gives out %s', (_, records, expected) => {
		expect(ids(known().newOf(records))).toEqual(expected);
	});

	it('takes the oldest as many as may be taken, and the rest the next time', () => {
		const list = [at(40), at(50), at(60)];
		const first = take(list, known(), { most: 2 });
		expect(ids(first.fresh)).toEqual([40, 50]);
		expect(first.memory.newest).toBe(50);
		expect(ids(first.memory.newOf(list))).toEqual([60]);
	});

	it('closes a millisecond of which it cannot remember all', () => {
		const burst = Array.from({ length: 5 }, (_, index) => at(50, `burst ${index}`));
		const { fresh, memory } = take(burst, known(3), { room: 3 });
		expect(fresh).toHaveLength(5);
		expect(memory.floor).toBe(51);
		expect(memory.newOf(burst)).toEqual([]);
		expect(ids(memory.newOf([...burst, at(51)]))).toEqual([51]);
	});

	it.each([
		[[undefined, undefined, 10, 20, 30]],
		[[30, undefined, 20, undefined, 10]],
		[[20, 10, undefined, 30, undefined]],
		[[10, 30, 20, undefined, undefined]],
	])('keeps the newest of %j, and those without a time last', (times) => {
		const all = times.map((when, index) => at(when, index));
		const memory = Memory.of(all, whole, 2);
		memory.trim();
		const kept = all.filter((one) => memory.remembers(one)).map(({ time: when }) => Number(when));
		expect(kept.sort()).toEqual([20, 30]);
		expect([memory.floor, memory.newest]).toEqual([11, 30]);
		expect(memory.newOf([at(undefined, 'new'), at(10, 'late'), at(11, 'news')])).toHaveLength(1);
	});

	it('that has room for some of those without a time knows none of them', () => {
		const memory = Memory.of([at(10), at(undefined, 'a'), at(undefined, 'b')], whole, 2);
		memory.trim();
		expect(memory.floor).toBe(1);
		const list = [at(undefined, 'a'), at(undefined, 'b'), at(undefined, 'c'), at(1), at(10)];
		expect(ids(memory.newOf(list))).toEqual([1]);
	});

	it.each([
		['all with one time', () => 1_000],
		['in order of time', (index: number) => index],
		['in disorder', (index: number) => (index * 7919) % 5_003],
	])('gives out 5,000 records %s once, and its memory stays small', (_, time) => {
		let looks = 0;
		const records = Array.from({ length: 5_000 }, (__, index) => {
			const { key, ...own } = at(time(index), index);
			return {
				...own,
				get key() {
					looks++;
					return key;
				},
			};
		});
		const { fresh, memory } = take(records, Memory.of([], whole));
		expect(fresh).toHaveLength(5_000);
		// However many there are: is it known, which is it, and remember it.
		expect(looks).toBe(3 * 5_000);
		expect(JSON.stringify(memory.save()).length).toBeLessThan(41_000);
		expect(memory.newOf(records.reverse())).toEqual([]);
		const late = at(60_000, 'late');
		expect(ids(memory.newOf([late, ...records]))).toEqual(['late']);
	});
});

/** What may happen between two polls, and a poll. */
type Step =
	| { do: 'add'; time: number; count: number }
	| { do: 'edit'; which: number; time: number }
	| { do: 'delete'; which: number }
	| { do: 'poll'; most: number; order: number; ends: 'well' | 'fails' | 'restart' };

// Few times, so that many are equal; in no order, so that the clock jumps back and records come late.
const time = fc.integer({ min: 1, max: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ do: fc.constant('add' as const), time, count: fc.integer({ min: 1, max: 4 }) }),
	fc.record({ do: fc.constant('edit' as const), which: fc.nat(50), time }),
	fc.record({ do: fc.constant('delete' as const), which: fc.nat(50) }),
	fc.record({
		do: fc.constant('poll' as const),
		most: fc.constantFrom(1, 3, Infinity),
		order: fc.nat(),
		ends: fc.constantFrom('well' as const, 'fails' as const, 'restart' as const),
	}),
);

it('gives out every version of every record exactly once that its memory reaches', () => {
	fc.assert(
		fc.property(
			fc.array(step, { maxLength: 40 }),
			fc.integer({ min: 1, max: 8 }),
			fc.boolean(),
			(steps, room, baseline) => {
				let list: Array<{ id: number; time: number }> = [{ id: 0, time: 5 }];
				let nextId = 1;
				const candidates = () => list.map(({ id, time: when }) => at(when, `${id}@${when}`));
				const extent = { whole: !baseline, oldest: 0 };
				let memory = Memory.of(baseline ? candidates() : [], extent, room);
				const givenOut = new Map(
					(baseline ? candidates() : []).map(({ key, time: when }) => [key, when]),
				);
				for (const one of steps) {
					if (one.do === 'add') {
						for (let count = 0; count < one.count; count++)
							list.push({ id: nextId++, time: one.time });
					} else if (one.do === 'edit') {
						list = list.map((record, place) =>
							place === one.which ? { ...record, time: one.time } : record,
						);
					} else if (one.do === 'delete') list = list.filter((_, place) => place !== one.which);
					else {
						const records = candidates().sort((a, b) =>
							dedupeKey(a.key, one.order) < dedupeKey(b.key, one.order) ? -1 : 1,
						);
						const expected = records
							.filter(({ key, time: when }) => Number(when) >= memory.floor && !givenOut.has(key))
							.map(({ time: when }) => when)
							.sort((a, b) => Number(a) - Number(b));
						const tried = saved(memory, room);
						const next = take(records, tried, { most: one.most, room });
						expect(next.fresh.map(({ time: when }) => when)).toEqual(expected.slice(0, one.most));
						expect(next.fresh.filter(({ key }) => givenOut.has(key))).toEqual([]);
						if (one.ends === 'fails') continue;
						// What n8n keeps and reads back after a restart.
						memory = next.memory;
						for (const { key, time: when } of next.fresh) givenOut.set(key, when);
						// It reaches back as far as there is room.
						const newestFirst = [...givenOut.values()].sort((a, b) => Number(b) - Number(a));
						expect(memory.floor).toBeLessThanOrEqual((newestFirst[room] ?? 0) + 1);
						// 16 characters each.
						expect(memory.save().seen.length).toBeLessThanOrEqual(16 * room);
					}
				}
			},
		),
		{ numRuns: Number(process.env.RUNS ?? 400) },
	);
});

describe('a saved memory', () => {
	const state = { newest: 30, floor: 10, undated: true, seen: '', versions: '', total: 3 };

	it.each<[string, unknown]>([
		['nothing', undefined],
		['a text', 'memory'],
		['no newest time', { ...state, newest: '30' }],
		['no floor', { ...state, floor: undefined }],
		['no records', { ...state, seen: null }],
		['no word of records without a time', { ...state, undated: undefined }],
		['no versions', { ...state, versions: undefined }],
		['a record that was cut', { ...state, seen: 'AAAAAAABAAAAAAAAAAAA' }],
		['a record with other signs', { ...state, seen: 'AAAAAAAB AAAAAAA' }],
		['fewer versions than records', { ...state, seen: 'AAAAAAABAAAAAAAB', versions: 'AAA' }],
	])('cannot be read of %s', (_, kept) => {
		expect(Memory.read(kept)).toBeUndefined();
	});

	it.each<[string, object, boolean]>([
		['that remembers all without a time', { undated: true }, true],
		['that does not', { undated: false }, false],
	])('%s tells what is new without a time: %s', (_, parts, expected) => {
		const memory = Memory.read({ ...state, ...parts });
		expect(memory?.newOf([at(undefined, 'new')])).toHaveLength(expected ? 1 : 0);
	});

	it('holds the length of the list where that is known', () => {
		expect(Memory.read(state)?.save().total).toBe(3);
		expect(Memory.read({ ...state, total: '3' })?.save()).not.toHaveProperty('total');
	});

	it('of records without a time knows those, and what comes with one is new', () => {
		const memory = saved(Memory.of([at(undefined, 'old')], { whole: false }));
		expect(memory.floor).toBe(1);
		expect(ids(memory.newOf([at(undefined, 'old'), at(5)]))).toEqual([5]);
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

describe('the packed memory', () => {
	it.each([
		['2026-06-01T12:00:00.000Z', 1_780_315_200_000],
		['2026-06-01T14:00:00+02:00', 1_780_315_200_000],
		['9999-12-31T23:59:59Z', 253_402_300_799_000],
		['+275000-01-01T00:00:00Z', 2 ** 48 - 1],
		['1890-01-01T00:00:00Z', 1],
		['yesterday', undefined],
		[undefined, undefined],
		[null, undefined],
		[12, undefined],
	])('reads the time %s', (text, expected) => expect(parseTime(text)).toBe(expected));

	it.each<[number | undefined, string]>([
		[1, 'AAAAAAAB'],
		[2 ** 48 - 1, '////////'],
		[undefined, 'AAAAAAAA'],
	])('holds a key and six bytes for the time %s', (time, bytes) => {
		const memory = Memory.of([{ key: 'AAAAAAAB', time, record: 0 }], whole);
		expect(memory.save().seen).toBe(`AAAAAAAB${bytes}`);
	});

	it('never takes more than 40 kB', () => {
		const records = Array.from({ length: 3_000 }, (_, index) => at(index));
		expect(Memory.of(records, whole).save().seen).toHaveLength(40_000);
	});
});
