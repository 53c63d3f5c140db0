import type { IDataObject } from 'n8n-workflow';

import { locator, runAt, type NodeRun } from '../../../harness/n8n/engine';
import type { Fault } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: { contacts: 5, conversations: 0, messages: 0, calls: 5 } });

describe.each([
	['contact', 'contactId'],
	['call', 'callId'],
])('get of a %s', (resource, idField) => {
	const ids = [1, 9, 2, 8].map((number) => ({ id: `${resource}_00000${number}` }));

	async function get(options: IDataObject, more: Partial<NodeRun> = {}) {
		return await runAt(
			simulator,
			{ resource, operation: 'get', [idField]: locator('={{ $json.id }}'), simple: true, options },
			{ items: ids, ...more },
		);
	}

	it.each([true, false])(
		'gives one output per input, an empty one where there is none (Simplify %s)',
		async (simple) => {
			const result = await runAt(
				simulator,
				{
					resource,
					operation: 'get',
					[idField]: locator('={{ $json.id }}'),
					simple,
					options: { ifNotFound: 'empty' },
				},
				{ items: ids },
			);
			expect(result.error).toBeUndefined();
			expect(result.items.map(({ json }) => json.id)).toStrictEqual([
				ids[0].id,
				undefined,
				ids[2].id,
				undefined,
			]);
			expect(result.items[1]).toStrictEqual({ json: {}, pairedItem: { item: 1 } });
			expect(result.items[3]).toStrictEqual({ json: {}, pairedItem: { item: 3 } });
		},
	);

	it.each<[string, IDataObject]>([
		['without the option', {}],
		['with "error"', { ifNotFound: 'error' }],
	])('ends in an error %s', async (_name, options) => {
		const { error, items } = await get(options);
		expect(error?.message).toBe(`${said.notFound}: ${resource} ${ids[1].id} (item 2)`);
		expect(items).toStrictEqual([]);
	});

	it('sends an empty item on as a success, not to the error branch', async () => {
		const { items, errorItems } = await get(
			{ ifNotFound: 'empty' },
			{ settings: { onError: 'continueErrorOutput' } },
		);
		expect(items).toHaveLength(4);
		expect(errorItems).toStrictEqual([]);
	});

	it('is not done again by Retry On Fail', async () => {
		const { error } = await get(
			{ ifNotFound: 'empty' },
			{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(error).toBeUndefined();
		// The list is asked once, whether the Base URL is right.
		expect(simulator.requests).toHaveLength(5);
	});

	it.each<[string, Fault]>([
		['words of the service', { kind: 'successFalse', message: 'There is no such record' }],
		['words and HTTP 400', { kind: 'status', status: 400, message: 'Record not found' }],
		['HTTP 410', { kind: 'status', status: 410 }],
	])('takes %s for it, too', async (_name, fault) => {
		simulator.fail({}, fault, 4);
		const { items, error } = await get({ ifNotFound: 'empty' });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toStrictEqual([{}, {}, {}, {}]);
	});

	it.each<[string, Fault]>([
		['HTTP 400', { kind: 'status', status: 400, message: 'No' }],
		['HTTP 401', { kind: 'status', status: 401, message: 'Not found' }],
		['HTTP 403', { kind: 'status', status: 403, message: 'Not found' }],
		['HTTP 500', { kind: 'status', status: 500, message: 'Not found' }],
		['a lost connection', { kind: 'reset' }],
		["a web server's page", { kind: 'html', status: 404 }],
		['an answer that cannot be read', { kind: 'missingData' }],
		['a refusal that says nothing of it', { kind: 'successFalse', message: 'Not today' }],
	])('keeps the error of %s', async (_name, fault) => {
		simulator.fail({}, fault, Infinity);
		const { items, error } = await get({ ifNotFound: 'empty' });
		expect(error?.message).toContain(ids[0].id);
		expect(items).toStrictEqual([]);
	});

	it.each(['', 'none', 'skip', true])('refuses %j before any request', async (ifNotFound) => {
		const { error } = await get({ ifNotFound });
		expect(error?.message).toMatch(/^'If Not Found' cannot be .*$/);
		expect(simulator.requests).toStrictEqual([]);
	});
});

describe.each([
	['contact', 'get', 'contactId'],
	['call', 'get', 'callId'],
	['call', 'getRecording', 'callId'],
])('at a wrong Base URL, %s.%s', (resource, operation, idField) => {
	const ids = ['1', '2', '3'].map((id) => ({ id }));
	const get = async () =>
		await runAt(
			simulator,
			{
				resource,
				operation,
				[idField]: locator('={{ $json.id }}'),
				options: { ifNotFound: 'empty' },
			},
			{ items: ids },
		);

	it('is an error, although the service says that there is no such resource', async () => {
		simulator.fail({}, { kind: 'status', status: 404, message: 'Resource not found' }, Infinity);
		const { error, items } = await get();
		expect(items).toStrictEqual([]);
		expect(error?.message).toContain(
			`${said.notFound}: list of ${resource === 'call' ? 'calls' : 'c'}`,
		);
		expect(error?.description).toContain('/api/v1');
	});

	it.each([200, 403])('gives empty items where the list answers with HTTP %i', async (status) => {
		if (status === 403) {
			const path = `/api/${resource}s`;
			simulator.fail({ path }, { kind: 'status', status }, Infinity);
		}
		const { error, items } = await get();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toStrictEqual([{}, {}, {}]);
		const lists = simulator.requests.filter(({ path }) => path.endsWith(`/api/${resource}s`));
		expect(lists).toHaveLength(1);
	});
});
