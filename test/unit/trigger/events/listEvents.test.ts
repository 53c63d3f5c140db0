import type { IDataObject } from 'n8n-workflow';

import {
	callCreated,
	contactCreated,
	contactUpdated,
} from '../../../../nodes/VoiceSms/trigger/events';
import { ChosenFilters } from '../../../../nodes/VoiceSms/trigger/filters';
import { Memory } from '../../../../nodes/VoiceSms/trigger/news/memory';
import { Lists, pollOf } from '../../../harness/service/lists';

const minute = 60_000;
const start = Date.parse('2026-06-01T12:00:00Z');
const iso = (ms: number) => new Date(start + ms).toISOString();
const contactOf = (id: string, created: number, more: IDataObject = {}): IDataObject => ({
	id,
	fullName: 'Ann',
	source: 'CSV',
	tags: ['vip'],
	address: 'here',
	createdAt: iso(created),
	updatedAt: iso(created),
	...more,
});
const ids = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.id);

/** A trigger at a service with these records, newest first. */
function triggerAt(records: IDataObject[], filters: Record<string, string> = {}, simple = false) {
	const lists = new Lists({ '/api/contacts': records, '/api/calls': records });
	const chosen = new ChosenFilters(contactCreated.filters, filters);
	return { lists, current: pollOf({ api: lists.api, filters: chosen, simple }) };
}

describe('Contact Created', () => {
	it('reads ten minutes back at its baseline', async () => {
		const records = Array.from({ length: 300 }, (_, index) =>
			contactOf(String(index), -index * 6_000),
		);
		const { lists, current } = triggerAt(records);
		await contactCreated.start(current);
		// Page 3 is the first that holds a contact more than ten minutes older than the newest.
		expect(lists.asked).toEqual([1, 2, 3, 4].map((page) => `/api/contacts ${page}`));
	});

	it('asks for one page when there is no news', async () => {
		const records = Array.from({ length: 300 }, (_, index) =>
			contactOf(String(index), -index * 6_000),
		);
		const { lists, current } = triggerAt(records);
		const cursor = await contactCreated.start(current);
		lists.asked.length = 0;
		expect((await contactCreated.poll(current, cursor)).items).toEqual([]);
		expect(lists.asked).toEqual(['/api/contacts 1']);
	});

	it('gives out one that comes late, with a filter too', async () => {
		const { lists, current } = triggerAt([contactOf('b', minute), contactOf('a', 0)], {
			tags: 'vip',
		});
		const cursor = await contactCreated.start(current);
		lists.records['/api/contacts'].splice(1, 0, contactOf('late', minute / 2));
		expect(ids((await contactCreated.poll(current, cursor)).items)).toEqual(['late']);
	});

	it('gives out those that pass the filters, and remembers the others', async () => {
		const { lists, current } = triggerAt([contactOf('old', 0)], { source: 'CSV' });
		const cursor = await contactCreated.start(current);
		const list = lists.records['/api/contacts'];
		list.unshift(contactOf('b', 2 * minute), contactOf('a', minute, { source: 'API' }));
		const { items, cursor: after } = await contactCreated.poll(current, cursor);
		expect(items).toEqual([{ json: contactOf('b', 2 * minute), time: start + 2 * minute }]);
		list[1].source = 'CSV';
		expect((await contactCreated.poll(current, after)).items).toEqual([]);
		expect(current.log).toEqual([]);
	});

	it('says so when contacts came that cannot be told from old ones', async () => {
		const records = Array.from({ length: 300 }, (_, index) =>
			contactOf(String(index), -index * minute),
		);
		const { lists, current } = triggerAt(records);
		const cursor = await contactCreated.start(current);
		lists.records['/api/contacts'].push(contactOf('late', -400 * minute));
		const { items, cursor: after } = await contactCreated.poll(current, cursor);
		expect(items).toEqual([]);
		expect(current.log).toEqual([
			expect.stringMatching(
				/^The trigger cannot tell 1 of the new contacts from old ones: no time, or a very old time$/,
			),
		]);
		await contactCreated.poll(current, after);
		expect(current.log).toHaveLength(1);
	});

	it('says at its baseline that the list counts more than it holds', async () => {
		const { lists, current } = triggerAt([contactOf('a', 0), contactOf('b', minute)]);
		lists.phantoms = 2;
		await contactCreated.start(current);
		expect(current.log).toEqual(['The list of the service lacks 2 of the contacts that it counts']);
	});

	it('shows the newest contact in the editor, of those that the service gives for the filters', async () => {
		const { lists, current } = triggerAt(
			[
				contactOf('d', 4 * minute, { tags: [] }),
				contactOf('c', 3 * minute),
				contactOf('b', 2 * minute),
			],
			{ tags: 'vip' },
			true,
		);
		const item = await contactCreated.sample(current);
		expect(item).toMatchObject({ json: { id: 'c' }, time: start + 3 * minute });
		expect(item?.json).not.toHaveProperty('address');
		expect(lists.asked).toEqual(['/api/contacts whole']);
		expect(await contactCreated.sample(triggerAt([]).current)).toBeUndefined();
	});
});

