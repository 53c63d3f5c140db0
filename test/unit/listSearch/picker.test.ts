import type { IDataObject, ILoadOptionsFunctions, INode } from 'n8n-workflow';

import { entryLabel, listSearch, picker } from '../../../nodes/VoiceSms/listSearch';
import { logger } from '../../harness/n8n/log';
import { fake } from '../../harness/n8n/fake';

/** n8n's context of a picker, behind which the service answers with these records. */
function contextWith(records: IDataObject[] = [], timeZone = 'UTC') {
	const context = fake<ILoadOptionsFunctions>({
		getTimezone: () => timeZone,
		logger,
		getNode: () => ({ name: 'Voice and SMS' }) as INode,
		getCredentials: async () => ({ baseUrl: 'https://s.example.com/api/v1', apiKey: 'key_1' }),
		helpers: {
			httpRequestWithAuthentication: async () => {
				const pagination = { total: records.length, page: 1, limit: 50, totalPages: 1 };
				const body = {
					success: true,
					data: { calls: records, conversations: records, pagination },
				};
				return { statusCode: 200, headers: {}, body };
			},
		},
	});
	return { context };
}

it('a picker looks through 30 pages for what matches, and goes on there when asked', async () => {
	const pages: number[] = [];
	const search = picker({
		nameInErrors: 'list',
		read: async (_api, page) => {
			pages.push(page);
			return { records: [{ id: `${page}` }], pagination: { totalPages: 1000 } };
		},
		entry: ({ id }) => (id === '40' ? { name: 'forty', value: '40' } : undefined),
	});
	const { context } = contextWith();
	const first = await search.call(context, 'forty');
	expect(first.results).toEqual([]);
	expect(pages).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
	const second = await search.call(context, 'forty', String(first.paginationToken));
	expect(second.results).toEqual([{ name: 'forty', value: '40' }]);
	expect(pages).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
	expect(second.paginationToken).toBe('41');
});

it.each([
	['+1 555 100 0001', '+15551000001'],
	['(555) 100-0001', '5551000001'],
	['Ada 1', 'Ada 1'],
])('the service is asked for %s as %s', async (filter, asked) => {
	const filters: string[] = [];
	const search = picker({
		nameInErrors: 'list',
		read: async (_api, _page, text) => {
			filters.push(text);
			return { records: [], pagination: { totalPages: 1 } };
		},
		entry: () => undefined,
	});
	await search.call(contextWith().context, filter);
	expect(filters).toStrictEqual([asked]);
});

it('a picker ends at an empty page, however many the service counts', async () => {
	const pages: number[] = [];
	const search = picker({
		nameInErrors: 'list',
		read: async (_api, page) => {
			pages.push(page);
			return { records: page > 3 ? [] : [{ id: '1' }], pagination: { totalPages: 1_000_000 } };
		},
		entry: () => undefined,
	});
	expect(await search.call(contextWith().context)).toEqual({ results: [] });
	expect(pages).toEqual([1, 2, 3, 4]);
});

it('a call is shown by its number, its direction and the minute it began', async () => {
	const call = { fromNumber: '+15550100001', toNumber: '+15550100002' };
	const startTimestamp = '2026-01-31T09:05:07.123Z';
	const timers = jest.spyOn(AbortSignal, 'timeout');
	const { context } = contextWith([
		{ id: 'a', ...call, direction: 'OUTBOUND', startTimestamp },
		{ id: 'b', ...call, direction: 'INBOUND' },
		{ id: 'c' },
	]);
	expect((await listSearch.searchCalls.call(context)).results).toEqual([
		{ name: '+15550100002 · outbound · 2026-01-31 09:05', value: 'a' },
		{ name: '+15550100001 · inbound', value: 'b' },
		{ name: 'c', value: 'c' },
	]);
	// Nobody in front of the editor waits longer than ten seconds.
	const [timeout] = timers.mock.lastCall ?? [];
	timers.mockRestore();
	expect(timeout).toBeLessThanOrEqual(10_000);
	expect(timeout).toBeGreaterThan(8_000);
});

it('the minute of a call is in the time zone of n8n', async () => {
	const call = { id: 'a', fromNumber: '+15550100001', startTimestamp: '2026-01-31T23:05:07.123Z' };
	const { context } = contextWith([call], 'Asia/Kolkata');
	const { results } = await listSearch.searchCalls.call(context);
	expect(results).toEqual([{ name: '+15550100001 · 2026-02-01 04:35', value: 'a' }]);
});

describe('a conversation is shown by name, number, day and last text', () => {
	const all = {
		customerName: 'Ada Byron',
		customerPhone: '+15550100042',
		companyPhone: '+15550100001',
		lastMessageAt: '2026-11-20T23:30:00Z',
		lastMessagePreview: 'See you at nine',
	};
	it.each<[string, IDataObject, string, string?]>([
		['all of it', {}, 'Ada Byron · +15550100042 · 2026-11-20 · See you at nine'],
		[
			'the day of Berlin',
			{},
			'Ada Byron · +15550100042 · 2026-11-21 · See you at nine',
			'Europe/Berlin',
		],
		['no name', { customerName: null }, '+15550100042 · 2026-11-20 · See you at nine'],
		['a blank name', { customerName: ' ' }, '+15550100042 · 2026-11-20 · See you at nine'],
		[
			'a number for a name',
			{ customerName: '+15550100042' },
			'+15550100042 · 2026-11-20 · See you at nine',
		],
		['no text', { lastMessagePreview: '' }, 'Ada Byron · +15550100042 · 2026-11-20'],
		['no time', { lastMessageAt: undefined }, 'Ada Byron · +15550100042 · See you at nine'],
		[
			'an unreadable time',
			{ lastMessageAt: 'lately' },
			'Ada Byron · +15550100042 · See you at nine',
		],
		[
			'lines',
			{ lastMessagePreview: ' Hi\n\nAda\tB ' },
			'Ada Byron · +15550100042 · 2026-11-20 · Hi Ada B',
		],
		[
			'50 characters',
			{ lastMessagePreview: 'x'.repeat(50) },
			`Ada Byron · +15550100042 · 2026-11-20 · ${'x'.repeat(50)}`,
		],
		[
			'51 characters',
			{ lastMessagePreview: 'x'.repeat(51) },
			`Ada Byron · +15550100042 · 2026-11-20 · ${'x'.repeat(49)}…`,
		],
		['nothing', Object.fromEntries(Object.keys(all).map((key) => [key, null])), 'c1'],
	])('%s', async (_name, fields, name, timeZone = 'UTC') => {
		const { context } = contextWith([{ id: 'c1', ...all, ...fields }], timeZone);
		const { results } = await listSearch.searchConversations.call(context);
		expect(results).toEqual([{ name, value: 'c1' }]);
	});
});

it('a line holds what there is', () => {
	expect(entryLabel('Ada', '', undefined, 7, null, {})).toBe('Ada · 7');
	expect(entryLabel(undefined)).toBe('');
	expect(entryLabel('Ada', 'Ada', '7', 7)).toBe('Ada · 7');
});
