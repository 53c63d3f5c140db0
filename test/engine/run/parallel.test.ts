import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { locator, runAt, runNode } from '../../harness/n8n/engine';
import { serviceTime } from '../../harness/time/serviceTime';
import { until } from '../../harness/time/turns';
import { type Fault, manualClock } from '../../simulator';
import { said } from '../../harness/n8n/messages';
import { indexesOf, saidOf } from '../../harness/random/told';
import { few, withSimulator } from '../../harness/service/service';
import { good } from '../../harness/n8n/parameters';

const { pace, watch } = serviceTime();
const simulator = withSimulator(
	{
		seed: { ...few, contacts: 120 },
		clock: { ...manualClock(), pace },
	},
	watch,
);

const send = { ...good.send, to: '={{ $json.to }}', body: '={{ $json.body }}', options: {} };
const get = {
	resource: 'contact',
	operation: 'get',
	contactId: locator('={{ $json.id }}'),
	simple: true,
	options: {},
};
const number = (index: number) => `+1555030${String(index).padStart(4, '0')}`;
const messages = (count: number, to: (index: number) => string = number) => {
	return Array.from({ length: count }, (_, index) => ({ to: to(index), body: String(index) }));
};
/** Cancels the execution as soon as the service has got so many requests. */
const cancelAt = (requests: number) => (execution: { cancel(): void }) => {
	void until(() => simulator.requests.length >= requests).then(() => execution.cancel());
};
const bodies = () => simulator.ledger.map(({ body }) => body as IDataObject);

