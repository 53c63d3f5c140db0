import type { IDataObject } from 'n8n-workflow';

import { callEnded } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import { type Followed, maxFollowed } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import { untyped } from '../../../harness/n8n/fake';
import { Lists, pollOf } from '../../../harness/service/lists';

const records = { newest: 1, floor: 0, undated: true, seen: '', versions: '', total: 3 };
const now = 29_000_000;

describe('the saved form of followed calls', () => {
	const followed: Followed[] = [
		{ id: 'under way', since: now, waited: 0, wasMissing: false },
		{ id: 'waiting', since: now, waited: 3, wasMissing: true },
	];

	it('comes back as it was written', () => {
		const cursor = callEnded.readCursor({ records });
		const saved = callEnded.saveCursor({ ...cursor!, followed });
		expect(saved.followed).toEqual([
			['under way', now, 0],
			['waiting', now, 3, 1],
		]);
		const read = callEnded.readCursor(JSON.parse(JSON.stringify(saved)) as IDataObject);
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
		expect(callEnded.readCursor(untyped({ records, followed: saved }))?.followed).toEqual(expected);
	});

	it('holds the minute since which a call is followed', async () => {
		const call = { id: 7, status: 'ONGOING', createdAt: '2026-06-01T12:00:00Z' };
		const { api } = new Lists({ '/api/calls': [call] });
		const cursor = await callEnded.start(pollOf({ api, now: () => 119_999 }));
		expect(callEnded.saveCursor(cursor).followed).toEqual([['7', 1, 0]]);
	});

	it('is not read without its memory', () => {
		expect(callEnded.readCursor({ followed: [] })).toBeUndefined();
	});

	it('takes no more than 48,000 characters of the state with UUIDs', () => {
		const id = '00000000-0000-4000-8000-000000000000';
		const entry: Followed = { id, since: now, waited: 99_999, wasMissing: false };
		const many = Array.from({ length: maxFollowed }, () => entry);
		const cursor = callEnded.readCursor({ records })!;
		const { followed: saved } = callEnded.saveCursor({ ...cursor, followed: many });
		expect(JSON.stringify(saved).length).toBeLessThanOrEqual(48_000);
	});
});
