import type { IDataObject } from 'n8n-workflow';

import { calls, contacts } from '../../../nodes/VoiceSms/api/endpoints';
import { outcome } from '../../../nodes/VoiceSms/trigger/events/callEnded';
import { messageWords } from '../../../nodes/VoiceSms/trigger/events/smsReceived/words';
import type { RefuseField } from '../../../nodes/VoiceSms/fields/read/collection';
import { Collection } from '../../../nodes/VoiceSms/fields/read/collection';
import type { Filter } from '../../../nodes/VoiceSms/trigger/filters';
import {
	ChosenFilters,
	companyNumber,
	direction,
	source,
	tag,
} from '../../../nodes/VoiceSms/trigger/filters';

const own = '+15550100001';

const refuse: RefuseField = (_label, what) => {
	throw new Error(what);
};
const collection = (values: IDataObject) => new Collection(values, [], refuse);

describe('a filter', () => {
	it.each<[string, Filter, string, IDataObject, boolean]>([
		['the number called from', companyNumber, own, { fromNumber: own }, true],
		['the number called', companyNumber, own, { toNumber: own }, true],
		['the number of a conversation', companyNumber, own, { companyPhone: own }, true],
		['a number with blanks', companyNumber, own, { toNumber: '+1 (555) 010-0001' }, true],
		['a number without +', companyNumber, own, { toNumber: '15550100001' }, true],
		['a number with 00', companyNumber, own, { toNumber: '0015550100001' }, true],
		['a number without a country code', companyNumber, own, { toNumber: '(555) 010-0001' }, true],
		['the 9 of Argentina', companyNumber, '+541112345678', { toNumber: '+5491112345678' }, true],
		['a number as a number', companyNumber, own, { toNumber: 15_550_100_001 }, true],
		['another number', companyNumber, own, { fromNumber: '+15550100002' }, false],
		['no number', companyNumber, own, {}, false],
		['no more than text', companyNumber, own, { fromNumber: 'unknown', toNumber: null }, false],
		['the direction', direction, 'INBOUND', { direction: 'INBOUND' }, true],
		['another direction', direction, 'INBOUND', { direction: 'OUTBOUND' }, false],
		['the outcome', outcome, 'ERROR', { status: 'ERROR' }, true],
		['another outcome', outcome, 'ERROR', { status: 'ENDED' }, false],
		['an outcome yet to come', outcome, 'ERROR', { status: 'ONGOING' }, true],
		['the source', source, 'CSV', { source: 'CSV' }, true],
		['another source', source, 'CSV', { source: 'API' }, false],
		['the tag, however it is written', tag, ' Vip', { tags: ['lead', ' VIP '] }, true],
		['a tag as a number', tag, '7', { tags: [7] }, true],
		['other tags', tag, 'vip', { tags: ['lead', 'vipers'] }, false],
		['tags as text', tag, 'vip', { tags: 'new, VIP' }, true],
		['a text of several tags', tag, 'no-sms', { tags: ['vip, no-sms'] }, true],
		['JSON text of a list', tag, 'vip', { tags: '["new", "VIP"]' }, true],
		['no field with the tags', tag, 'vip', {}, false],
		['null for no tags', tag, 'vip', { tags: null }, false],
		['no source', source, 'CSV', {}, false],
		['no tag at all', tag, ' ', { tags: [''] }, false],
		['tags that are objects', tag, 'vip', { tags: [{ name: 'vip' }] }, false],
		['tags that are one object', tag, 'vip', { tags: { name: 'vip' } }, false],
	])('looks at %s', (_, filter, wanted, record, expected) => {
		expect(filter.matches(record, wanted)).toBe(expected);
	});
});

describe('the filters that are chosen', () => {
	const record = { source: 'CSV', tags: ['vip'] };

	it.each<[string, Record<string, string>, boolean]>([
		['none', {}, true],
		['empty ones', { source: '', tags: '' }, true],
		['one that passes', { source: 'CSV' }, true],
		['two that pass', { source: 'CSV', tags: 'vip' }, true],
		['one that does not', { source: 'CSV', tags: 'lead' }, false],
		['one of another event', { direction: 'INBOUND' }, true],
	])('let a record pass with %s: %s', (_, values, expected) => {
		expect(new ChosenFilters([source, tag], values).pass(record)).toBe(expected);
	});

	it('narrow a list by those that the service knows', () => {
		const both = new ChosenFilters([source, tag], { source: 'CSV', tags: 'vip' });
		expect(both.narrow(contacts)).toEqual({ ...contacts, query: { source: 'CSV', tags: 'vip' } });
		const one = new ChosenFilters([source, tag], { tags: 'vip' });
		expect(one.narrow(contacts).query).toEqual({ tags: 'vip' });
		const unknown = new ChosenFilters([direction], { direction: 'INBOUND' });
		expect(unknown.narrow(calls)).toBe(calls);
		expect(new ChosenFilters([source], {}).narrow(contacts)).toBe(contacts);
	});
});

describe('the filter of words', () => {
	const wantedOf = (given: string) =>
		messageWords.read?.(collection({ words: { values: { list: given } } }), {
			country: '',
			countrySetIn: '',
		}) ?? '';

	it.each<[given: string, accepted: string[], refused: string[]]>([
		[
			'optOut',
			[
				...['stop', 'StopAll', 'stop all', 'UNSUBSCRIBE', 'cancel', 'End.', 'quit!', 'revoke'],
				...['optout', 'opt-out', 'Opt Out', 'ARRET', 'arrêt', 'ALTO', 'Pare', 'desuscribir'],
			],
			['start', 'stop by', 'non-stop', 'the end', 'help', '', '!'],
		],
		['optIn', ['start', 'Unstop'], ['yes', 'stop', 'start now']],
		['halt\nund aus', ['HALT', 'Und  aus!'], ['und', 'aus', 'halt und aus']],
	])('%j takes %j and not %j', (given, accepted, refused) => {
		const wanted = wantedOf(given);
		const passing = [...accepted, ...refused].filter((body) =>
			messageWords.matches({ body }, wanted),
		);
		expect(passing).toEqual(accepted);
	});

	it('takes no message without a text', () => {
		const wanted = wantedOf('optOut');
		expect([{}, { body: null }].map((message) => messageWords.matches(message, wanted))).toEqual([
			false,
			false,
		]);
	});

	it('is for messages, and the others are for the records of the list', () => {
		const values = { words: wantedOf('optOut'), companyNumber: own };
		const chosen = new ChosenFilters([companyNumber, messageWords], values);
		expect(chosen.pass({ companyPhone: own })).toBe(true);
		expect(chosen.pass({ companyPhone: '+15550100002', body: 'stop' })).toBe(false);
		expect(chosen.pass({ body: 'stop' }, { ofMessage: true })).toBe(true);
		expect(chosen.pass({ body: 'go', companyPhone: own }, { ofMessage: true })).toBe(false);
		expect(new ChosenFilters([companyNumber, messageWords], {}).pass({}, { ofMessage: true })).toBe(
			true,
		);
	});
});
