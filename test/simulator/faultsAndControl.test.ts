import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import axios, { type AxiosInstance } from 'axios';

import { until } from '../harness/time/turns';
import { fastClock, realClock, type Fault, type Simulator } from '.';
import { broken, customer, nobody, own, sms, start, withSimulator, forTests } from './testService';

let simulator: Simulator;
let http: AxiosInstance;
forTests((ours, itsClient) => {
	simulator = ours;
	http = itsClient;
});

const outbound = { toNumber: customer, fromNumber: own };
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
