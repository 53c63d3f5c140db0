import type { IDataObject, INode } from 'n8n-workflow';

import { contacts } from '../../../nodes/VoiceSms/api/lists';
import { readChosen } from '../../../nodes/VoiceSms/trigger/beginPoll';
import { dedupeKey } from '../../../nodes/VoiceSms/trigger/news/memory';
import { Poller } from '../../harness/n8n/poller';
import type { Simulator } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

const nowhere = { baseUrl: '', apiKey: '' } as Simulator;
const chosenOf = (parameters: IDataObject) =>
	readChosen(new Poller(nowhere, parameters).context(), '');
const hashOf = (parameters: IDataObject) => chosenOf(parameters).settingsHash;
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
	])('is the same with %s', (_, one, other) => {
		expect(hashOf({ event, ...one })).toBe(hashOf({ event, ...other }));
	});

	it.each<[string, IDataObject, IDataObject]>([
		['event', {}, { event: 'contactUpdated' }],
		['filter', { filters }, { filters: { ...filters, tags: 'lead' } }],
		['query', { requestOptions: rows('a') }, { requestOptions: rows('b') }],
		[
			'expression of the query',
			{ requestOptions: rows('={{ 1 }}') },
			{ requestOptions: rows('={{ 2 - 1 }}') },
		],
	])('is another with another %s', (_, one, other) => {
		expect(hashOf({ event, ...one })).not.toBe(hashOf({ event, ...other }));
	});

	it.each<[string, IDataObject, string]>([
		['a list of the menu', { list: 'optOut' }, 'optOut'],
		['own words in any order and spelling', { list: 'b; Ä, B!, a' }, 'a\nb'],
	])('is what saved states hold, with %s', (_, filters, words) => {
		expect(hashOf({ event: 'smsReceived', filters: { words: { values: filters } } })).toBe(
			dedupeKey('smsReceived', { words }, {}, '1'),
		);
	});

	it('is what saved states hold', () => {
		const ofNone = dedupeKey(event, {}, {}, '1');
		expect(hashOf({ event, filters: { tags: '', source: '' } })).toBe(ofNone);
		const sent = { search: 'a' };
		expect(hashOf({ event, filters, requestOptions: rows('a') })).toBe(
			dedupeKey(event, filters, sent, '1'),
		);
	});

	it('is another with another credential', () => {
		const poller = new Poller(nowhere, { event });
		const before = readChosen(poller.context(), '').settingsHash;
		poller.credentialId = '2';
		expect(readChosen(poller.context(), '').settingsHash).not.toBe(before);
	});

	it.each<[string, INode['credentials']]>([
		['no credential', undefined],
		['another kind of credential', { httpBasicAuth: { id: '1', name: 'other' } }],
	])('can be told with %s, which is refused later', (_, credentials) => {
		const context = new Poller(nowhere, { event }).context();
		untyped<{ node: INode }>(context).node.credentials = credentials;
		expect(readChosen(context, '').settingsHash).toHaveLength(8);
	});
});

describe('the filters', () => {
	it('are taken without the blanks around them', () => {
		const { filters } = chosenOf({ event: 'contactUpdated', filters: { tags: ' VIP ' } });
		expect(filters.narrow(contacts).query).toEqual({ tags: 'VIP' });
	});

	it('that are nothing but blanks let everything pass', () => {
		const { filters } = chosenOf({ event: 'callCreated', filters: { companyNumber: '  ' } });
		expect(filters.pass({})).toBe(true);
	});

	it('of the event are the only ones', () => {
		const { filters } = chosenOf({ event: 'callCreated', filters: { tags: 'vip' } });
		expect(filters.pass({})).toBe(true);
	});

	it('that say nothing are refused', () => {
		expect(() => chosenOf({ event: 'callCreated', filters: { companyNumber: 'main' } })).toThrow(
			`'Company Number' ${said.notAPhone}`,
		);
	});
});

it('an event that there is not is refused', () => {
	expect(() => chosenOf({ event: 'callLost' })).toThrow('There is no event "callLost"');
});
