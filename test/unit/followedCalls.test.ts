import { isOver } from '../../nodes/VoiceSms/fields/call';
import type { Round } from '../../nodes/VoiceSms/trigger/event';
import type { Followed } from '../../nodes/VoiceSms/trigger/events/callEnded/progress';
import {
	newlyFollowed,
	readProgress,
	saveProgress,
	shareOf,
} from '../../nodes/VoiceSms/trigger/events/callEnded/progress';
import { sortOut } from '../../nodes/VoiceSms/trigger/events/callEnded/room';
import type { Known } from '../../nodes/VoiceSms/trigger/events/callEnded/underWay';
import {
	endOf,
	hasUsableId,
	isDue,
	namesOf,
} from '../../nodes/VoiceSms/trigger/events/callEnded/underWay';

const records = { newest: 1, floor: 0, seen: '', total: 3 };
const hours = (count: number) => 60 * count;
const now = 29_000_000;

describe('whether a followed call is asked for', () => {
	const followedFor = (minutes: number, lookedAgo: number, waited?: number): Followed => {
		const looked = now - lookedAgo;
		return { id: 'a', refused: 0, since: looked - minutes, looked, waited };
	};

	it.each<[string, boolean, Followed]>([
		['at the next poll, when it was new at the last look', true, followedFor(0, 0)],
		['at every poll of the first hour', true, followedFor(59, 0)],
		['not before a quarter of an hour after the first hour', false, followedFor(60, 14)],
		['not again at once after the first hour', false, followedFor(60, 0)],
		['a quarter of an hour after the first hour', true, followedFor(60, 15)],
		['not before a quarter of its time', false, followedFor(hours(8), hours(2) - 1)],
		['after a quarter of its time', true, followedFor(hours(8), hours(2))],
		['not before six hours after a week', false, followedFor(hours(168), hours(6) - 1)],
		['six hours later after a week', true, followedFor(hours(168), hours(6))],
		['at once by a clock that was put back', true, followedFor(hours(168), -1)],
		['at every poll while it waits for its recording', true, followedFor(hours(168), 0, 0)],
	])('%s: %s', (_, expected, entry) => {
		expect(isDue(entry, now)).toBe(expected);
	});
});

describe('the saved form of followed calls', () => {
	const followed: Followed[] = [
		{ id: 'under way', waited: undefined, refused: 2, since: now, looked: now + 1 },
		{ id: 'waiting', waited: 3, refused: 0, since: now, looked: now },
	];

	it('comes back as it was written', () => {
		const progress = readProgress({ records });
		const saved = saveProgress({ ...progress!, followed });
		expect(saved.followed).toEqual([
			['under way', null, 2, now, now + 1],
			['waiting', 3, 0, now, now],
		]);
		const read = readProgress(JSON.parse(JSON.stringify(saved)));
		expect(read?.followed).toEqual(followed);
	});

	it.each<[string, unknown, Followed[]]>([
		['without any', undefined, []],
		['that is no list', 'a', []],
		[
			'with an entry that is none',
			['a', null, [1, 2], ['a', 0, 0, '1', 1], ['a', 0, 0, 1], ['a', 0], ['b', 0, 0, 1, 2]],
			[{ id: 'b', waited: 0, refused: 0, since: 1, looked: 2 }],
		],
	])('%s is read', (_, saved, expected) => {
		expect(readProgress({ records, followed: saved } as never)?.followed).toEqual(expected);
	});

	it('holds the minute since which a call is followed', () => {
		const entry = newlyFollowed({ id: 7 }, 119_999);
		expect(entry).toEqual({ id: '7', refused: 0, since: 1, looked: 1 });
	});

	it('is not read without its memory', () => {
		expect(readProgress({ followed: [] })).toBeUndefined();
	});

	it('takes no more characters than were counted, whatever its counts become', () => {
		const id = '00000000-0000-4000-8000-000000000000';
		const entry = { ...newlyFollowed({ id }, now * 60_000), waited: 99_999, refused: 9 };
		const many = Array.from({ length: Math.floor(1 / shareOf(id)) }, () => entry);
		const { followed: saved } = saveProgress({ ...readProgress({ records })!, followed: many });
		expect(many.length).toBeGreaterThan(650);
		expect(JSON.stringify(saved).length).toBeLessThanOrEqual(48_001);
	});
});

