import type { IDataObject } from 'n8n-workflow';

import { calls, contacts } from '../../nodes/VoiceSms/api/lists';
import { outcome } from '../../nodes/VoiceSms/trigger/events/callEnded/fields';
import type { Filter } from '../../nodes/VoiceSms/trigger/filters';
import {
	ChosenFilters,
	companyNumber,
	direction,
	source,
	tag,
} from '../../nodes/VoiceSms/trigger/filters';

describe('a filter', () => {
	it.each<[string, Filter, string, IDataObject, boolean]>([
		['the number called from', companyNumber, '+1 555 010', { fromNumber: '+1555010' }, true],
		['the number called', companyNumber, '001555010', { toNumber: '+1555010' }, true],
		['the number of a conversation', companyNumber, '1555010', { companyPhone: '+1555010' }, true],
		['a number as a number', companyNumber, '1555010', { toNumber: 1_555_010 }, true],
		['another number', companyNumber, '1555010', { fromNumber: '+1555011' }, false],
		['no number', companyNumber, '1555010', {}, false],
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
		['tags in another shape', tag, 'vip', { tags: 'vip' }, false],
	])('looks at %s', (_, filter, wanted, record, expected) => {
		expect(filter.matches(record, wanted)).toBe(expected);
	});

	it.each([
		['main', 'is no phone number'],
		['+1', undefined],
	])('for a company number says of "%s": %s', (text, expected) => {
		expect(companyNumber.wrong?.(text)).toBe(expected);
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
