import axios, { type AxiosInstance } from 'axios';
import * as OpenApiValidator from 'express-openapi-validator';

import { until } from '../harness/time/turns';
import { openApiPath, operations, type Simulator } from '.';
import { client, customer, nobody, own, sms, withSimulator, forTests } from './testService';

let simulator: Simulator;
let http: AxiosInstance;
forTests((ours, itsClient) => {
	simulator = ours;
	http = itsClient;
});

const outbound = { toNumber: customer, fromNumber: own };
/** Every endpoint: operation, method, path, body, key of data, permission. */
const endpoints = [
	['sendSms', 'POST', '/api/sms/send', sms, 'messageId', 'sms:send'],
	['listConversations', 'GET', '/api/sms', undefined, 'conversations', undefined],
	[
		'listMessages',
		'GET',
		'/api/sms/conversation_000001/messages',
		undefined,
		'messages',
		undefined,
	],
	['startCall', 'POST', '/api/calls/outbound', outbound, 'call', undefined],
	['listCalls', 'GET', '/api/calls', undefined, 'calls', undefined],
	['searchCalls', 'GET', '/api/calls/search', undefined, 'calls', undefined],
	['getAnalytics', 'GET', '/api/calls/analytics', undefined, 'analytics', 'analytics:read'],
	['getCall', 'GET', '/api/calls/call_000001', undefined, 'call', undefined],
	['deleteCall', 'DELETE', '/api/calls/call_000001', undefined, undefined, 'calls:delete'],
	['getRecording', 'GET', '/api/calls/call_000001/recording', undefined, 'recordingUrl', undefined],
	['createContact', 'POST', '/api/contacts', { firstName: 'A' }, 'client', undefined],
	['listContacts', 'GET', '/api/contacts', undefined, 'clients', undefined],
	['getContact', 'GET', '/api/contacts/contact_000001', undefined, 'client', undefined],
	['updateContact', 'PUT', '/api/contacts/contact_000001', { notes: 'n' }, 'client', undefined],
] as const;

describe('openapi.yaml', () => {
	it('is a valid OpenAPI 3.1 document and lists exactly the operations served', async () => {
		const listed: string[] = [];
		const middleware = OpenApiValidator.middleware({
			apiSpec: openApiPath,
			validateApiSpec: true,
			operationHandlers: {
				basePath: '',
				resolver: (_basePath, { basePath, openApiRoute, method }, document) => {
					const path = document.paths?.[openApiRoute.slice(basePath.length)];
					const verb = method.toLowerCase() as 'get' | 'put' | 'post' | 'delete';
					listed.push(path?.[verb]?.operationId ?? `none of ${method} ${openApiRoute}`);
					return () => undefined;
				},
			},
		});
		const request = { app: { param: () => undefined }, baseUrl: '' };
		for (const step of [middleware[0], middleware.at(-1)]) {
			const failure = await new Promise((resolve) => {
				void step?.(request as never, {} as never, resolve);
				const { length } = Object.keys(operations);
				if (step === middleware.at(-1)) void until(() => listed.length >= length).then(resolve);
			});
			expect(failure).toBeUndefined();
		}
		expect(listed.sort()).toEqual(Object.keys(operations).sort());
		const tried = endpoints.map(([operation]) => operation);
		const toTry = listed.filter((name) => !tried.some((one) => one === name));
		expect(
			toTry.map((name) => `simulator.test.ts: add a row '${name}' to \`endpoints\``),
		).toStrictEqual([]);
		expect(tried).toHaveLength(listed.length);
	});

	it('is refused when it is not valid', async () => {
		jest.spyOn(console, 'error').mockImplementation(() => undefined);
		const [first] = OpenApiValidator.middleware({
			apiSpec: { openapi: '3.1.0', paths: { '/a': { get: { responses: 1 } } } } as never,
		});
		const failure = await new Promise((resolve) => void first?.({} as never, {} as never, resolve));
		expect(String(failure)).toMatch(/openapi/i);
		jest.restoreAllMocks();
	});
});

