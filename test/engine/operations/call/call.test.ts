import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { locator, runAt, runNode, type NodeResult } from '../../../harness/n8n/engine';
import { get, onTheWire } from '../../../harness/service/wire';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { empty, service, withSimulator } from '../../../harness/service/service';

const [own] = companyNumbers;
const customer = '+15557654321';

const simulator = withSimulator({
	seed: { contacts: 20, conversations: 5, messages: 5, calls: 120 },
});

async function call(
	operation: string,
	fields: IDataObject,
	items: IDataObject[] = [{}],
): Promise<NodeResult> {
	return await runAt(simulator, { resource: 'call', operation, options: {}, ...fields }, { items });
}

const calls = '/api/calls';

/** Identifiers and how they stand in a path. */
const ids = [
	['call_000001', 'call_000001'],
	['a/b', 'a%2Fb'],
	['a b', 'a%20b'],
	['Grüße🚗', 'Gr%C3%BC%C3%9Fe%F0%9F%9A%97'],
	['100%', '100%25'],
	['%2F', '%252F'],
	['a?b=c#d', 'a%3Fb%3Dc%23d'],
	['a+b&c', 'a%2Bb%26c'],
	['../contacts', '..%2Fcontacts'],
	['...', '...'],
] as const;

describe('create', () => {
	const numbers = { fromNumber: locator(own), toNumber: customer };

	it.each<[string, IDataObject, IDataObject]>([
		['the two numbers only', {}, {}],
		['no additional field that was not added', { additionalFields: {} }, {}],
		['an agent', { additionalFields: { agentId: 'agent_7' } }, { agentId: 'agent_7' }],
		['an agent set to empty', { additionalFields: { agentId: '' } }, { agentId: '' }],
		[
			'metadata as text',
			{ additionalFields: { metadata: '{"order": {"id": 42}, "tags": ["a"]}' } },
			{ metadata: { order: { id: 42 }, tags: ['a'] } },
		],
		[
			'metadata as an object of an expression',
			{ additionalFields: { metadata: '={{ $json.about }}' } },
			{ metadata: { order: 42, ok: true, nothing: null } },
		],
		[
			'metadata as text with an expression inside',
			{ additionalFields: { metadata: '={"order": {{ $json.about.order }}}' } },
			{ metadata: { order: 42 } },
		],
		[
			'metadata without a name',
			{ additionalFields: { metadata: '{"": 1, " ": 2, "a": 3}' } },
			{ metadata: { a: 3 } },
		],
		['empty metadata', { additionalFields: { metadata: '' } }, { metadata: {} }],
		[
			'nothing for an expression that gives nothing',
			{ additionalFields: { agentId: '={{ $json.missing }}', metadata: '={{ $json.missing }}' } },
			{},
		],
	])('sends %s', async (_name, fields, more) => {
		const result = await call('create', { ...numbers, ...fields }, [
			{ about: { order: 42, ok: true, nothing: null } },
		]);
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(onTheWire)).toEqual([
			{
				method: 'POST',
				path: '/api/v1/api/calls/outbound',
				query: {},
				body: { toNumber: customer, fromNumber: own, ...more },
			},
		]);
		expect(simulator.requests[0].headers).toMatchObject({
			'x-api-key': simulator.apiKey,
			accept: 'application/json',
			'content-type': 'application/json',
		});
		expect(result.items).toEqual([
			{ json: { outcome: 'started', ...simulator.store.calls.all()[0] }, pairedItem: { item: 0 } },
		]);
	});
});

