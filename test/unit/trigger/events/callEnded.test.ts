import type { IDataObject } from 'n8n-workflow';

import { callEnded } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import { outcome } from '../../../../nodes/VoiceSms/trigger/events/callEnded/fields';
import { mostFollowed } from '../../../../nodes/VoiceSms/trigger/events/callEnded/followedCalls';
import { ChosenFilters, direction } from '../../../../nodes/VoiceSms/trigger/filters';
import { Lists, pollOf } from '../../../harness/service/lists';

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
		fields: fields as never,
		filters: new ChosenFilters([direction, outcome], filters),
	});
	return { lists, current };
}
const idsOf = (calls: Array<{ id: string }>) =>
	calls.map(({ id }) => id).filter((id) => !id.startsWith('filler'));

/** Old calls under way, so many that three more can be followed. */
const fillers = Array.from({ length: mostFollowed - 3 }, (_, index) =>
	callOf(`filler${index}`, -60 * minute - index, underWay),
);
/** So many calls that are over, newest-first, a second apart, the last of them a second after `from`. */
const ended = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) =>
		callOf(`ended ${from} ${index}`, from + (count - index) * 1_000),
	);

describe('Call Ended at its baseline', () => {
	it('follows the calls under way that pass the filters, oldest first', async () => {
		const { current } = triggerAt(
			[
				callOf('d', 5 * minute, underWay),
				callOf('c', 4 * minute, { ...underWay, direction: 'OUTBOUND' }),
				callOf('b', 3 * minute),
				callOf('a', 2 * minute, underWay),
			],
			{ direction: 'INBOUND' },
		);
		const { followed, records } = await callEnded.start(current);
		expect(idsOf(followed)).toEqual(['a', 'd']);
		expect(records.total).toBe(4);
		expect(current.log).toEqual([]);
	});

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

	it('leaves those that it has no room for to the next polls', async () => {
		const calls = ['d', 'c', 'b', 'a'].map((id, index) => {
			return callOf(id, -index * minute, underWay);
		});
		const { current } = triggerAt([...calls, ...fillers]);
		const cursor = await callEnded.start(current);
		expect(idsOf(cursor.followed)).toEqual(['a', 'b', 'c']);
		expect(cursor.records.total).toBe(mostFollowed);
		calls.slice(1).forEach((call) => (call.status = 'ENDED'));
		const next = await callEnded.poll(current, cursor);
		expect(next.items.map(({ json }) => json.id)).toEqual(['a', 'b', 'c']);
		expect(next.cursor.records.total).toBe(mostFollowed);
		const last = await callEnded.poll(current, next.cursor);
		expect(idsOf(last.cursor.followed)).toEqual(['d']);
		expect(last.cursor.records.total).toBe(mostFollowed + 1);
		expect(current.log).toEqual([]);
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
		expect(records.total).toBe(2_601 + mostFollowed);
		expect(current.log).toEqual([
			'There are too many ongoing calls: the trigger does not follow 1 of them',
		]);
	});
});