describe.each(endpoints)('%s', (_operation, method, url, data, key, permission) => {
	it('answers with the documented envelope', async () => {
		const { status, body } = await send(http);
		expect(status).toBe(200);
		expect(body.success).toBe(true);
		if (key) expect(body.data).toHaveProperty(key);
		else expect(body.data).toEqual({});
		expect(simulator.requests).toMatchObject([
			{ number: 1, method, path: `/api/v1${url}`, query: {}, status: 200 },
		]);
	});

	it.each([
		['without a key', { 'x-api-key': undefined }],
		['with a wrong key', { 'x-api-key': 'vsk_wrong' }],
	])('is 401 %s', async (_case, headers) => {
		const { status, body } = await send(http, headers);
		expect([status, body]).toEqual([401, { success: false, message: expect.any(String) }]);
		expect(simulator.ledger).toEqual([]);
	});

	it('asks for its permission', async () => {
		const restricted = await send(client(simulator, simulator.restrictedKey));
		expect(restricted.status).toBe(permission ? 403 : 200);
		if (permission) expect(restricted.body.message).toContain(permission);
		const sendOnly = await send(client(simulator, simulator.sendOnlyKey));
		expect(sendOnly.status).toBe(permission === 'sms:send' ? 200 : 403);
	});

	it('refuses an undocumented query parameter', async () => {
		const { status, body } = await send(http, {}, { surprise: '1' });
		expect([status, body.success]).toEqual([400, false]);
		expect(body.message).toContain('surprise');
	});

	async function send(by: AxiosInstance, headers = {}, params = {}) {
		const response = await by.request({ method, url, data, headers, params });
		return { status: response.status, body: response.data };
	}
});

describe('refusals', () => {
	it.each([
		['POST', '/api/sms/send', { ...sms, extra: 1 }, 400, 'extra'],
		['POST', '/api/sms/send', { ...sms, to: undefined }, 400, 'to'],
		['POST', '/api/sms/send', { ...sms, to: '5551234' }, 400, 'to'],
		['POST', '/api/sms/send', { ...sms, body: 7 }, 400, 'body'],
		['POST', '/api/sms/send', { ...sms, from: customer }, 403, 'from'],
		['POST', '/api/sms/send', '{"to":', 400, 'JSON'],
		['POST', '/api/calls/outbound', { toNumber: customer }, 400, 'fromNumber'],
		['POST', '/api/calls/outbound', { ...outbound, metadata: 'x' }, 400, 'metadata'],
		['POST', '/api/calls/outbound', { ...outbound, fromNumber: customer }, 403, 'fromNumber'],
		['POST', '/api/contacts', { fullName: 'A B' }, 400, 'fullName'],
		['POST', '/api/contacts', { source: 'FAX' }, 400, 'source'],
		['POST', '/api/contacts', { tags: 'a,b' }, 400, 'tags'],
		['POST', '/api/contacts', {}, 400, 'body'],
		['PUT', '/api/contacts/contact_000001', { city: 'X' }, 400, 'city'],
		['PUT', `/api/contacts/${nobody}`, { notes: 'x' }, 404, 'contact'],
		['GET', `/api/contacts/${nobody}`, undefined, 404, 'contact'],
		['GET', `/api/sms/${nobody}/messages`, undefined, 404, 'conversation'],
		['GET', `/api/calls/${nobody}`, undefined, 404, 'call'],
		['GET', `/api/calls/${nobody}/recording`, undefined, 404, 'call'],
		['DELETE', `/api/calls/${nobody}`, undefined, 404, 'call'],
		['GET', '/api/contacts?limit=101', undefined, 400, 'limit'],
		['GET', '/api/contacts?limit=0', undefined, 400, 'limit'],
		['GET', '/api/contacts?page=0', undefined, 400, 'page'],
		['GET', '/api/contacts?page=x', undefined, 400, 'page'],
		['GET', '/api/contacts?source=FAX', undefined, 400, 'source'],
		['GET', '/api/sms?limit=51', undefined, 400, 'limit'],
		['GET', '/api/sms?status=OPEN', undefined, 400, 'status'],
		['GET', '/api/calls?limit=10', undefined, 400, 'limit'],
		['GET', '/api/calls/search?page=2', undefined, 400, 'page'],
		['GET', '/api/calls/search?status=DONE', undefined, 400, 'status'],
		['GET', '/api/calls/analytics?startDate=June', undefined, 400, 'startDate'],
		['GET', '/api/nowhere', undefined, 404, ''],
		['PATCH', '/api/contacts', {}, 405, ''],
	])('%s %s %j is %i naming "%s"', async (method, url, data, status, named) => {
		const headers = { 'content-type': 'application/json' };
		const response = await http.request({ method, url, data, headers });
		expect(response.data).toEqual({ success: false, message: expect.stringContaining(named) });
		expect(response.status).toBe(status);
		expect(simulator.ledger).toEqual([]);
	});

	it('lets undocumented things pass when lenient, and logs them', async () => {
		await withSimulator({ strict: false }, async (lenient, lenientHttp) => {
			const body = { firstName: 'A', surprise: 1 };
			const { status, data } = await lenientHttp.post('/api/contacts', body, {
				params: { q: 'z' },
			});
			expect([status, data.data.client.surprise]).toEqual([200, undefined]);
			expect(lenient.requests).toMatchObject([{ body, query: { q: 'z' } }]);
		});
	});
});