describe('side by side', () => {
	test.each([
		['32 by default', {}, 32],
		['as many as the option says', { requestsAtOnce: 5 }, 5],
		['one by one', { requestsAtOnce: 1 }, 1],
	])('%s', async (_name, requestOptions, most) => {
		// No answer comes that makes room for one more.
		simulator.fail({}, { kind: 'hang' }, Infinity);
		await runNode({
			parameters: { ...send, requestOptions },
			items: messages(most * 2),
			credential: simulator,
			started: cancelAt(most),
		});
		expect(simulator.requests).toHaveLength(most);
	});

	test('as many as the option says, though the first item is wrong and the node continues', async () => {
		simulator.latencyMs = 20;
		const { items } = await runNode({
			parameters: { ...send, requestOptions: { requestsAtOnce: 1 } },
			items: [{ to: '', body: 'Hi' }, ...messages(10)],
			credential: simulator,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items).toHaveLength(11);
		expect(simulator.mostInFlight).toBe(1);
	});

	test('the outputs keep the order of the items, whatever order the answers come in', async () => {
		simulator.fail({ body: { to: number(0) } }, { kind: 'delay', ms: 60 });
		simulator.fail({ body: { to: number(1) } }, { kind: 'delay', ms: 30 });
		const { items } = await runNode({
			parameters: send,
			items: messages(4),
			credential: simulator,
		});
		expect(bodies().at(-1)?.to).toBe(number(0));
		const sentTo = new Map(simulator.ledger.map(({ id, body }) => [id, (body as IDataObject).to]));
		expect(items.map(({ json }) => sentTo.get(String(json.messageId)))).toStrictEqual(
			messages(4).map(({ to }) => to),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});

	test('messages to one number keep their order, different numbers do not wait for each other', async () => {
		const toTwo = messages(40, (index) => number(index % 2));
		for (let body = 0; body < 40; body += 3) {
			simulator.fail(
				{ body: { body: String(body) } },
				{ kind: 'delay', ms: 5 + ((body * 7) % 20) },
			);
		}
		await runNode({ parameters: send, items: toTwo, credential: simulator });
		for (const lane of [0, 1]) {
			const order = bodies().flatMap(({ to, body }) => (to === number(lane) ? [Number(body)] : []));
			expect(order).toEqual([...order].sort((a, b) => a - b));
			expect(order).toHaveLength(20);
		}
		expect(simulator.mostInFlight).toBe(2);
	});
});

describe('retries', () => {
	const again: Array<[string, Fault, number[]]> = [
		[
			'503 with Retry-After',
			{ kind: 'status', status: 503, headers: { 'Retry-After': '7' } },
			[7000],
		],
		['429 with Retry-After', { kind: 'rateLimited', retryAfter: '9' }, [9000]],
		['429 that asks for an hour', { kind: 'rateLimited', retryAfter: '3600' }, [60_000]],
		['500', { kind: 'status', status: 500 }, [375]],
		['a reset', { kind: 'reset' }, [375]],
		['half of an answer lost', { kind: 'cutBody' }, [375]],
	];

	test.each(again)('a read after %s waits and succeeds', async (_name, fault, waits) => {
		simulator.fail({ method: 'GET' }, fault);
		const clock = testClock();
		const { items } = await runNode({
			parameters: get,
			items: [{ id: 'contact_000001' }],
			credential: simulator,
			clock,
		});
		expect(items[0].json.id).toBe('contact_000001');
		expect(clock.waits).toEqual(waits);
		expect(simulator.requests).toHaveLength(2);
	});

	test('a Retry-After given as a date counts from the clock', async () => {
		const clock = testClock();
		const date = new Date(clock.now() + 5000).toUTCString();
		simulator.fail({ method: 'POST' }, { kind: 'rateLimited', retryAfter: date });
		await runNode({ parameters: send, items: messages(1), credential: simulator, clock });
		expect(clock.waits).toEqual([5000]);
		expect(simulator.ledger).toHaveLength(1);
	});

	test.each([
		['four by default', {}, 4],
		['as many as the option says', { maxTries: 2 }, 2],
		['off', { maxTries: 1 }, 1],
	])('tries: %s', async (_name, requestOptions, tries) => {
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '1' }, Infinity);
		const { error } = await runAt(simulator, { ...send, requestOptions }, { items: messages(1) });
		expect(error?.message).toBe(`${said.not}sent: SMS to ${number(0)}`);
		expect(error?.httpCode).toBe('429');
		expect(error?.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 1000 });
		expect(simulator.requests).toHaveLength(tries);
	});

	test.each<Fault>([
		{ kind: 'status', status: 500 },
		{ kind: 'status', status: 503, headers: { 'Retry-After': '1' } },
		{ kind: 'reset' },
		{ kind: 'html' },
	])('a send is not repeated after $kind $status', async (fault) => {
		simulator.fail({}, fault);
		const { error } = await runAt(simulator, send, { items: messages(1) });
		expect(error?.message).toBe(`${said.perhaps}sent: SMS to ${number(0)}`);
		expect(error?.context.mayHaveBeenDone).toBe(true);
		expect(error?.description).toContain(said.lookItUp);
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('stopping', () => {
	test('after a failure nothing new starts, and what is under way ends', async () => {
		simulator.latencyMs = 20;
		simulator.fail({ body: { to: number(3) } }, { kind: 'status', status: 400 });
		const result = await runNode({
			parameters: { ...send, requestOptions: { requestsAtOnce: 8 } },
			items: messages(50),
			credential: simulator,
		});
		expect(indexesOf(String(result.error?.message))).toEqual([3]);
		// The first three answers made room for three more.
		expect(simulator.requests).toHaveLength(11);
		expect(simulator.requests.every(({ status }) => status > 0)).toBe(true);
		const isDone = (index: number) => index < 11 && index !== 3;
		expect(saidOf(result, 50).map(({ word }) => word)).toEqual(
			Array.from({ length: 50 }, (_, index) => (isDone(index) ? 'done' : 'not done')),
		);
	});

	test('a cancelled execution ends its waits at once and sends nothing more', async () => {
		// Whoever does not notice the cancel waits a minute, and asks again.
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '60' }, Infinity);
		const { run } = await runNode({
			parameters: send,
			items: messages(40),
			credential: simulator,
			started: cancelAt(32),
		});
		expect(simulator.requests).toHaveLength(32);
		expect(run.status).toBe('canceled');
	});
});