describe('the room for followed calls', () => {
	const present = Date.parse('2026-06-10T12:00:00.000Z');
	const dayMs = 24 * 60 * 60_000;
	const most = Math.floor(1 / shareOf('00000'));
	const warnings: string[] = [];
	const round = {
		now: () => present,
		filters: { pass: () => true },
		warn: (message: string) => warnings.push(message),
	} as unknown as Round;
	const callOf = (number: number, age: number, status: string) => ({
		id: String(number).padStart(5, '0'),
		createdAt: new Date(present - age).toISOString(),
		status,
	});
	const full = (age: number): Known[] =>
		Array.from({ length: most }, (_, number) => {
			const call = callOf(number, age, 'ONGOING');
			return { entry: newlyFollowed(call, present), call };
		});
	const fresh = (number: number, age: number, status: string) => {
		const record = callOf(number, age, status);
		return { key: record.id, time: present - age, record };
	};
	const limits = { newest: present, waits: true };
	beforeEach(() => void (warnings.length = 0));

	it.each<[string, number, string, number, { taken: number; over: number; givenUp?: string }]>([
		['a new call waits', 0, 'ONGOING', 1_000, { taken: 0, over: 0 }],
		['one that ended long ago waits', 2 * dayMs, 'ENDED', 1_000, { taken: 0, over: 0 }],
		[
			'one under way since long ago is given up',
			2 * dayMs,
			'ONGOING',
			1_000,
			{ taken: 1, over: 0, givenUp: '99999' },
		],
		[
			'a new call takes the place of one older than a day',
			0,
			'ONGOING',
			2 * dayMs,
			{ taken: 1, over: 0, givenUp: '00000' },
		],
		[
			'one that ended takes such a place',
			0,
			'ENDED',
			2 * dayMs,
			{ taken: 1, over: 1, givenUp: '00000' },
		],
	])('is full: %s', (_, age, status, ageOfOthers, { taken, over, givenUp }) => {
		const sorted = sortOut(round, full(ageOfOthers), [fresh(99_999, age, status)], limits);
		expect(sorted.taken).toBe(taken);
		expect(sorted.over).toHaveLength(over);
		expect(sorted.followed).toHaveLength(most - over);
		expect(sorted.followed.map(({ id }) => id)).not.toContain(givenUp);
		const why = 'as they did not end within a day';
		expect(warnings).toEqual(
			givenUp === undefined ? [] : [`Not followed any more, ${why}: call ${givenUp}`],
		);
	});

	it.each([
		['just a day old', dayMs, 0],
		['older than a day', dayMs + 1, 1],
	])('is made by giving up calls that are %s', (_, age, taken) => {
		const undated = { key: 'x', time: undefined, record: { id: 'x', status: 'ONGOING' } };
		const dated = fresh(99_999, 0, 'ONGOING');
		expect(sortOut(round, full(age), [dated], limits).taken).toBe(taken);
		// The undated one counts as old itself.
		expect(sortOut(round, full(age), [undated, dated], limits).taken).toBe(1 + taken);
	});

	it('is made by giving up calls without a time', () => {
		const undated = full(0).map(({ entry, call }) => ({
			entry,
			call: { ...call, createdAt: null },
		}));
		expect(sortOut(round, undated, [fresh(99_999, 0, 'ONGOING')], limits).taken).toBe(1);
	});

	it('is made by giving up the first ones, and the log names them in their order', () => {
		const news = [fresh(99_998, 2 * dayMs, 'ONGOING'), fresh(99_999, 2 * dayMs, 'ONGOING')];
		sortOut(round, full(2 * dayMs), news, limits);
		sortOut(round, full(1_000), news, limits);
		const why = 'Not followed any more, as they did not end within a day';
		expect(warnings).toEqual([`${why}: calls 00000, 00001`, `${why}: calls 99998, 99999`]);
	});

	it('is kept by calls that could not be looked at', () => {
		const unread = full(0).map(({ entry }) => ({ entry }));
		const sorted = sortOut(round, unread, [fresh(99_999, 0, 'ONGOING')], limits);
		expect(sorted.taken).toBe(0);
		expect(sorted.followed).toEqual(unread.map(({ entry }) => entry));
	});

	it('is not taken by a call under way without a usable ID, which the log names', () => {
		const numbers = { fromNumber: '+1', toNumber: '+2' };
		const nameless = (number: string) => ({
			key: number,
			time: present,
			record: { id: '..', status: 'ONGOING', ...numbers, toNumber: number },
		});
		const sorted = sortOut(round, [], [nameless('+2')], limits);
		expect(sorted).toEqual({ followed: [], over: [], taken: 1 });
		sortOut(round, [], [nameless('+2'), nameless('+3')], limits);
		const why = 'Not followed, as the service gives no usable ID';
		expect(warnings).toEqual([
			`${why}: call from +1 to +2`,
			`${why}: calls from +1 to +2, from +1 to +3`,
		]);
	});

	it('is there for calls in their order', () => {
		const news = [
			fresh(1, 4, 'ENDED'),
			fresh(2, 3, 'ONGOING'),
			fresh(3, 2, 'ERROR'),
			fresh(4, 1, 'ONGOING'),
		];
		const { over, followed, taken } = sortOut(round, [], news, limits);
		expect(over.map(({ call }) => call.id)).toEqual(['00001', '00003']);
		expect(followed.map(({ id }) => id)).toEqual(['00002', '00004']);
		expect(taken).toBe(4);
	});

	it('is not needed by one that ended and has nothing to wait for', () => {
		const sorted = sortOut(round, full(1_000), [fresh(99_999, 0, 'ENDED')], { newest: present });
		expect(sorted).toMatchObject({ taken: 1, over: [{ call: { id: '99999' } }] });
	});
});