describe('lists', () => {
	it.each([
		['/api/contacts', {}, 'clients', 230, 50],
		['/api/contacts', { limit: 100 }, 'clients', 230, 100],
		['/api/contacts', { source: 'CSV' }, 'clients', 46, 50],
		['/api/contacts', { tags: 'vip' }, 'clients', 77, 50],
		['/api/contacts', { search: 'ADA ', source: 'CSV', limit: 2 }, 'clients', 5, 2],
		['/api/contacts', { search: 'person17@' }, 'clients', 1, 50],
		['/api/contacts', { search: '+15552000017' }, 'clients', 1, 50],
		['/api/contacts', { search: 'nobody at all' }, 'clients', 0, 50],
		['/api/sms', {}, 'conversations', 60, 50],
		['/api/sms', { limit: 7 }, 'conversations', 60, 7],
		['/api/sms', { status: 'CLOSED' }, 'conversations', 6, 50],
		['/api/sms', { search: 'dolores' }, 'conversations', 7, 50],
		['/api/sms', { search: '+15552000017' }, 'conversations', 1, 50],
		['/api/calls', {}, 'calls', 120, 50],
	])('%s %j: every %s once, %i in pages of %i', async (url, filter, key, total, limit) => {
		const ids = new Set<string>();
		const totalPages = Math.ceil(total / limit);
		for (let page = 1; page <= totalPages + 1; page++) {
			const { data } = await http.get(url, { params: { ...filter, page } });
			expect(data.data.pagination).toEqual({ total, page, limit, totalPages });
			for (const { id } of data.data[key]) ids.add(id);
		}
		expect(ids.size).toBe(total);
	});

	it('are searched, also when a record lacks what others have', async () => {
		const phone = '+15550000042';
		simulator.store.addContact({ phone, email: undefined, tags: undefined });
		simulator.store.addConversation({
			customerPhone: phone,
			companyPhone: own,
			customerName: undefined,
		});
		for (const [url, list, params] of [
			['/api/contacts', 'clients', { search: phone }],
			['/api/sms', 'conversations', { search: phone }],
		] as const) {
			const { status, data } = await http.get(url, { params });
			expect([status, data.data[list].length]).toStrictEqual([200, 1]);
		}
		const { status } = await http.get('/api/contacts', { params: { tags: 'vip' } });
		expect(status).toBe(200);
	});

	it('messages come 50 a page', async () => {
		for (let index = 0; index < 60; index++) {
			simulator.store.receiveSms({ from: customer, to: own, body: `${index}` });
		}
		const [conversation] = simulator.store.conversations.all();
		const { data } = await http.get(`/api/sms/${conversation?.id}/messages?page=2`);
		expect(data.data.pagination).toEqual({ total: 60, page: 2, limit: 50, totalPages: 2 });
		expect(data.data.messages).toHaveLength(10);
	});

	it.each([
		['newest-first', (times: string[]) => [...times].sort().reverse()],
		['oldest-first', (times: string[]) => [...times].sort()],
	] as const)('are %s', async (order, sorted) => {
		await withSimulator({ order }, async (_other, orderedHttp) => {
			for (const [url, key, field] of [
				['/api/contacts', 'clients', 'createdAt'],
				['/api/calls', 'calls', 'createdAt'],
				['/api/sms', 'conversations', 'lastMessageAt'],
				['/api/sms/conversation_000001/messages', 'messages', 'sentAt'],
			] as const) {
				const { data } = await orderedHttp.get(url);
				const times = data.data[key].map((item: Record<string, string>) => item[field]);
				expect(times).toEqual(sorted(times));
			}
		});
	});

	it('shuffled: in no order of time, yet the same again', async () => {
		await withSimulator({ order: 'shuffled' }, async (other, shuffledHttp) => {
			const first = await shuffledHttp.get('/api/contacts');
			const times = first.data.data.clients.map(
				(client: { createdAt: string }) => client.createdAt,
			);
			expect(times).not.toEqual([...times].sort());
			expect(times).not.toEqual([...times].sort().reverse());
			other.reset();
			expect((await shuffledHttp.get('/api/contacts')).data).toEqual(first.data);
		});
	});

	it('conversationPageLimit is the maximum and bounds the default', async () => {
		await withSimulator({ conversationPageLimit: 20 }, async (_other, limitedHttp) => {
			expect((await limitedHttp.get('/api/sms')).data.data.pagination.limit).toBe(20);
			expect((await limitedHttp.get('/api/sms?limit=21')).status).toBe(400);
		});
	});

	it.each([
		[{ q: 'call_000007' }, 1],
		[{ q: '+15552000017' }, 1],
		[{ q: 'morgan' }, 40],
		[{ status: 'ERROR' }, 13],
		[{ q: 'morgan', status: 'ERROR' }, 13],
		[{}, 120],
	])('calls/search %j finds %i, all at once', async (params, count) => {
		const { data } = await http.get('/api/calls/search', { params });
		expect(data.data.calls).toHaveLength(count);
		expect(data.data).not.toHaveProperty('pagination');
	});

	it('analytics count the calls of the range', async () => {
		const [newest] = simulator.store.calls.all();
		const startDate = newest?.createdAt;
		const { data } = await http.get('/api/calls/analytics', { params: { startDate } });
		expect(data.data.analytics.totalCalls).toBe(1);
		const day = { startDate: '2026-06-01', endDate: '2026-06-01' };
		const whole = await http.get('/api/calls/analytics', { params: day });
		expect(whole.data.data.analytics.totalCalls).toBe(120);
	});
});

