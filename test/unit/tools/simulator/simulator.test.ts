import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import * as OpenApiValidator from 'express-openapi-validator';
import {
	companyNumbers,
	fastClock,
	manualClock,
	openApiPath,
	operations,
	realClock,
	startSimulator,
	type Fault,
	type Simulator,
	type SimulatorOptions,
} from '../../../simulator';
import { serviceTime } from '../../../harness/time/serviceTime';
import { until } from '../../../harness/time/turns';

const [own] = companyNumbers;
const customer = '+15557654321';
const sms = { to: customer, from: own, body: 'Hello' };
const outbound = { toNumber: customer, fromNumber: own };
const start = Date.parse('2026-06-01T12:00:00.000Z');
const nobody = 'Your_id_is_not_here';

/** Small lists: only paging needs more, and says so. */
const small = { contacts: 230, conversations: 60, messages: 300, calls: 120 };

const { pace, watch } = serviceTime();
let simulator: Simulator;
let http: AxiosInstance;

function client(of: Simulator, key = of.apiKey): AxiosInstance {
	return axios.create({
		baseURL: of.baseUrl,
		headers: { 'x-api-key': key },
		validateStatus: () => true,
		maxRedirects: 0,
	});
}

/** Runs a test against a simulator with other options. */
async function withSimulator(
	options: SimulatorOptions,
	test: (other: Simulator, http: AxiosInstance) => Promise<void>,
): Promise<void> {
	const other = await startSimulator({ seed: small, ...options });
	try {
		await test(other, client(other));
	} finally {
		await other.close();
	}
}

/** The error code of a request that got no whole answer. */
async function broken(request: Promise<AxiosResponse>): Promise<string | undefined> {
	return await request.then(
		(response) => `answered ${response.status}`,
		(error: { code?: string }) => error.code,
	);
}

beforeAll(async () => {
	const clock = { ...manualClock(), pace };
	simulator = await startSimulator({ seed: small, checkAnswers: true, clock });
	watch(simulator);
	http = client(simulator);
});
beforeEach(() => {
	simulator.reset();
	simulator.clock.set(start);
});
afterAll(async () => await simulator.close());

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
		expect(endpoints.map(([operation]) => operation).sort()).toEqual(listed);
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

