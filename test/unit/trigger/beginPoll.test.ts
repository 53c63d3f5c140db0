import type { IDataObject } from 'n8n-workflow';

import { contacts } from '../../../nodes/VoiceSms/api/endpoints';
import { beginPoll } from '../../../nodes/VoiceSms/trigger/beginPoll';
import { budgetOf } from '../../../nodes/VoiceSms/trigger/budget';
import { dedupeKey } from '../../../nodes/VoiceSms/trigger/memory';
import { Poller } from '../../harness/n8n/poller';
import { testClock } from '../../harness/time/clock';
import type { Simulator } from '../../simulator';

const nowhere = { baseUrl: 'https://s.example.com/api/v1', apiKey: 'key_1' } as Simulator;

async function begun(parameters: IDataObject) {
	const context = new Poller(nowhere, parameters).context();
	const clock = testClock();
	return await beginPoll(context, clock, budgetOf(context, clock));
}
const hashOf = async (parameters: IDataObject) => (await begun(parameters)).settingsHash;
const rows = (value: string) => ({ queryParameters: { parameter: [{ name: 'search', value }] } });

describe('what a saved state must belong to', () => {
	const event = 'contactCreated';
	const filters = { source: 'CSV', tags: 'vip' };

	it.each<[string, IDataObject, IDataObject]>([
		['the order of the filters', { filters }, { filters: { tags: 'vip', source: 'CSV' } }],
		['blanks around a filter', { filters }, { filters: { ...filters, tags: ' vip ' } }],
		['an empty filter', {}, { filters: { tags: '', source: '' } }],
		['a filter of another event', {}, { filters: { direction: 'INBOUND' } }],
		['another option', {}, { requestOptions: { maxTries: 2 } }],
		[
			'another option beside a query',
			{ requestOptions: rows('a') },
			{ requestOptions: { ...rows('a'), timeout: 5_000 } },
		],
		['no query at all', {}, { requestOptions: {} }],
	])('is the same with %s', async (_, one, other) => {
		expect(await hashOf({ event, ...one })).toBe(await hashOf({ event, ...other }));
	});

	it('is another with another expression of the query, though it gives the same', async () => {
		const [one, other] = ['={{ 1 }}', '={{ 2 - 1 }}'].map((value) => rows(value));
		expect(await hashOf({ event, requestOptions: one })).not.toBe(
			await hashOf({ event, requestOptions: other }),
		);
	});

	it.each<[string, IDataObject, string]>([
		['a list of the menu', { list: 'optOut' }, 'optOut'],
		['own words in any order and spelling', { list: 'b; Ä, B!, a' }, 'a\nb'],
	])('is what saved states hold, with %s', async (_, filters, words) => {
		expect(await hashOf({ event: 'smsReceived', filters: { words: { values: filters } } })).toBe(
			dedupeKey('smsReceived', { words }, {}),
		);
	});

	it('is what saved states hold', async () => {
		const ofNone = dedupeKey(event, {}, {});
		expect(await hashOf({ event, filters: { tags: '', source: '' } })).toBe(ofNone);
		const sent = { search: 'a' };
		expect(await hashOf({ event, filters, requestOptions: rows('a') })).toBe(
			dedupeKey(event, filters, sent),
		);
	});
});

describe('the filters', () => {
	it('are taken without the blanks around them', async () => {
		const { current } = await begun({ event: 'contactUpdated', filters: { tags: ' VIP ' } });
		expect(current.filters.narrow(contacts).query).toEqual({ tags: 'VIP' });
	});

	it('that are nothing but blanks let everything pass', async () => {
		const { current } = await begun({ event: 'callCreated', filters: { companyNumber: '  ' } });
		expect(current.filters.pass({})).toBe(true);
	});

	it('of the event are the only ones', async () => {
		const { current } = await begun({ event: 'callCreated', filters: { tags: 'vip' } });
		expect(current.filters.pass({})).toBe(true);
	});
});
