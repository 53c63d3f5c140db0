import {
	type Followed,
	maxFollowed,
	newlyFollowed,
	readCursor,
	saveCursor,
} from '../../../../nodes/VoiceSms/trigger/events/callEnded/followedCalls';
import { untyped } from '../../../harness/n8n/fake';

const records = { newest: 1, floor: 0, undated: true, seen: '', versions: '', total: 3 };
const now = 29_000_000;

describe('the saved form of followed calls', () => {
	const followed: Followed[] = [
		{ id: 'under way', since: now, waited: 0, wasMissing: false },
		{ id: 'waiting', since: now, waited: 3, wasMissing: true },
	];

	it('comes back as it was written', () => {
		const cursor = readCursor({ records });
		const saved = saveCursor({ ...cursor!, followed });
		expect(saved.followed).toEqual([
			['under way', now, 0],
			['waiting', now, 3, 1],
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
			[{ id: 'b', since: 1, waited: 0, wasMissing: false }],
		],
	])('%s is read', (_, saved, expected) => {
		expect(readCursor(untyped({ records, followed: saved }))?.followed).toEqual(expected);
	});

	it('holds the minute since which a call is followed', () => {
		expect(newlyFollowed({ id: 7 }, 119_999)).toEqual({
			id: '7',
			since: 1,
			waited: 0,
			wasMissing: false,
		});
	});

	it('is not read without its memory', () => {
		expect(readCursor({ followed: [] })).toBeUndefined();
	});

	it('takes no more than 48,000 characters of the state with UUIDs', () => {
		const id = '00000000-0000-4000-8000-000000000000';
		const entry = { ...newlyFollowed({ id }, now * 60_000), waited: 99_999 };
		const many = Array.from({ length: maxFollowed }, () => entry);
		const { followed: saved } = saveCursor({ ...readCursor({ records })!, followed: many });
		expect(JSON.stringify(saved).length).toBeLessThanOrEqual(48_000);
	});
});
