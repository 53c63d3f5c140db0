import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import type {
	Followed,
	LookedUp,
} from '../../../../nodes/VoiceSms/trigger/events/callEnded/followedCalls';
import {
	mostFollowed,
	newlyFollowed,
	readCursor,
	saveCursor,
} from '../../../../nodes/VoiceSms/trigger/events/callEnded/followedCalls';
import { sortOut } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import { fake, untyped } from '../../../harness/n8n/fake';

const records = { newest: 1, floor: 0, seen: '', total: 3 };
const now = 29_000_000;

describe('the saved form of followed calls', () => {
	const followed: Followed[] = [
		{ id: 'under way', since: now, waited: 0 },
		{ id: 'waiting', since: now, waited: 3 },
	];

	it('comes back as it was written', () => {
		const cursor = readCursor({ records });
		const saved = saveCursor({ ...cursor!, followed });
		expect(saved.followed).toEqual([
			['under way', now, 0],
			['waiting', now, 3],
		]);
		const read = readCursor(JSON.parse(JSON.stringify(saved)));
		expect(read?.followed).toEqual(followed);
	});

	it.each<[string, unknown, Followed[]]>([
		['without any', undefined, []],
		['that is no list', 'a', []],
		[
			'with entries that are none',
			['a', null, [1, 2, 3], ['a', '1', 0], ['a', 1], ['b', 1, 0]],
			[{ id: 'b', since: 1, waited: 0 }],
		],
	])('%s is read', (_, saved, expected) => {
		expect(readCursor(untyped({ records, followed: saved }))?.followed).toEqual(expected);
	});

	it('holds the minute since which a call is followed', () => {
		expect(newlyFollowed({ id: 7 }, 119_999)).toEqual({ id: '7', since: 1, waited: 0 });
	});

	it('is not read without its memory', () => {
		expect(readCursor({ followed: [] })).toBeUndefined();
	});

	it('takes no more than 48,000 characters of the state with UUIDs', () => {
		const id = '00000000-0000-4000-8000-000000000000';
		const entry = { ...newlyFollowed({ id }, now * 60_000), waited: 99_999 };
		const many = Array.from({ length: mostFollowed }, () => entry);
		const { followed: saved } = saveCursor({ ...readCursor({ records })!, followed: many });
		expect(JSON.stringify(saved).length).toBeLessThanOrEqual(48_000);
	});
});

describe('the room for followed calls', () => {
	const present = Date.parse('2026-06-10T12:00:00.000Z');
	const warnings: string[] = [];
	const poll = fake<Poll>({
		now: () => present,
		filters: { pass: () => true },
		warn: (message: string) => warnings.push(message),
	});
	const callOf = (number: number, age: number, status: string) => ({
		id: String(number).padStart(5, '0'),
		createdAt: new Date(present - age).toISOString(),
		status,
	});
	const full = (status = 'ONGOING', count = mostFollowed): LookedUp[] =>
		Array.from({ length: count }, (_, number) => {
			const call = callOf(number, 0, status);
			return { entry: newlyFollowed(call, present), call };
		});
	const fresh = (number: number, age: number, status: string) => {
		const record = callOf(number, age, status);
		return { key: record.id, time: present - age, record };
	};
	beforeEach(() => void (warnings.length = 0));

	it.each<[string, string, number, boolean, number]>([
		['a new call under way waits where all is full', 'ONGOING', mostFollowed, false, 0],
		['one that may have to wait for its recording does so', 'ENDED', mostFollowed, true, 0],
		['one that is over and has nothing to wait for is taken', 'ENDED', mostFollowed, false, 1],
		['a new call under way takes the last place', 'ONGOING', mostFollowed - 1, false, 1],
		['one that may have to wait takes the last place', 'ERROR', mostFollowed - 1, true, 1],
	])('%s', (_, status, count, waits, expected) => {
		const known = full('ONGOING', count);
		const { taken, over, followed } = sortOut(poll, known, [fresh(99_999, 0, status)], waits);
		expect(taken).toBe(expected);
		expect(over.length + followed.length).toBe(count + expected);
		expect(warnings).toEqual([]);
	});

	it('is not taken by a call under way without a usable ID, which the log names', () => {
		const numbers = { fromNumber: '+1', toNumber: '+2' };
		const nameless = (number: string) => ({
			key: number,
			time: present,
			record: { id: '..', status: 'ONGOING', ...numbers, toNumber: number },
		});
		const sorted = sortOut(poll, [], [nameless('+2')], true);
		expect(sorted).toEqual({ followed: [], over: [], taken: 1 });
		sortOut(poll, [], [nameless('+2'), nameless('+3')], true);
		const why = 'Not followed, because the service gives no valid ID';
		expect(warnings).toEqual([
			`${why}: call from +1 to +2`,
			`${why}: calls from +1 to +2, from +1 to +3`,
		]);
	});
});
