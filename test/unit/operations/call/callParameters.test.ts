import type { IDataObject } from 'n8n-workflow';

import { callCreate } from '../../../../nodes/VoiceSms/operations/call/create';
import { callGetAll } from '../../../../nodes/VoiceSms/operations/call/getAll';
import { callGetAnalytics } from '../../../../nodes/VoiceSms/operations/call/getAnalytics';
import { callSearch } from '../../../../nodes/VoiceSms/operations/call/search';
import type { Listed, OperationContext } from '../../../../nodes/VoiceSms/operations/operation';
import { itemOf } from '../../../harness/n8n/fields';

it.each<[string, IDataObject, boolean]>([
	['no filter', {}, false],
	['a direction', { direction: 'INBOUND' }, true],
	['a status', { status: 'ENDED' }, true],
	['a company number', { companyNumber: '+15550100001' }, true],
])('with %s, the total of the service counts other calls too: %j is %j', (_name, filters, is) => {
	expect(callGetAll.read(itemOf(callGetAll.fields, { filters }))).toMatchObject({ isFilter: is });
});

it.each([
	['on the same day', '2026-01-31', '2026-01-31', undefined],
	['a second earlier', '2026-01-31T12:00:00Z', '2026-01-31T12:00:01Z', undefined],
	['at the same moment', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z', 'the same time as'],
	[
		'at that of another zone',
		'2026-01-31T13:00:00+01:00',
		'2026-01-31T12:00:00Z',
		'the same time as',
	],
	['a second later', '2026-01-31T12:00:01Z', '2026-01-31T12:00:00Z', 'after'],
])('statistics that start %s as they end: %s, %s, %s', (_name, startDate, endDate, is) => {
	const read = () =>
		callGetAnalytics.read(
			itemOf(callGetAnalytics.fields, { dateRange: 'custom', startDate, endDate }),
		);
	if (is === undefined) expect(read()).toHaveProperty('start');
	else expect(read).toThrow(`'Start Date' is ${is} 'End Date'`);
});

it('a search shows each call without an ID, and one with an ID once', async () => {
	const calls = [{ id: 'c1' }, { toNumber: '+15550100042' }, { toNumber: '+15550100043' }];
	const api = { getList: async () => await Promise.resolve(calls) };
	const input = callSearch.read(itemOf(callSearch.fields, { query: '0100', simple: false }));
	const context = { api, asTool: false } as unknown as OperationContext;
	expect(await callSearch.run({ ...input, texts: ['0100'] }, context)).toMatchObject({
		records: calls,
	});
	const twice = await callSearch.run({ ...input, texts: ['0100', '100'] }, context);
	expect(JSON.stringify(twice).match(/c1/g)).toHaveLength(1);
});

it.each([
	['at most 50 calls for a model', true, 50, { total: 51 }],
	['all calls for people', false, 51, undefined],
])('a search returns %s', async (_name, asTool, count, more) => {
	const calls = Array.from({ length: 51 }, (_, index) => ({ id: `c${index}` }));
	const api = { getList: async () => await Promise.resolve(calls) };
	const input = callSearch.read(itemOf(callSearch.fields, { query: '0100', returnAll: true }));
	const context = { api, asTool } as unknown as OperationContext;
	const found = await callSearch.run({ ...input, texts: ['0100'] }, context);
	const { records, about } = found as Listed;
	expect(records).toHaveLength(count);
	expect(about.more).toStrictEqual(more);
});

it('how a call is waited for does not make it another call', () => {
	const call = { toNumber: '+15550100042', fromNumber: '+15550100001' };
	const end = { waiting: { intervalMs: 5000, limitMs: 60_000 } };
	expect(callCreate.request?.({ call, end })).toStrictEqual(call);
});