describe('Contact Updated', () => {
	it('gives out each change, and no contact that is new', async () => {
		const { lists, current } = triggerAt([contactOf('b', minute), contactOf('a', 0)]);
		const cursor = await contactUpdated.start(current);
		const list = lists.records['/api/contacts'];
		for (const minutes of [5, 6]) {
			list[1].updatedAt = iso(minutes * minute);
			list.unshift(contactOf(`new ${minutes}`, minutes * minute));
			const { items } = await contactUpdated.poll(current, cursor);
			expect(items).toMatchObject([{ json: { id: 'a' }, time: start + minutes * minute }]);
			list.shift();
		}
		expect(lists.asked).toEqual(Array(3).fill('/api/contacts whole'));
	});

	it.each([
		['later than it was created', iso(0), iso(1), 1],
		['when it was created', iso(0), iso(0), 0],
		['and does not say when it was created', null, iso(0), 1],
		['and does not say when', iso(0), null, 0],
	])('knows a contact that was changed %s', async (_, createdAt, updatedAt, count) => {
		const { lists, current } = triggerAt([]);
		const cursor = await contactUpdated.start(current);
		lists.records['/api/contacts'].push(contactOf('a', 0, { createdAt, updatedAt }));
		expect((await contactUpdated.poll(current, cursor)).items).toHaveLength(count);
	});

	it('lets the service filter, so that one that comes to pass the filters is no old one', async () => {
		const { current } = triggerAt([], { source: 'CSV' });
		const asked: unknown[] = [];
		const { ownList } = current;
		current.ownList = (list, timeField) => {
			asked.push(list.query);
			return ownList(list, timeField);
		};
		const cursor = await contactUpdated.start(current);
		await contactUpdated.poll(current, cursor);
		await contactUpdated.sample(current);
		expect(asked).toEqual(Array(3).fill({ source: 'CSV' }));
	});

	it('is silent about old contacts that come to pass its filters', async () => {
		const { lists, current } = triggerAt([contactOf('a', 0)], { source: 'CSV' });
		const cursor = Memory.of([], { whole: false, oldest: start });
		const old = contactOf('old', -minute, { updatedAt: null });
		lists.records['/api/contacts'].push(old);
		cursor.total = 1;
		expect((await contactUpdated.poll(current, cursor)).items).toEqual([]);
		expect(current.log).toEqual([]);
	});

	it('shows a contact that was changed in the editor, or else any', async () => {
		const changed = contactOf('b', -minute, { updatedAt: iso(-minute / 2) });
		const { current } = triggerAt([contactOf('c', minute), changed], {}, true);
		const item = await contactUpdated.sample(current);
		expect(item?.json).toMatchObject({ id: 'b', updatedAt: iso(-minute / 2) });
		expect(item?.json).not.toHaveProperty('createdAt');
		const other = triggerAt([contactOf('c', minute, { updatedAt: null })], {}, true);
		expect((await contactUpdated.sample(other.current))?.json).toMatchObject({
			id: 'c',
			updatedAt: iso(minute),
		});
	});
});

it('Call Created shows a call in the editor that passes the filters', async () => {
	const { lists } = triggerAt([
		contactOf('b', 2 * minute, { direction: 'OUTBOUND' }),
		contactOf('a', minute, { direction: 'INBOUND' }),
	]);
	const filters = new ChosenFilters(callCreated.filters, { direction: 'INBOUND' });
	const item = await callCreated.sample(pollOf({ api: lists.api, filters }));
	expect(item?.json.id).toBe('a');
});