describe('faults', () => {
	const send = async () => await http.post('/api/sms/send', sms);
	const list = async (page = 1) => await http.get('/api/contacts', { params: { page } });

	it.each<[Fault, number, unknown, number]>([
		[{ kind: 'status', status: 500 }, 500, { success: false, message: expect.any(String) }, 0],
		[
			{ kind: 'status', status: 503, message: 'Busy', processed: true },
			503,
			{ success: false, message: 'Busy' },
			1,
		],
		[{ kind: 'successFalse', message: 'No' }, 200, { success: false, message: 'No' }, 0],
		[{ kind: 'missingSuccess' }, 200, { message: 'SMS queued', data: expect.any(Object) }, 1],
		[{ kind: 'missingData' }, 200, { success: true, message: 'SMS queued' }, 1],
		[{ kind: 'delay', ms: 20 }, 200, expect.objectContaining({ success: true }), 1],
		[{ kind: 'halfBody' }, 200, expect.stringMatching(/^\{"success":true/), 1],
		[{ kind: 'html' }, 502, expect.stringContaining('<html>'), 0],
		[{ kind: 'html', status: 200 }, 200, expect.stringContaining('<html>'), 0],
		[{ kind: 'rateLimited', retryAfter: '7' }, 429, expect.objectContaining({ success: false }), 0],
		[{ kind: 'redirect', to: 'http://127.0.0.1:9/x' }, 302, '', 0],
	])('%j answers %i', async (fault, status, body, carriedOut) => {
		simulator.fail({}, fault);
		const response = await send();
		expect([response.status, response.data]).toEqual([status, body]);
		expect(simulator.ledger).toHaveLength(carriedOut);
		expect(simulator.requests).toMatchObject([{ status, fault: fault.kind, body: sms }]);
		if (fault.kind === 'rateLimited') expect(response.headers['retry-after']).toBe('7');
		if (fault.kind === 'redirect') expect(response.headers.location).toBe(fault.to);
		expect((await send()).data.success).toBe(true);
		expect(simulator.ledger).toHaveLength(carriedOut + 1);
	});

	it.each<[Fault, string, number, number]>([
		[{ kind: 'reset' }, 'ECONNRESET', 0, 0],
		[{ kind: 'reset', processed: true }, 'ECONNRESET', 0, 1],
		[{ kind: 'cutBody' }, 'ERR_BAD_RESPONSE', 200, 1],
	])('%j breaks the connection: %s', async (fault, code, status, carriedOut) => {
		simulator.fail({}, fault);
		const got = await broken(send());
		expect(['ECONNRESET', 'ECONNABORTED', code]).toContain(got);
		expect(simulator.ledger).toHaveLength(carriedOut);
		expect(simulator.requests).toMatchObject([{ status, fault: fault.kind }]);
	});

	it('hang never answers, and close does not wait for it', async () => {
		await withSimulator({}, async (other, otherHttp) => {
			other.fail({}, { kind: 'hang' });
			const hanging = broken(otherHttp.post('/api/sms/send', sms));
			while (other.requests.length === 0) await new Promise(setImmediate);
			await other.close();
			expect(await hanging).toBe('ECONNRESET');
			expect([other.ledger, other.requests[0]?.status]).toEqual([[], 0]);
		});
	});

	it('delay answers later', async () => {
		simulator.fail({}, { kind: 'delay', ms: 60 });
		await list();
		expect(simulator.requests).toMatchObject([{ fault: 'delay', tookMs: 60 }]);
	});

	it('status brings its headers', async () => {
		const headers = { 'Retry-After': '3', 'X-Trace': 'abc' };
		simulator.fail({}, { kind: 'status', status: 503, headers });
		expect((await list()).headers).toMatchObject({ 'retry-after': '3', 'x-trace': 'abc' });
	});

	it('wrongPage answers with another page', async () => {
		const second = (await list(2)).data;
		simulator.fail({}, { kind: 'wrongPage' });
		expect((await list(1)).data).toEqual(second);
	});

	it.each([{}, null, { total: 'many', page: -1 }])('pagination becomes %j', async (value) => {
		await withSimulator({}, async (other, otherHttp) => {
			other.fail({}, { kind: 'pagination', value });
			const { data } = await otherHttp.get('/api/contacts');
			expect([data.data.pagination, data.data.clients.length]).toEqual([value, 50]);
		});
	});

	it.each(['newest-first', 'oldest-first'] as const)('shift moves a %s list', async (order) => {
		await withSimulator({ order }, async (other, otherHttp) => {
			for (const [url, key, total] of [
				['/api/contacts', 'clients', 230],
				['/api/calls', 'calls', 120],
			] as const) {
				const first = (await otherHttp.get(url)).data.data[key];
				other.fail({ query: { page: '2' } }, { kind: 'shift', by: 3 });
				const second = (await otherHttp.get(url, { params: { page: 2 } })).data.data;
				expect(second.pagination.total).toBe(total + 3);
				expect(second[key].slice(0, 3)).toEqual(first.slice(-3));
				other.fail({}, { kind: 'shift', by: -5 });
				const third = (await otherHttp.get(url)).data.data;
				expect(third.pagination.total).toBe(total - 2);
				expect(third[key][0]).toEqual(first[2]);
			}
		});
	});

	it.each([
		[{ method: 'get' }, [200, 500, 500]],
		[{ path: '/api/sms/send' }, [500, 200, 200]],
		[{ path: '/api/v1/api/sms/send' }, [500, 200, 200]],
		[{ path: '/api/contacts' }, [200, 500, 200]],
		[{ path: '/api/contacts*' }, [200, 500, 500]],
		[{ path: '/api/contacts/{clientId}' }, [200, 200, 500]],
		[{ path: /sms|_000001$/g }, [500, 200, 500]],
		[{ body: { to: customer } }, [500, 200, 200]],
		[{ body: { to: own } }, [200, 200, 200]],
		[{ query: { page: '1' } }, [200, 500, 200]],
		[{ every: 2 }, [200, 500, 200]],
		[{ every: 3 }, [200, 200, 500]],
	])('match %j', async (match, expected) => {
		simulator.fail(match, { kind: 'status', status: 500 }, Infinity);
		const statuses = [await send(), await list(), await http.get('/api/contacts/contact_000001')];
		expect(statuses.map(({ status }) => status)).toEqual(expected);
	});

	it('are exact about times and every, and tried in the order added', async () => {
		simulator.fail({ every: 3 }, { kind: 'status', status: 503 }, 2);
		simulator.fail({}, { kind: 'status', status: 500 }, 2);
		const statuses: number[] = [];
		for (let number = 1; number <= 10; number++) statuses.push((await list()).status);
		expect(statuses).toEqual([500, 500, 503, 200, 200, 503, 200, 200, 200, 200]);
		simulator.fail({}, { kind: 'status', status: 500 }, Infinity);
		expect((await list()).status).toBe(500);
		simulator.clearFaults();
		expect((await list()).status).toBe(200);
	});

	it('failRandomly fails about its share, the same each time', async () => {
		const run = async () => {
			simulator.reset();
			simulator.failRandomly({
				seed: 7,
				rate: 0.3,
				faults: [{ kind: 'html' }, { kind: 'rateLimited' }],
			});
			const statuses: number[] = [];
			for (let number = 1; number <= 60; number++) {
				statuses.push((await http.get('/api/contacts/contact_000001')).status);
			}
			return statuses;
		};
		const first = await run();
		expect(await run()).toEqual(first);
		expect(new Set(first)).toEqual(new Set([200, 429, 502]));
		expect(first.filter((status) => status !== 200).length).toBeGreaterThan(8);
		expect(first.filter((status) => status !== 200).length).toBeLessThan(30);
	});

	it('reach recordings only by path', async () => {
		const url = `${simulator.recordingsUrl}/recordings/call_000001.wav`;
		simulator.fail({}, { kind: 'html' }, Infinity);
		expect((await http.get(url)).status).toBe(200);
		simulator.fail({ path: '/recordings/*' }, { kind: 'redirect', to: '/elsewhere' });
		expect((await http.get(url)).status).toBe(302);
		expect((await http.get(`${simulator.recordingsUrl}/recordings/${nobody}.wav`)).status).toBe(
			404,
		);
	});
});

describe('the simulator', () => {
	it('knows how many requests were under way at once', async () => {
		simulator.latencyMs = 20;
		await Promise.all([1, 2, 3, 4].map(async () => await http.get('/api/calls/call_000001')));
		expect(simulator.mostInFlight).toBe(4);
		simulator.reset();
		for (let number = 0; number < 3; number++) await http.get('/api/calls/call_000001');
		expect(simulator.mostInFlight).toBe(1);
	});

	it('resets to the same data', async () => {
		const before = (await http.get('/api/contacts')).data;
		await http.post('/api/contacts', { firstName: 'New' });
		simulator.reset();
		expect([simulator.requests, simulator.ledger]).toEqual([[], []]);
		expect((await http.get('/api/contacts')).data).toEqual(before);
	});

	it('drops what waits for its answer at a reset: nothing of it counts afterwards', async () => {
		simulator.fail({}, { kind: 'delay', ms: 60 });
		simulator.fail({}, { kind: 'hang' });
		const both = [1, 2].map(async () => await broken(http.post('/api/sms/send', sms)));
		await until(() => simulator.held.size === 2);
		simulator.reset();
		expect(await Promise.all(both)).toEqual(['ECONNRESET', 'ECONNRESET']);
		await http.get('/api/calls/call_000001');
		expect(simulator.mostInFlight).toBe(1);
		expect(simulator.requests).toMatchObject([{ method: 'GET' }]);
		expect(simulator.ledger).toEqual([]);
	});

	it('answers openapi.yaml does not allow are caught by checkAnswers', async () => {
		const { id } = simulator.store.addContact({ status: 5 as never });
		const { status, data } = await http.get(`/api/contacts/${id}`);
		expect([status, data.success]).toEqual([500, false]);
	});

	it('keeps connections open', async () => {
		const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
		const request = `GET /api/v1/api/calls/call_000001 HTTP/1.1\r\nHost: x\r\nx-api-key: ${simulator.apiKey}\r\n\r\n`;
		let received = '';
		socket.on('data', (bytes) => (received += bytes.toString()));
		for (const count of [1, 2]) {
			socket.write(request);
			while (received.split('HTTP/1.1 200').length - 1 < count) await new Promise(setImmediate);
		}
		expect(received).toContain('Keep-Alive: timeout=5');
		socket.destroy();
	});

	it('can go by the real clock', async () => {
		const began = Date.now();
		await withSimulator({ clock: realClock() }, async (other, otherHttp) => {
			const { call } = (await otherHttp.post('/api/calls/outbound', outbound)).data.data;
			const created = Date.parse(call.createdAt);
			expect(created).toBeGreaterThanOrEqual(began);
			expect(created).toBeLessThanOrEqual(Date.now());
			other.clock.advance(30_000);
			expect(other.store.calls.get(call.id)?.status).toBe('ENDED');
		});
	});
});

describe('control from another process', () => {
	const control = async (method: string, path: string, data?: unknown) => {
		const url = `${simulator.url}/__simulator${path}`;
		return (await axios.request({ method, url, data })).data;
	};

	it('reads the ledger and the counts, and is not logged itself', async () => {
		await http.post('/api/sms/send', sms);
		await http.get('/api/calls');
		expect(await control('GET', '/ledger')).toMatchObject([{ kind: 'sms.send', request: 1 }]);
		const counts = { requests: 2, ledger: 1, mostInFlight: 1, contacts: 230 };
		expect(await control('GET', '/stats')).toMatchObject(counts);
		await control('POST', '/reset');
		expect(simulator.requests).toEqual([]);
	});

	it.each([
		[200, 'a program', '{}'],
		[200, 'the phone', '{"Origin":"http://127.0.0.1:PORT"}'],
		[200, 'the phone', '{"Host":"localhost:PORT","Origin":"http://localhost:PORT"}'],
		[403, 'n8n in a browser', '{"Origin":"http://127.0.0.1:5678"}'],
		[403, 'a page of a file or a frame', '{"Origin":"null"}'],
		[403, 'a page under a name that leads here', '{"Host":"evil.example:PORT"}'],
	])('answers %i to %s', async (status, _who, given) => {
		const headers = JSON.parse(given.replaceAll('PORT', new URL(simulator.url).port));
		const ways = { headers, validateStatus: () => true };
		const posted = await axios.post(`${simulator.url}/__simulator/sms`, [], ways);
		const read = await axios.get(`${simulator.url}/phone/state`, ways);
		expect([posted.status, read.status]).toEqual([status, status]);
		expect(simulator.requests).toEqual([]);
	});

	it('sets faults, clock and latency', async () => {
		const fault = { kind: 'html' };
		await control('POST', '/faults', {
			match: { path: '/api/contacts*' },
			fault,
			times: 'Infinity',
		});
		await control('POST', '/faults', [{ match: { path: '/api/calls' }, fault }]);
		const statuses = async () => [
			(await http.get('/api/contacts')).status,
			(await http.get('/api/calls')).status,
		];
		expect([await statuses(), await statuses()]).toEqual([
			[502, 502],
			[502, 200],
		]);
		expect(await control('POST', '/clock', { advance: 500 })).toEqual({ now: start + 500 });
		await control('POST', '/latency', { ms: 3 });
		expect(simulator.latencyMs).toBe(3);
	});

	it('adds records, one or many', async () => {
		expect(
			await control('POST', '/contacts', [{ firstName: 'A' }, { firstName: 'B' }]),
		).toHaveLength(2);
		const [call] = await control('POST', '/calls', { toNumber: customer });
		expect(call).toMatchObject({ status: 'REGISTERED', toNumber: customer });
		expect(await control('POST', `/calls/${call.id}/end`, { status: 'ERROR' })).toMatchObject([
			{ id: call.id, status: 'ERROR' },
		]);
		const [message] = await control('POST', '/sms', [{ from: customer, to: own, body: 'Hi' }]);
		expect(message).toMatchObject({ direction: 'INBOUND', status: 'DELIVERED' });
	});

	it('presses a button on the page that the last SMS with a link leads to', async () => {
		await expect(control('POST', '/answer', { decision: 'approve' })).rejects.toThrow('404');
		const pressed: string[] = [];
		const pages = createServer((req, res) => {
			req.on('data', (text: Buffer) => pressed.push(`${req.method} ${req.url} ${text.toString()}`));
			req.on('end', () => res.end('<head><title>n8n</title></head><h1>Thank you</h1>'));
		});
		pages.listen(0, '127.0.0.1');
		await once(pages, 'listening');
		const { port } = pages.address() as AddressInfo;
		const link = `http://127.0.0.1:${port}/ask`;
		await http.post('/api/sms/send', { ...sms, body: `Can you come?\n${link}` });
		await http.post('/api/sms/send', sms);
		expect(await control('POST', '/answer', { decision: 'approve' })).toEqual({
			link,
			page: 'Thank you',
		});
		expect(pressed).toEqual(['POST /ask decision=approve']);
		pages.close();
	});
});

describe('a fast clock', () => {
	it("begins with the machine's, runs away from it, and can be moved", () => {
		jest.useFakeTimers({ now: start });
		const clock = fastClock(1000);
		expect(clock.now()).toBe(start);
		jest.advanceTimersByTime(2);
		expect(clock.now()).toBe(start + 2_000);
		clock.advance(3_600_000);
		expect(clock.now()).toBe(start + 3_602_000);
		clock.set(start);
		expect(clock.now()).toBe(start);
		jest.useRealTimers();
	});
});