describe.each(['get', 'delete', 'getRecording'] as const)('%s', (operation) => {
	it.each(ids)('puts the id %j into its path as %s', async (id, encoded) => {
		simulator.store.addCall({ id, status: 'ENDED' });
		const result = await call(operation, { callId: locator(id), simple: true, download: false });
		expect(result.error).toBeUndefined();
		const asked =
			operation === 'getRecording'
				? get(`${calls}/${encoded}/recording`)
				: get(`${calls}/${encoded}`);
		expect(simulator.requests.map(onTheWire)).toEqual([
			operation === 'delete' ? { ...asked, method: 'DELETE' } : asked,
		]);
		expect(simulator.requests[0].headers).toMatchObject({
			'x-api-key': simulator.apiKey,
			accept: 'application/json',
		});
		expect(simulator.store.calls.has(id)).toBe(operation !== 'delete');
	});

	it.each<[string, unknown]>([
		['a locator', locator('={{ $json.id }}')],
		['an entry of the list', locator('={{ $json.id }}', 'list')],
		['plain text', '={{ $json.id }}'],
		['text with spaces around', '= {{ $json.id }} '],
	])('takes the id of each item from %s', async (_name, callId) => {
		const items = ['call_000003', 'call_000001', 'call_000002'].map((id) => ({ id }));
		const result = await call(
			operation,
			{ callId: callId as IDataObject, simple: false, download: false },
			items,
		);
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		const paths = simulator.requests.map(({ path }) => path.split('/')[5]);
		expect(paths.sort()).toEqual(['call_000001', 'call_000002', 'call_000003']);
	});
});

describe('get', () => {
	it('gives the whole record with Simplify off', async () => {
		const result = await call('get', { callId: locator('call_000001'), simple: false });
		expect(result.items).toEqual([
			{ json: simulator.store.calls.get('call_000001'), pairedItem: { item: 0 } },
		]);
	});
});

