import type { IDataObject } from 'n8n-workflow';

import { callEnded } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import { outcome } from '../../../../nodes/VoiceSms/trigger/events/callEnded/fields';
import { maxFollowed } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import { ChosenFilters, direction } from '../../../../nodes/VoiceSms/trigger/filters';
import { Lists, pollOf } from '../../../harness/service/lists';
import { untyped } from '../../../harness/n8n/fake';

const path = '/api/calls';
const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.parse('2026-06-01T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const fields = { flag: () => false };

const callOf = (id: string, ms: number | undefined, more: IDataObject = {}): IDataObject => ({
	id,
	direction: 'INBOUND',
	status: 'ENDED',
	createdAt: ms === undefined ? null : iso(start + ms),
	...more,
});
const underWay = { status: 'ONGOING' };

/** A trigger at a service with these calls; what is added comes to the top of the list. */
function triggerAt(calls: IDataObject[], filters: Record<string, string> = {}) {
	const lists = new Lists({ [path]: calls });
	const current = pollOf({
		api: lists.api,
		fields: untyped(fields),
		filters: new ChosenFilters([direction, outcome], filters),
	});
	return { lists, current };
}
const idsOf = (calls: Array<{ id: string }>) =>
	calls.map(({ id }) => id).filter((id) => !id.startsWith('filler'));

/** Old calls under way, so many that three more can be followed. */
const fillers = Array.from({ length: maxFollowed - 3 }, (_, index) =>
	callOf(`filler${index}`, -60 * minute - index, underWay),
);
/** So many calls that are over, newest-first, a second apart, the last of them a second after `from`. */
const ended = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) =>
		callOf(`ended ${from} ${index}`, from + (count - index) * 1_000),
	);

describe('Call Ended at its baseline', () => {
	it('looks for them a day back', async () => {
		const { lists, current } = triggerAt([
			...ended(100, day),
			...ended(100, 60_000),
			...ended(100, -day),
		]);
		await callEnded.start(current);
		// Page 4 reaches more than a day behind the newest call.
		expect(lists.asked).toEqual([1, 2, 3, 4].map((page) => `${path} ${page}`));
	});

	it('says how many of them it cannot follow', async () => {
		const old = ['d', 'c', 'b', 'a'].map((id, index) => {
			return callOf(id, -index * minute, underWay);
		});
		const { current } = triggerAt([
			callOf('e', day / 2, underWay),
			...ended(2_600),
			...old,
			...fillers,
		]);
		const { followed, records } = await callEnded.start(current);
		expect(idsOf(followed)).toEqual(['a', 'b', 'c']);
		// The newest one is found by the next polls.
		expect(records.total).toBe(2_601 + maxFollowed);
		expect(current.log).toEqual([
			'There are too many ongoing calls: the trigger does not follow 1 of them',
		]);
	});
});

describe('a poll of Call Ended', () => {
	it('reads one page where that holds all news', async () => {
		const { lists, current } = triggerAt([...ended(100), ...ended(100, -2 * day)]);
		const cursor = await callEnded.start(current);
		lists.asked.length = 0;
		lists.records[path].unshift(callOf('new', 200_000));
		const { items } = (await callEnded.poll(current, cursor))!;
		expect(items.map(({ json }) => json.id)).toEqual(['new']);
		// Ten minutes behind the newest one known stand on the third.
		expect(lists.asked).toEqual([`${path} 1`, `${path} 2`, `${path} 3`, `${path} 4`]);
		lists.asked.length = 0;
		expect((await callEnded.poll(current, cursor))!.items).toEqual([]);
		expect(lists.asked).toEqual([`${path} 1`]);
	});

	it('takes as many that wait for their recordings as there is room for', async () => {
		const { lists, current } = triggerAt(fillers.slice());
		const recordings = { flag: () => true, text: () => 'data', options: { count: () => 5 } };
		current.fields = untyped(recordings);
		const cursor = await callEnded.start(current);
		lists.records[path].unshift(...['d', 'c', 'b', 'a'].map((id) => callOf(id, 0)));
		const { items, cursor: after } = (await callEnded.poll(current, cursor))!;
		expect([items, idsOf(after.followed).length]).toEqual([[], 3]);
		expect(after.followed.at(-1)?.waited).toBe(1);
		expect(after.records.total).toBe(maxFollowed);
	});

	it('names calls under way without a usable ID by their numbers, oldest first', async () => {
		const { lists, current } = triggerAt([]);
		const cursor = await callEnded.start(current);
		const numbers = (toNumber: string) => ({ ...underWay, fromNumber: '+1', toNumber });
		lists.records[path].push(callOf('..', 1, numbers('+3')), callOf('.', 0, numbers('+2')));
		const { items, cursor: after } = (await callEnded.poll(current, cursor))!;
		expect([items, after.followed]).toEqual([[], []]);
		expect(current.log).toEqual([
			'Not followed, because the service gives no valid ID: calls from +1 to +2, from +1 to +3',
		]);
	});
});