describe('a poll of Call Ended', () => {
	it('gives out new calls that are over and follows the others', async () => {
		const { lists, current } = triggerAt([callOf('old', 0)]);
		const cursor = await callEnded.start(current);
		lists.records[path].unshift(callOf('b', minute), callOf('a', minute / 2, underWay));
		const { items, cursor: after } = await callEnded.poll(current, cursor);
		expect(items).toEqual([{ json: callOf('b', minute), time: start + minute }]);
		expect(idsOf(after.followed)).toEqual(['a']);
		expect(after.records.total).toBe(3);
		expect((await callEnded.poll(current, after)).items).toEqual([]);
		expect(current.log).toEqual([]);
	});

	it('reads one page where that holds all news', async () => {
		const { lists, current } = triggerAt([...ended(100), ...ended(100, -2 * day)]);
		const cursor = await callEnded.start(current);
		lists.asked.length = 0;
		lists.records[path].unshift(callOf('new', 200_000));
		const { items } = await callEnded.poll(current, cursor);
		expect(items.map(({ json }) => json.id)).toEqual(['new']);
		// Ten minutes behind the newest one known stand on the third.
		expect(lists.asked).toEqual([`${path} 1`, `${path} 2`, `${path} 3`, `${path} 4`]);
		lists.asked.length = 0;
		expect((await callEnded.poll(current, cursor)).items).toEqual([]);
		expect(lists.asked).toEqual([`${path} 1`]);
	});

	it('takes as many that wait for their recordings as there is room for', async () => {
		const { lists, current } = triggerAt(fillers.slice());
		const recordings = { flag: () => true, text: () => 'data', options: { count: () => 5 } };
		current.fields = recordings as never;
		const cursor = await callEnded.start(current);
		lists.records[path].unshift(...['d', 'c', 'b', 'a'].map((id) => callOf(id, 0)));
		const { items, cursor: after } = await callEnded.poll(current, cursor);
		expect([items, idsOf(after.followed).length]).toEqual([[], 3]);
		expect(after.followed.at(-1)?.waited).toBe(1);
		expect(after.records.total).toBe(mostFollowed);
	});

	it('drops a followed call that ends otherwise than wanted', async () => {
		const { lists, current } = triggerAt([callOf('a', 0, underWay)], { outcome: 'ERROR' });
		const cursor = await callEnded.start(current);
		lists.records[path][0].status = 'ENDED';
		const { items, cursor: after } = await callEnded.poll(current, cursor);
		expect([items, after.followed]).toEqual([[], []]);
	});

	it('says so when calls came that cannot be told from old ones', async () => {
		const { lists, current } = triggerAt([...ended(60), ...ended(60, -2 * day)]);
		const cursor = await callEnded.start(current);
		lists.records[path].push(callOf('late', -3 * day));
		expect((await callEnded.poll(current, cursor)).items).toEqual([]);
		expect(current.log).toEqual([
			expect.stringMatching(
				/^The trigger cannot tell 1 of the new calls from old ones: no time, or a very old time$/,
			),
		]);
		expect((await callEnded.poll(current, cursor)).items).toEqual([]);
		expect(current.log).toHaveLength(1);
	});

	it('leaves new calls that there is no room for to the next', async () => {
		const { lists, current } = triggerAt(fillers.slice());
		const cursor = await callEnded.start(current);
		const calls = ['d', 'c', 'b', 'a'].map((id, index) => {
			return callOf(id, -index * minute, underWay);
		});
		lists.records[path].unshift(...calls);
		const { cursor: after } = await callEnded.poll(current, cursor);
		expect(idsOf(after.followed)).toEqual(['a', 'b', 'c']);
		expect(after.records.total).toBe(mostFollowed);
		calls[3].status = 'ENDED';
		const next = await callEnded.poll(current, after);
		expect(next.items.map(({ json }) => json.id)).toEqual(['a']);
		const last = await callEnded.poll(current, next.cursor);
		expect(idsOf(last.cursor.followed)).toEqual(['b', 'c', 'd']);
		expect(last.cursor.records.total).toBe(mostFollowed + 1);
		expect(current.log).toEqual([]);
	});
});

describe('the sample of Call Ended', () => {
	it('is the call that ended last, of those that pass the filters', async () => {
		const { lists, current } = triggerAt(
			[
				callOf('outbound', 9 * minute, { direction: 'OUTBOUND' }),
				callOf('under way', 8 * minute, underWay),
				callOf('b', 2 * minute),
				callOf('a', minute, { endTimestamp: iso(start + 5 * minute) }),
				callOf('undated', undefined),
			],
			{ direction: 'INBOUND' },
		);
		const item = await callEnded.sample(current);
		expect(item).toMatchObject({ json: { id: 'a' }, time: start + 5 * minute });
		expect(lists.asked).toEqual([`${path} whole`]);
	});

	it('is none where there is none', async () => {
		const { current } = triggerAt([callOf('under way', 0, underWay)]);
		expect(await callEnded.sample(current)).toBeUndefined();
	});
});
