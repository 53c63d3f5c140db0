import axios, { type AxiosInstance } from 'axios';
import { serviceTime } from '../harness/time/serviceTime';
import { companyNumbers, manualClock, startSimulator, type Simulator } from '.';
import { Bucket, Slots } from './limits';

const sms = { to: '+15557654321', from: companyNumbers[0], body: 'Hello' };

const { pace, watch } = serviceTime();
let simulator: Simulator;
let http: AxiosInstance;

beforeAll(async () => {
	const seed = { contacts: 5, conversations: 5, messages: 5, calls: 5 };
	simulator = await startSimulator({ seed, clock: { ...manualClock(), pace } });
	watch(simulator);
	http = axios.create({
		baseURL: simulator.baseUrl,
		headers: { 'x-api-key': simulator.apiKey },
		validateStatus: () => true,
	});
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

const send = async () => await http.post('/api/sms/send', sms);
const control = async (method: string, path: string, data?: unknown) =>
	(await axios.request({ method, url: `${simulator.url}/__simulator${path}`, data })).data;

describe('slots', () => {
	it.each<[string, number[], number[]]>([
		['at once, while there is one', [0, 0], [40, 40]],
		['in order, once all are taken', [0, 0, 0, 0, 0], [40, 40, 80, 80, 120]],
		['as if nobody had waited, after a pause', [0, 0, 0, 500], [40, 40, 80, 540]],
		['the one that is free first', [0, 10, 20, 30], [40, 50, 80, 90]],
	])('are given %s', (_case, arrivals, done) => {
		const slots = new Slots({ slots: 2, serviceMs: 40 });
		expect(arrivals.map((now) => slots.doneAt(now))).toEqual(done);
	});

	it('a service with slots works on so many at a time, and the others wait in order', async () => {
		simulator.limitSlots({ slots: 2, serviceMs: 200 });
		await Promise.all(Array.from({ length: 6 }, send));
		expect(simulator.mostInFlight).toBe(6);
		expect(simulator.requests.map(({ tookMs }) => tookMs)).toEqual([200, 200, 400, 400, 600, 600]);
		expect(simulator.ledger.map(({ request }) => request)).toEqual([1, 2, 3, 4, 5, 6]);
	});

	it('are set and lifted from another process, and by a reset', async () => {
		const took = () => simulator.requests.map(({ tookMs }) => tookMs);
		await control('POST', '/slots', { slots: 1, serviceMs: 150 });
		await Promise.all([send(), send()]);
		expect((await control('GET', '/stats')).meanMs).toBe(225);
		await control('POST', '/slots', {});
		await send();
		expect(took()).toEqual([150, 300, 0]);
		await control('POST', '/slots', { slots: 1, serviceMs: 150 });
		simulator.reset();
		await send();
		expect(took()).toEqual([0]);
	});
});

describe('token bucket', () => {
	const limit = { ratePerSecond: 50, burst: 2, retryAfter: true };

	it.each<[string, number[], Array<number | 'one'>]>([
		['the burst, then nothing until there is a token', [0, 0, 0, 5], ['one', 'one', 20, 15]],
		['one for each 20 ms', [0, 0, 20, 40, 50], ['one', 'one', 'one', 'one', 10]],
		['parts of a token, kept', [0, 0, 15, 30, 40], ['one', 'one', 5, 'one', 'one']],
		['never more than the burst', [0, 0, 9_000, 9_000, 9_000], ['one', 'one', 'one', 'one', 20]],
		['nothing for a clock that was put back', [0, 0, -100, -80], ['one', 'one', 20, 'one']],
	])('gives %s', (_case, times, waits) => {
		const bucket = new Bucket(limit, 0);
		expect(times.map((now) => bucket.take(now) ?? 'one')).toEqual(waits);
	});

	it.each([
		['says in whole seconds when to come back', true, '1'],
		['says nothing of when to come back', false, undefined],
	])('a refused request is not carried out, and %s', async (_case, retryAfter, said) => {
		simulator.limitRate({ ...limit, retryAfter });
		const answers = [await send(), await send(), await send()];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(answers[2]?.headers['retry-after']).toBe(said);
		expect(answers[2]?.data).toEqual({ success: false, message: 'Too many requests' });
		expect([simulator.ledger.length, simulator.refused]).toEqual([2, 1]);
		expect(simulator.requests[2]).toMatchObject({ status: 429, body: sms });
		simulator.clock.advance(20);
		expect((await send()).status).toBe(200);
	});

	it('counts in whole seconds, upwards, how long a slow bucket takes', async () => {
		simulator.limitRate({ ratePerSecond: 0.4, burst: 1, retryAfter: true });
		await send();
		expect((await send()).headers['retry-after']).toBe('3');
	});

	it('is set and lifted from another process, and by a reset', async () => {
		await control('POST', '/rate', { ratePerSecond: 1, burst: 1, retryAfter: false });
		await send();
		await send();
		expect(await control('GET', '/stats')).toMatchObject({
			refused: 1,
			firstAt: simulator.requests[0]?.at,
		});
		await control('POST', '/rate', {});
		expect((await send()).status).toBe(200);
		await control('POST', '/rate', { ratePerSecond: 1, burst: 0, retryAfter: false });
		simulator.reset();
		expect([(await send()).status, simulator.refused]).toEqual([200, 0]);
	});
});
