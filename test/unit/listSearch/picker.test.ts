import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions, INode } from 'n8n-workflow';

import { listSearch } from '../../../nodes/VoiceSms/listSearch';
import { label, picker } from '../../../nodes/VoiceSms/listSearch/picker';

/** n8n's context of a picker, behind which the service answers with these calls. */
function contextWith(calls: IDataObject[] = []) {
	const asked: IHttpRequestOptions[] = [];
	const context = {
		getNode: () => ({ name: 'Voice and SMS' }) as INode,
		getCredentials: async () => ({ baseUrl: 'https://s.example.com/api/v1', apiKey: 'key_1' }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
				asked.push(options);
				const pagination = { total: calls.length, page: 1, limit: 50, totalPages: 1 };
				const body = { success: true, data: { calls, pagination } };
				return { statusCode: 200, headers: {}, body };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { asked, context };
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
	expect(pages).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});

it('a call is shown by its number, its direction and the minute it began', async () => {
	const call = { fromNumber: '+15550100001', toNumber: '+15550100002' };
	const startTimestamp = '2026-01-31T09:05:07.123Z';
	const { context, asked } = contextWith([
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
	expect(asked[0].timeout).toBeLessThanOrEqual(10_000);
	expect(asked[0].timeout).toBeGreaterThan(8_000);
});

it('a line holds what there is', () => {
	expect(label('Ada', '', undefined, 7, null, {})).toBe('Ada · 7');
	expect(label(undefined)).toBe('');
});