describe('a call', () => {
	it.each([
		['REGISTERED', false],
		['ONGOING', false],
		['ENDED', true],
		['ERROR', true],
	])('that is %s is over: %s', (status, expected) => {
		expect(isOver({ status })).toBe(expected);
	});

	it.each([
		['a', true],
		[7, true],
		['', false],
		['..', false],
		[undefined, false],
		[null, false],
	])('with the ID %j can be asked for: %s', (id, expected) => {
		expect(hasUsableId({ id })).toBe(expected);
	});

	it.each([
		[{ endTimestamp: '2026-06-01T12:00:00.000Z', createdAt: '2026-06-01T11:00:00.000Z' }, 12],
		[{ endTimestamp: null, createdAt: '2026-06-01T11:00:00.000Z' }, 11],
		[{ createdAt: null }, undefined],
	])('%j ended at %s', (call, hour) => {
		expect(endOf(call)).toBe(hour && Date.parse(`2026-06-01T${hour}:00:00.000Z`));
	});
});

describe('calls in the log', () => {
	it.each([
		[1, 'call 1'],
		[2, 'calls 1, 2'],
		[5, 'calls 1, 2, 3, 4, 5'],
		[6, 'calls 1, 2, 3, 4, 5 and 1 more'],
		[900, 'calls 1, 2, 3, 4, 5 and 895 more'],
	])('%i of them are named, and no more than five', (count, expected) => {
		const calls = Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }));
		expect(namesOf(calls)).toBe(expected);
	});
});