describe('delete', () => {
	it('gives one item that says so, and the call is gone', async () => {
		const result = await call('delete', { callId: locator('call_000001') });
		expect(result.items).toEqual([
			{ json: { deleted: true, id: 'call_000001' }, pairedItem: { item: 0 } },
		]);
		expect(simulator.store.calls.has('call_000001')).toBe(false);
		expect(simulator.ledger).toMatchObject([{ kind: 'call.delete', id: 'call_000001' }]);
	});

	it('takes the 404 to its own repetition as done', async () => {
		simulator.fail({ method: 'DELETE' }, { kind: 'reset', processed: true });
		const result = await call('delete', { callId: locator('call_000001') });
		expect(result.items).toEqual([
			{ json: { deleted: true, id: 'call_000001' }, pairedItem: { item: 0 } },
		]);
		expect(simulator.requests.map(({ status }) => status)).toEqual([0, 404]);
	});

	it('fails for a call that was never there', async () => {
		const result = await call('delete', { callId: locator('call_9') });
		expect(result.error).toMatchObject({ message: 'Not deleted: call call_9', httpCode: '404' });
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('get many', () => {
	it('asks without parameters, as the interface shows none', async () => {
		const result = await call('getAll', { returnAll: false, limit: 50, simple: false });
		expect(simulator.requests.map(onTheWire)).toEqual([get(calls)]);
		expect(result.items).toEqual(
			simulator.store.calls
				.all()
				.slice(0, 50)
				.map((json) => ({ json, pairedItem: { item: 0 } })),
		);
	});
});

describe('search', () => {
	it.each<[string, IDataObject, object]>([
		['text', { query: ' Riley ' }, { q: 'Riley' }],
		['a number', { query: '+1555' }, { q: '+1555' }],
		[
			'text and a status',
			{ query: 'Morgan', filters: { status: 'ERROR' } },
			{ q: 'Morgan', status: 'ERROR' },
		],
	])('for %s', async (_name, fields, query) => {
		const result = await call('search', { returnAll: true, simple: false, ...fields });
		expect(onTheWire(simulator.requests[0])).toEqual(get(`${calls}/search`, query));
		const { status } = { status: undefined, ...query };
		expect(result.items.length).toBeGreaterThan(0);
		for (const { json } of result.items) {
			expect(json).toEqual(simulator.store.calls.get(String(json.id)));
			if (status !== undefined) expect(json.status).toBe(status);
		}
	});

	it.each([
		[1, 1],
		[7, 7],
		[119, 119],
		[500, 120],
	])('cuts the answer at Limit %i: %i calls', async (limit, count) => {
		const result = await call('search', { query: '+1555', returnAll: false, limit, simple: true });
		expect(result.items).toHaveLength(count);
		// The 120 calls of the answer may be a page, so the node asks for the next one.
		expect(simulator.requests.map(({ query }) => query.page)).toStrictEqual([undefined, '2']);
		expect(result.hints).toStrictEqual([]);
	});

	it.each([
		['120 calls', 120, true, 1],
		['15 calls', 15, true, 1],
		['9 calls, which no service calls a page', 9, false, 0],
	])('of a service with pages is told for %s', async (_name, count, isAsked, lines) => {
		const at = await service({ strict: false, seed: { ...empty, calls: count } });
		const value = { calls: [{ id: 'other', status: 'ENDED' }] };
		at.fail({ query: { page: '2' } }, { kind: 'moreData', value }, Infinity);
		const search = { resource: 'call', operation: 'search', query: '+1555', returnAll: true };
		const { hints } = await runAt(at, { ...search, options: {} }, { items: [{}, {}] });
		expect(at.requests.some(({ query }) => query.page === '2')).toBe(isAsked);
		const line = expect.stringContaining(`gave only ${count} calls`) as string;
		expect(hints).toStrictEqual(Array.from({ length: lines }, () => line));
	});

	it('a proof counts for lists that are no longer', async () => {
		const at = await service({ strict: false, seed: { ...empty, calls: 50 } });
		const [first, ...others] = at.store.calls.all();
		jest
			.spyOn(at.store.calls, 'where')
			.mockReturnValueOnce([first, ...others.slice(0, 11)])
			.mockReturnValueOnce([first, ...others.slice(0, 11)])
			.mockReturnValueOnce([first, ...others.slice(0, 24)])
			.mockReturnValueOnce(others.slice(24));
		const search = { resource: 'call', operation: 'search', query: 'x', returnAll: true };
		const more = { items: [{}, {}] };
		const options = { requestOptions: { requestsAtOnce: 1 } };
		const { hints } = await runAt(at, { ...search, ...options }, more);
		jest.restoreAllMocks();
		expect(hints).toStrictEqual([expect.stringContaining('gave only 25 calls')]);
	});

	it('leaves out calls in another state where the service ignores the filter', async () => {
		const { calls: stored } = simulator.store;
		const meant = stored.all().filter(({ status }) => status === 'ERROR');
		const ignored = jest.spyOn(stored, 'where').mockReturnValue(stored.all());
		const filters = { status: 'ERROR' };
		const { items } = await call('search', {
			query: '+1555',
			returnAll: true,
			simple: true,
			filters,
		});
		ignored.mockRestore();
		expect(meant.length).toBeGreaterThan(0);
		expect(items.map(({ json }) => json.id)).toStrictEqual(meant.map(({ id }) => id));
	});

	it('gives no item when nothing matches', async () => {
		const result = await call('search', { query: 'nobody', returnAll: true, simple: true });
		expect(result).toMatchObject({ items: [], error: undefined });
	});
});

describe('get analytics', () => {
	const from = (day: string) => expect.stringMatching(`^${day}T00:00:00.000`) as string;
	const to = (day: string) => expect.stringMatching(`^${day}T23:59:59.999`) as string;

	it.each<[string, IDataObject, object]>([
		[
			'days',
			{ startDate: '2026-01-01', endDate: '2026-01-31' },
			{ startDate: from('2026-01-01'), endDate: to('2026-01-31') },
		],
		[
			'the same day twice',
			{ startDate: '2026-01-01', endDate: '2026-01-01' },
			{ startDate: from('2026-01-01'), endDate: to('2026-01-01') },
		],
		[
			'a day from a time on',
			{ startDate: '2026-01-01T09:30:00Z', endDate: '2026-01-01' },
			{ startDate: '2026-01-01T09:30:00Z', endDate: to('2026-01-01') },
		],
		[
			'times in UTC',
			{ startDate: '2026-01-01T00:00:00Z', endDate: '2026-01-31T23:59:59.999Z' },
			{ startDate: '2026-01-01T00:00:00Z', endDate: '2026-01-31T23:59:59.999Z' },
		],
		[
			'offsets, whose order only the time zone tells',
			{ startDate: '2026-01-01T01:00:00+02:00', endDate: '2026-01-01T00:00:00Z' },
			{ startDate: '2026-01-01T01:00:00+02:00', endDate: '2026-01-01T00:00:00Z' },
		],
		[
			'a DateTime of an expression',
			{ startDate: '={{ DateTime.fromISO("2026-01-01T09:30:00Z", { zone: "utc" }) }}' },
			{ startDate: '2026-01-01T09:30:00.000Z', endDate: to('2026-01-31') },
		],
		[
			'a Date of an expression',
			{ endDate: '={{ new Date("2026-01-01T09:30:00Z") }}' },
			{ startDate: from('2026-01-01'), endDate: '2026-01-01T09:30:00.000Z' },
		],
		[
			'milliseconds since 1970 of an expression',
			{ endDate: '={{ 1798761600000 }}' },
			{ startDate: from('2026-01-01'), endDate: '2027-01-01T00:00:00.000Z' },
		],
	])('sends %s', async (_name, fields, query) => {
		const result = await call('getAnalytics', {
			dateRange: 'custom',
			startDate: '2026-01-01',
			endDate: '2026-01-31',
			...fields,
		});
		expect(result.error).toBeUndefined();
		expect(onTheWire(simulator.requests[0])).toEqual(get(`${calls}/analytics`, query));
		expect(result.items).toEqual([
			{
				json: expect.objectContaining({ totalCalls: expect.any(Number) as number }) as object,
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('get recording', () => {
	const callId = locator('call_000001');
	const wanted = { callId, download: true, binaryPropertyName: 'data' };

	it('downloads the very bytes that the recordings server holds, without the key', async () => {
		const result = await call('getRecording', wanted);
		const recordingUrl = `${simulator.recordingsUrl}/recordings/call_000001.wav`;
		const [item, ...others] = result.items;
		expect(others).toEqual([]);
		expect(item.json).toEqual({ callId: 'call_000001', recordingUrl, source: 'voice-engine' });
		expect(item.pairedItem).toEqual({ item: 0 });
		expect(Object.keys(item.binary ?? {})).toEqual(['data']);
		expect(item.binary?.data).toMatchObject({
			mimeType: 'audio/wav',
			fileName: 'call_000001.wav',
			fileExtension: 'wav',
		});

		expect(simulator.requests.map(onTheWire)).toEqual([get(`${calls}/call_000001/recording`)]);
		expect(simulator.recordingRequests.map(onTheWire)).toEqual([
			{ method: 'GET', path: '/recordings/call_000001.wav', query: {}, body: undefined },
		]);
		expect(JSON.stringify(simulator.recordingRequests)).not.toContain(simulator.apiKey);
		expect(simulator.recordingRequests[0].headers).not.toHaveProperty('x-api-key');

		const served = await axios.get<Buffer>(recordingUrl, { responseType: 'arraybuffer' });
		const bytes = Buffer.from(item.binary?.data.data ?? '', 'base64');
		expect(bytes.length).toBeGreaterThan(1000);
		expect(bytes.equals(served.data)).toBe(true);
	});

	it('puts the file into the field that the user names', async () => {
		const result = await call('getRecording', { ...wanted, binaryPropertyName: ' audio ' });
		expect(Object.keys(result.items[0].binary ?? {})).toEqual(['audio']);
	});

	it('gives only the address with Download off', async () => {
		const result = await call('getRecording', { callId, download: false });
		expect(result.items).toEqual([
			{
				json: {
					callId: 'call_000001',
					recordingUrl: `${simulator.recordingsUrl}/recordings/call_000001.wav`,
					source: 'voice-engine',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(simulator.recordingRequests).toEqual([]);
	});

	it.each(['a/b', 'Grüße', '..\\x'])('gives the file of call %j a plain name', async (id) => {
		simulator.store.addCall({ id, status: 'ENDED' });
		const result = await call('getRecording', { ...wanted, callId: locator(id) });
		expect(result.error).toBeUndefined();
		expect(result.items[0].binary?.data.fileName).toMatch(/^[^/\\]+\.wav$/);
	});

	it.each([
		['status', { kind: 'status', status: 503 }],
		['a reset', { kind: 'reset' }],
		['a cut file', { kind: 'cutBody' }],
	] as const)('tries again after %s of the recordings server', async (_name, fault) => {
		simulator.fail({ path: /^\/recordings\// }, fault);
		const result = await call('getRecording', wanted);
		expect(result.error).toBeUndefined();
		expect(simulator.recordingRequests).toHaveLength(2);
		expect(simulator.requests).toHaveLength(1);
		expect(Buffer.from(result.items[0].binary?.data.data ?? '', 'base64').length).toBeGreaterThan(
			1000,
		);
	});

	describe('from a service that names any address', () => {
		let service: Server;
		let url: string;
		let recordingUrl: unknown;
		let asked: Array<{ url?: string; headers: IncomingHttpHeaders }>;
		beforeEach(async () => {
			asked = [];
			service = createServer((req, res) => {
				asked.push({ url: req.url, headers: req.headers });
				if (req.url?.startsWith('/api/v1/')) {
					const data = { callId: 'call_1', recordingUrl, source: 'x' };
					res.setHeader('content-type', 'application/json');
					res.end(JSON.stringify({ success: true, message: '', data }));
				} else if (req.url === '/moved') {
					const location = `${simulator.recordingsUrl}/recordings/call_000001.wav`;
					res.writeHead(302, { location }).end();
				} else {
					res.setHeader('content-type', 'audio/mpeg; charset=binary');
					res.end('RIFF sound');
				}
			});
			service.listen(0, '127.0.0.1');
			await once(service, 'listening');
			url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
		});
		afterEach(async () => {
			const closed = once(service, 'close');
			service.close();
			service.closeAllConnections();
			await closed;
		});

		const download = async () =>
			await runNode({
				parameters: { resource: 'call', operation: 'getRecording', ...wanted, options: {} },
				credential: { baseUrl: `${url}/api/v1`, apiKey: 'key_0123456789' },
				clock: testClock(),
			});

		it('sends the key to the own origin, and names the file after the call', async () => {
			recordingUrl = `${url}/files?id=1`;
			const { items, error } = await download();
			expect(error).toBeUndefined();
			expect(asked.map(({ url: path, headers }) => [path, headers['x-api-key']])).toEqual([
				['/api/v1/api/calls/call_000001/recording', 'key_0123456789'],
				['/files?id=1', 'key_0123456789'],
			]);
			expect(items[0].binary?.data).toMatchObject({
				mimeType: 'audio/mpeg',
				fileName: 'call_000001.wav',
				data: Buffer.from('RIFF sound').toString('base64'),
			});
		});

		it.each([
			['a file of the machine', 'file:///etc/passwd'],
			['a script', 'javascript:alert(1)'],
		])('fails for %s', async (_name, address) => {
			recordingUrl = address;
			const { items, error } = await download();
			expect(items).toEqual([]);
			expect(error?.message).toBe(`${said.unreadable}: recording of call call_000001`);
			expect(error?.description).toContain('The recording has no web address');
			expect(asked).toHaveLength(1);
		});
	});
});