describe('writes', () => {
	it('send: a queued message, in a new conversation and then in the same, delivered by the clock', async () => {
		const first = (await http.post('/api/sms/send', sms)).data.data;
		const second = (await http.post('/api/sms/send', { ...sms, body: 'Again' })).data.data;
		expect(first.status).toBe('queued');
		expect(second.conversationId).toBe(first.conversationId);
		const messages = async () =>
			(await http.get(`/api/sms/${first.conversationId}/messages`)).data.data.messages;
		expect(await messages()).toMatchObject([
			{ id: second.messageId, body: 'Again', status: 'queued' },
			{ id: first.messageId, status: 'queued', direction: 'OUTBOUND', fromPhone: own },
		]);
		simulator.clock.advance(2_000);
		expect(await messages()).toMatchObject([{ status: 'DELIVERED' }, { status: 'DELIVERED' }]);
		expect(simulator.ledger).toEqual([
			{ kind: 'sms.send', id: first.messageId, request: 1, body: sms },
			{ kind: 'sms.send', id: second.messageId, request: 2, body: { ...sms, body: 'Again' } },
		]);
		const { data } = await http.get('/api/sms');
		expect(data.data.conversations[0]).toMatchObject({
			id: first.conversationId,
			customerPhone: customer,
			companyPhone: own,
			messageCount: 2,
			unreadCount: 0,
			lastMessagePreview: 'Again',
		});
	});

	it('a reply arrives in the same conversation, inbound', async () => {
		const { conversationId } = (await http.post('/api/sms/send', sms)).data.data;
		simulator.clock.advance(1_000);
		simulator.store.receiveSms({ from: customer, to: own, body: 'Hi back' });
		const { data } = await http.get(`/api/sms/${conversationId}/messages`);
		expect(data.data.messages[0]).toMatchObject({ direction: 'INBOUND', body: 'Hi back' });
		expect(simulator.store.conversations.get(conversationId)).toMatchObject({ unreadCount: 1 });
	});

	it('a call lives by the clock', async () => {
		const { call } = (await http.post('/api/calls/outbound', outbound)).data.data;
		expect(call).toMatchObject({ status: 'REGISTERED', direction: 'OUTBOUND', ...outbound });
		const url = `/api/calls/${call.id}`;
		const now = async () => (await http.get(url)).data.data.call;
		simulator.clock.advance(1_999);
		expect(await now()).toEqual(call);
		simulator.clock.advance(1);
		expect(await now()).toEqual({
			...call,
			status: 'ONGOING',
			startTimestamp: '2026-06-01T12:00:02.000Z',
		});
		const early = await http.get(`${url}/recording`);
		expect(early.status).toBe(404);
		simulator.clock.advance(28_000);
		expect(await now()).toMatchObject({
			status: 'ENDED',
			endTimestamp: '2026-06-01T12:00:30.000Z',
			durationMs: 28_000,
		});
		const { recordingUrl } = (await http.get(`${url}/recording`)).data.data;
		expect(new URL(recordingUrl).origin).toBe(simulator.recordingsUrl);
		expect(simulator.recordingsUrl).not.toBe(simulator.url);
		const wav = await axios.get<Buffer>(recordingUrl, { responseType: 'arraybuffer' });
		expect(wav.headers['content-type']).toBe('audio/wav');
		expect(wav.data.subarray(0, 4).toString()).toBe('RIFF');
		expect(simulator.recordingRequests).toMatchObject([
			{ path: `/recordings/${call.id}.wav`, status: 200 },
		]);
		expect(simulator.recordingRequests[0]?.headers).not.toHaveProperty('x-api-key');
	});

	it.each(['ENDED', 'ERROR'] as const)('endCall %s ends it now', async (status) => {
		const { id } = simulator.store.addCall();
		simulator.store.endCall(id, status);
		expect((await http.get(`/api/calls/${id}`)).data.data.call).toMatchObject({
			status,
			endTimestamp: new Date(simulator.clock.now()).toISOString(),
			durationMs: 0,
		});
	});

	it('a deleted call is gone', async () => {
		const url = '/api/calls/call_000003';
		expect((await http.delete(url)).data).toMatchObject({ success: true, data: {} });
		expect([(await http.delete(url)).status, (await http.get(url)).status]).toEqual([404, 404]);
		expect(simulator.ledger).toMatchObject([
			{ kind: 'call.delete', id: 'call_000003', request: 1 },
		]);
	});

	it.each([
		['+49 (30) 123456', '+4930123456'],
		['0049 30 123456', '+4930123456'],
		['(555) 123-4567', '+15551234567'],
		['1 555 123 4567', '+15551234567'],
		['', ''],
	])('create keeps the phone %j as %j', async (phone, kept) => {
		const { client: made } = (await http.post('/api/contacts', { phone, lastName: 'B' })).data.data;
		expect(made).toMatchObject({ phone: kept, fullName: 'B', source: 'API', isActive: true });
		expect((await http.get(`/api/contacts/${made.id}`)).data.data.client).toEqual(made);
	});

	it.each([
		[false, '', []],
		[true, 'Ada', ['lead', 'vip', 'newsletter', 'churned']],
	])('PUT with putKeepsOmitted %s', async (putKeepsOmitted, firstName, tags) => {
		await withSimulator({ putKeepsOmitted }, async (other, otherHttp) => {
			other.clock.advance(5);
			const { data } = await otherHttp.put('/api/contacts/contact_000001', { lastName: 'Q' });
			const updatedAt = '2026-06-01T12:00:00.005Z';
			expect(data.data.client).toMatchObject({ firstName, tags, lastName: 'Q', updatedAt });
			expect(data.data.client.city).toBe('Austin');
		});
	});

	it('an id of any characters can be asked for, and the log has it raw', async () => {
		simulator.store.addContact({ id: 'a/b c?é%', firstName: 'Odd' });
		const { data } = await http.get(`/api/contacts/${encodeURIComponent('a/b c?é%')}`);
		expect(data.data.client.firstName).toBe('Odd');
		expect(simulator.requests[0]?.path).toBe('/api/v1/api/contacts/a%2Fb%20c%3F%C3%A9%25');
	});
});
