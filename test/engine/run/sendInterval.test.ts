import type { IDataObject } from 'n8n-workflow';

import { canceling } from '../../harness/n8n/canceling';
import { withTimedStore } from '../../harness/n8n/deduplication';
import { runNode, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { serviceTime } from '../../harness/time/serviceTime';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';

const service = serviceTime();
const { time, arrivals } = service;
const { simulator, table } = withTimedStore(service);

const number = (index: number) => `+1555080${String(index).padStart(4, '0')}`;
const messages = (...bodies: string[]) =>
	bodies.map((body, index) => ({ to: number(index), body }) as IDataObject);
const parameters = (options: IDataObject) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: '={{ $json.body }}',
	...collections({ sendInterval: 1, ...options }),
});

async function send(items: IDataObject[], options: IDataObject = {}, more: Partial<NodeRun> = {}) {
	const began = time.passed();
	const given = { items, credential: simulator, clock: time, ...more };
	const result = await time.run(runNode({ parameters: parameters(options), ...given }));
	const at = arrivals('POST').map((one) => one - began);
	const sent = simulator.requests.flatMap(({ body }) => (body as { body?: string })?.body ?? []);
	return { ...result, at, sent, took: time.passed() - began };
}

/** Milliseconds between each and the one before. */
const gaps = (at: number[]) => at.slice(1).map((one, before) => one - at[before]);

test('messages go out an interval apart, in the order of the items', async () => {
	const { at, sent, items, took } = await send(messages('a', 'b', 'c', 'd'));
	expect(sent).toStrictEqual(['a', 'b', 'c', 'd']);
	expect(gaps(at)).toStrictEqual([1000, 1000, 1000]);
	expect(items).toHaveLength(4);
	expect(took).toBe(3000);
});

test('calls, too', async () => {
	const began = time.passed();
	await time.run(
		runNode({
			parameters: {
				...good.createCall,
				toNumber: '={{ $json.to }}',
				additionalFields: {},
				options: { sendInterval: '60' },
			},
			items: messages('a', 'b', 'c'),
			credential: simulator,
			clock: time,
		}),
	);
	expect(arrivals('POST').map((one) => one - began)).toStrictEqual([0, 60_000, 120_000]);
});

test('an interval of ten minutes is ten minutes', async () => {
	const { at } = await send(messages('a', 'b', 'c'), { sendInterval: 600 });
	expect(gaps(at)).toStrictEqual([600_000, 600_000]);
});

test.each([
	[0.5, 500],
	['0.5', 500],
	[' 2 ', 2000],
	['.25', 250],
	['={{ 1 / 3 }}', 333],
	// 1.1 * 1000 is 1100.0000000000002, which no timer takes.
	[1.1, 1100],
])('an interval of %j seconds is %d ms', async (sendInterval, ms) => {
	const { at } = await send(messages('a', 'b', 'c'), { sendInterval });
	expect(gaps(at)).toStrictEqual([ms, ms]);
});

test('strictly in order, even where some go to one number and the first answer is late', async () => {
	const items = ['a', 'b', 'c', 'd', 'e'].map((body, index) => {
		return { to: number(index < 3 ? 0 : 1), body };
	});
	simulator.fail({ body: { body: 'a' } }, { kind: 'delay', ms: 100 });
	const { at, sent } = await send(items, { sendInterval: 0.02 });
	expect(sent).toStrictEqual(['a', 'b', 'c', 'd', 'e']);
	// b and c go to the number of a; d and e keep their places behind them.
	expect(at).toStrictEqual([0, 100, 120, 140, 160]);
});

test('in the order of the items, where some go even to people with the tag', async () => {
	const items = messages('a', 'b', 'c', 'd').map((one, index) => ({
		...one,
		all: index % 2 === 0,
	}));
	const credential = { ...simulator, skipTag: 'no-sms' };
	const { at, sent } = await send(items, { sendToTagged: '={{ $json.all }}' }, { credential });
	expect(sent).toStrictEqual(['a', 'b', 'c', 'd']);
	expect(gaps(at)).toStrictEqual([1000, 1000, 1000]);
});

