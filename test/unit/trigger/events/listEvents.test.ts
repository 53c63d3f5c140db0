import type { IDataObject } from 'n8n-workflow';

import { contactCreated } from '../../../../nodes/VoiceSms/trigger/events';
import { ChosenFilters } from '../../../../nodes/VoiceSms/trigger/filters';
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
});