test('several may be under way, as many as Requests at Once says', async () => {
	simulator.latencyMs = 100;
	await send(messages('a', 'b', 'c', 'd'), { sendInterval: 0.001 });
	expect(simulator.mostInFlight).toBe(4);
	simulator.reset();
	simulator.latencyMs = 20;
	const { sent } = await send(messages('a', 'b', 'c', 'd'), {
		sendInterval: 0.001,
		requestsAtOnce: 1,
	});
	expect(sent).toStrictEqual(['a', 'b', 'c', 'd']);
	expect(simulator.mostInFlight).toBe(1);
});

describe('what docs/operators.md says of a limit that several executions share', () => {
	const sideBySide = async (executions: number, ...bodies: string[]) => {
		const began = time.passed();
		const runs = Array.from({ length: executions }, () =>
			runNode({
				parameters: parameters({ sendInterval: 1 }),
				items: messages(...bodies),
				credential: simulator,
				clock: time,
			}),
		);
		await time.run(Promise.all(runs));
		return arrivals('POST').map((at) => at - began);
	};

	test('each execution keeps the interval by itself: four at once send four times as fast', async () => {
		const at = await sideBySide(4, 'a', 'b', 'c');
		expect(at).toStrictEqual([0, 0, 0, 0, 1000, 1000, 1000, 1000, 2000, 2000, 2000, 2000]);
	});

	test('an execution with one message waits for nothing', async () => {
		expect(await sideBySide(4, 'a')).toStrictEqual([0, 0, 0, 0]);
	});

	test('nor does one hear of the 429 that another one waits for', async () => {
		simulator.fail({ body: { body: 'a' } }, { kind: 'rateLimited', retryAfter: '30' });
		const at = await sideBySide(2, 'a', 'b');
		// Both begin; one is refused and waits 30 s, the other goes on after its interval.
		expect(at).toStrictEqual([0, 0, 1000, 30_000, 31_000]);
	});
});

test('the value of the first item counts', async () => {
	const items = messages('a', 'b', 'c').map((one, index) => ({ ...one, every: index + 1 }));
	const { at } = await send(items, { sendInterval: '={{ $json.every }}' });
	expect(gaps(at)).toStrictEqual([1000, 1000]);
});

test('a wrong item takes no interval where the node goes on', async () => {
	const items = messages('a', 'b', 'c', 'd');
	items[1].to = 'nobody';
	items[2].to = '';
	const {
		at,
		sent,
		items: given,
	} = await send(items, {}, { settings: { onError: 'continueRegularOutput' } });
	expect(sent).toStrictEqual(['a', 'd']);
	expect(at).toStrictEqual([0, 1000]);
	expect(given.map(({ json }) => 'error' in json)).toStrictEqual([false, true, true, false]);
});

test('a refused item takes its interval, and the others go on', async () => {
	simulator.fail({ body: { body: 'b' } }, { kind: 'status', status: 400 });
	const { at, sent } = await send(
		messages('a', 'b', 'c'),
		{},
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(sent).toStrictEqual(['a', 'b', 'c']);
	expect(gaps(at)).toStrictEqual([1000, 1000]);
});

test('the first failure ends it at once where the node stops', async () => {
	simulator.fail({ body: { body: 'b' } }, { kind: 'status', status: 400 });
	const { error, sent, took } = await send(messages('a', 'b', 'c', 'd'));
	expect(sent).toStrictEqual(['a', 'b']);
	expect(error?.description).toContain(
		`1 of 4 is sent. ${said.againWithout} ${said.left} items 2-4`,
	);
	expect(took).toBe(1000);
});

test('what an earlier try has sent takes no interval', async () => {
	simulator.fail({ body: { body: 'c' } }, { kind: 'status', status: 400 });
	const { at, sent, took } = await send(
		messages('a', 'b', 'c', 'd'),
		{},
		{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
	);
	expect(sent).toStrictEqual(['a', 'b', 'c', 'c', 'd']);
	expect(at).toStrictEqual([0, 1000, 2000, 2000, 3000]);
	expect(took).toBe(3000);
});

test('what Send Once skips takes no interval', async () => {
	const options = { onceKey: '={{ $json.body }}' };
	await send(messages('a', 'b', 'c').slice(1), options);
	const { at, items, took } = await send(messages('a', 'b', 'c', 'd'), options);
	expect(at.slice(2)).toStrictEqual([0, 1000]);
	expect(items.map(({ json }) => json.outcome === 'skipped')).toStrictEqual([
		false,
		true,
		true,
		false,
	]);
	expect(took).toBe(1000);
	const again = await send(messages('a', 'b', 'c', 'd'), options);
	expect(again.items.map(({ json }) => json.outcome === 'skipped')).toStrictEqual([
		true,
		true,
		true,
		true,
	]);
	expect(again.took).toBe(0);
});

/** An execution that is killed when it has taken the key and sent nothing. */
async function leaveTaken(item: IDataObject) {
	const given = { items: [item], credential: simulator, clock: time };
	await table.killed(async () => {
		return await runNode({ parameters: parameters({ onceKey: '={{ $json.body }}' }), ...given });
	});
}

test.each<[IDataObject, number]>([
	[{}, 1],
	[{ skipTag: 'no-sms' }, 3],
	[{ requestsAtOnce: 1 }, 3],
])('with %j, three keys that a crash left taken last as long as %i', async (options, count) => {
	for (const item of messages('a', 'b', 'c')) await leaveTaken(item);
	const { items, took } = await send(
		messages('a', 'b', 'c', 'd'),
		{ onceKey: '={{ $json.body }}', ...options },
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(items.map(({ json }) => 'error' in json)).toStrictEqual([true, true, true, false]);
	// Timeout and 15 s, and the time of the last look.
	expect(took).toBeGreaterThanOrEqual(count * 45_000);
	expect(took).toBeLessThan(count * 47_000);
});

test.each([
	['a', '2', [2000, 1000, 1000, 1000]],
	['b', '2', [1000, 2000, 1000, 1000]],
	['b', '60', [1000, 60_000, 1000, 1000]],
	['d', '2', [1000, 1000, 1000, 2000]],
])('a retry of %s, %s s after 429, keeps the order and the interval', async (body, after, all) => {
	simulator.fail({ body: { body } }, { kind: 'rateLimited', retryAfter: after });
	const { at, sent } = await send(messages('a', 'b', 'c', 'd'));
	expect(sent.join('')).toBe('abcd'.replace(body, body + body));
	expect(gaps(at)).toStrictEqual(all);
});

test.each([
	[0, '0'],
	[-1, '-1'],
	[0.0004, '0.0004'],
	['soon', '"soon"'],
	['0,5', '"0,5"'],
	['1 s', '"1 s"'],
	['Infinity', '"Infinity"'],
	['', '""'],
	[null, 'null'],
	[true, 'true'],
	['={{ $json.every }}', 'nothing'],
	['={{ $json.every ?? "" }}', 'null'],
	['={{ null }}', 'null'],
	['={{ NaN }}', 'NaN'],
])('the interval is not %j', async (sendInterval, shown) => {
	const { error } = await send(messages('a'), { sendInterval });
	expect(error?.message).toContain(`'Send Interval' ${said.notSeconds}`);
	expect(error?.message).toContain(`not ${shown}`);
	expect(error?.description).toContain('with a decimal point, e.g. 0.5');
	expect(simulator.requests).toStrictEqual([]);
});

test('a canceled run ends at once, in the middle of an interval', async () => {
	const { started, code, cancel, thrown } = canceling();
	void time.sleep(17_000).then(cancel);
	const { took } = await send(messages('a', 'b', 'c'), { sendInterval: 3600 }, { started, code });
	const description = expect.stringContaining('1 of 3 is sent.') as string;
	expect(await thrown()).toMatchObject({ description });
	expect(took).toBe(17_000);
	expect(simulator.requests).toHaveLength(1);
});

test('looks at calls that are waited for keep no interval', async () => {
	await time.run(
		runNode({
			parameters: {
				...good.createCall,
				toNumber: '={{ $json.to }}',
				additionalFields: {},
				options: { waitForEnd: true, waitInterval: 5, waitLimit: 1, sendInterval: 30 },
			},
			items: messages('a', 'b', 'c'),
			credential: simulator,
			clock: time,
		}),
	);
	const looks = arrivals('GET');
	expect(looks.length).toBeGreaterThanOrEqual(3);
	expect(looks[2] - looks[0]).toBeLessThan(1000);
});
