import { contextOf, runAt, runNode } from '../../../harness/n8n/engine';
import { testClock } from '../../../harness/time/clock';
import type { Fault } from '../../../simulator';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';
import { few, withSimulator } from '../../../harness/service/service';
import { good } from '../../../harness/n8n/parameters';

const simulator = withSimulator({ seed: few });

const number = (index: number) => `+1555020${String(index).padStart(4, '0')}`;
const people = Array.from({ length: 10 }, (_, index) => ({
	to: number(index),
	body: `Hi ${index}`,
}));
const parameters = { ...good.send, to: '={{ $json.to }}', body: '={{ $json.body }}', options: {} };
/** n8n takes 0 as 1,000 ms. */
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const timesSeen = (index: number) => {
	return simulator.requests.filter(({ body }) => (body as { to: string }).to === number(index))
		.length;
};
const timesSent = (index: number) => {
	return simulator.ledger.filter(({ body }) => (body as { to: string }).to === number(index))
		.length;
};

describe("n8n's Retry On Fail with a fault at item 5 of 10", () => {
	test('sends every message once when the fault proves that nothing was done', async () => {
		simulator.fail(
			{ body: { to: number(5) } },
			{ kind: 'status', status: 400, message: 'Not now' },
		);
		const { items, error } = await runAt(simulator, parameters, {
			items: people,
			settings: retryOnFail,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(
			people.map((_, item) => ({ item })),
		);
		expect(simulator.ledger).toHaveLength(10);
		people.forEach((_, index) => expect(timesSent(index)).toBe(1));
		people.forEach((_, index) => expect(timesSeen(index)).toBe(index === 5 ? 2 : 1));
		const sent = new Map(
			simulator.ledger.map(({ id, body }) => [id, (body as { to: string }).to] as const),
		);
		expect(items.map(({ json }) => sent.get(String(json.messageId)))).toStrictEqual(
			people.map(({ to }) => to),
		);
	});

	test.each<[string, Fault]>([
		['reset after it was sent', { kind: 'reset', processed: true }],
		['500 after it was sent', { kind: 'status', status: 500, processed: true }],
		['half an answer', { kind: 'halfBody' }],
	])('never repeats an unsure one: %s', async (_name, fault) => {
		simulator.fail({ body: { to: number(5) } }, fault);
		const { error } = await runAt(
			simulator,
			{ ...parameters, requestOptions: { requestsAtOnce: 1 } },
			{ items: people, settings: retryOnFail },
		);
		expect(error?.message).toBe(`${said.perhapsBefore}: SMS to ${number(5)} (item 6)`);
		// Only a failure of this try stops a run: the next try sends to the others.
		expect(error?.description).toContain('9 of 10 are sent.');
		people.forEach((_, index) => expect(timesSeen(index)).toBe(1));
		expect(timesSent(5)).toBe(1);
	});

	test('with Continue on Fail, too, although n8n runs everything again', async () => {
		simulator.fail(
			{ body: { to: number(0) } },
			{ kind: 'status', status: 400, message: 'Not now' },
		);
		const { items, error } = await runAt(simulator, parameters, {
			items: people,
			settings: { ...retryOnFail, onError: 'continueRegularOutput' },
		});
		expect(error).toBeUndefined();
		expect(items.filter((item) => item.json.error !== undefined)).toEqual([]);
		people.forEach((_, index) => expect(timesSent(index)).toBe(1));
	});
});

test.each([
	['stops on errors: the order stays', undefined, ['first', 'second']],
	['continues: what was refused goes out later', 'continueRegularOutput', ['second', 'first']],
] as const)('two messages to one number, where the node %s', async (_what, onError, order) => {
	const to = number(0);
	simulator.fail({ body: { body: 'first' } }, { kind: 'status', status: 400, message: 'Not now' });
	await runAt(simulator, parameters, {
		items: ['first', 'second'].map((body) => ({ to, body })),
		settings: { ...retryOnFail, onError },
	});
	expect(simulator.ledger.map(({ body }) => (body as { body: string }).body)).toStrictEqual(order);
});

test('what is remembered goes with the success of the run', async () => {
	simulator.fail({ body: { to: number(5) } }, { kind: 'status', status: 400 });
	const { run } = await runAt(simulator, parameters, { items: people, settings: retryOnFail });
	expect(run.data.executionData?.contextData).toEqual({ 'node:Voice and SMS': {} });
});

describe('an accepted answer that carries an error key, which n8n takes for a failure', () => {
	test.each<[string, unknown]>([
		['empty text', ''],
		['an object', { code: 7 }],
		['a text', 'none'],
		['true', true],
		['null', null],
	])('%s: each message is sent once', async (_name, error) => {
		simulator.fail({}, { kind: 'moreData', value: { error } }, Infinity);
		const { items } = await runAt(simulator, parameters, {
			items: people,
			settings: { ...retryOnFail, onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => [json.status, json.error])).toEqual(
			people.map(() => ['queued', error]),
		);
		people.forEach((_, index) => expect(timesSeen(index)).toBe(1));
	});

	test('also when the node stops on errors', async () => {
		simulator.fail({}, { kind: 'moreData', value: { error: '' } }, Infinity);
		await runAt(simulator, parameters, { items: people, settings: retryOnFail });
		people.forEach((_, index) => expect(timesSeen(index)).toBe(1));
	});
});

test('large answers come back whole', async () => {
	const note = 'x'.repeat(300_000);
	const texts = Array.from({ length: 20 }, (_, index) => ({ to: number(index), body: 'Hi' }));
	simulator.fail({ body: { to: number(19) } }, { kind: 'status', status: 400 });
	simulator.fail({}, { kind: 'moreData', value: { note } }, Infinity);
	const { items, hints } = await runAt(
		simulator,
		{ ...parameters, requestOptions: { requestsAtOnce: 1 } },
		{ items: texts, settings: retryOnFail },
	);
	expect(items.map(({ json }) => json.note === note)).toEqual(texts.map(() => true));
	expect(hints).toEqual([]);
	expect(simulator.ledger).toHaveLength(20);
});

test('"Retry" on the failed execution sends only what was not sent', async () => {
	simulator.fail({ body: { to: number(5) } }, { kind: 'status', status: 400 });
	const options = { parameters, items: people, credential: simulator, clock: testClock() };
	const failed = await runNode(options);
	expect(failed.error).toBeDefined();
	const contextData = contextOf(failed);
	const again = await runNode({ ...options, contextData });
	expect(again.error).toBeUndefined();
	expect(again.items).toHaveLength(10);
	people.forEach((_, index) => expect(timesSent(index)).toBe(1));
});

test.each([
	['that may have been sent', { kind: 'reset', processed: true }],
	['that was refused', { kind: 'status', status: 400 }],
] satisfies Array<[string, Fault]>)(
	'a try that stops at a row %s counts the rows of an earlier try',
	async (_what, fault) => {
		simulator.fail({ body: { to: number(0) } }, fault, 3);
		const options = {
			parameters: { ...parameters, requestOptions: { requestsAtOnce: 2 } },
			items: people,
			credential: simulator,
			clock: testClock(),
		};
		// In the first try, all rows are under way when row 1 fails.
		const allAtOnce = { ...parameters, requestOptions: { requestsAtOnce: people.length } };
		const first = await runNode({ ...options, parameters: allAtOnce });
		const contextData = contextOf(first);
		const { error } = await runNode({ ...options, contextData });
		expect(error?.description).toContain(`9 of 10 are sent. `);
		people.slice(1).forEach((_, index) => expect(timesSeen(index + 1)).toBe(1));
	},
);

test('an invalid row of a later try does not hide what an earlier try sent', async () => {
	simulator.fail({ body: { to: number(5) } }, { kind: 'status', status: 400 });
	const options = { parameters, items: people, credential: simulator, clock: testClock() };
	const first = await runNode({
		...options,
		parameters: { ...parameters, requestOptions: { requestsAtOnce: 1 } },
	});
	const contextData = contextOf(first);
	const items = people.map((one, index) => (index === 7 ? { ...one, body: '' } : one));
	const { error } = await runNode({ ...options, items, contextData });
	expect(error?.message).toContain(`'Message' ${said.empty}`);
	expect(error?.description).toContain(
		`5 of 10 are sent. ${said.againWithout} ${said.left} items 6-10 (${number(5)} to ${number(9)}).`,
	);
});

test('a failing run tells which items were done and which were not started', async () => {
	simulator.fail({ body: { to: number(2) } }, { kind: 'status', status: 400, message: 'Blocked' });
	const { error, items } = await runAt(
		simulator,
		{ ...parameters, requestOptions: { requestsAtOnce: 1 } },
		{ items: people },
	);
	expect(items).toEqual([]);
	expect(error?.description).toBe(
		`${said.serviceSays} Blocked. 2 of 10 are sent. ${said.againWithout} ${said.left} items 3-10 (${number(2)} to ${number(9)}).`,
	);
	expect(simulator.requests).toHaveLength(3);
});

describe('as a tool of an agent', () => {
	const call = async (to: string, contextData?: object) => {
		const { error, items, run } = await runAt(
			simulator,
			{ ...parameters, to, body: 'Hi' },
			{ items: [{ to }], asTool: true, contextData: untyped(contextData) },
		);
		return { error, items, contextData: run.data.executionData?.contextData };
	};

	test('a call that may have been carried out is not repeated, other calls are made', async () => {
		simulator.fail({}, { kind: 'reset', processed: true });
		const unsure = await call(number(1));
		expect(unsure.error?.message).toContain(`It ${said.unclear}`);
		const other = await call(number(2), unsure.contextData);
		expect(other.items[0].json.status).toBe('queued');
		const again = await call(number(1), other.contextData);
		expect(again.error?.message).toContain(`${said.notRepeated}: SMS to ${number(1)}`);
		expect([timesSent(1), timesSent(2)]).toEqual([1, 1]);
	});

	test('the same call after a success gives the first answer, and nothing is sent', async () => {
		const first = await call(number(1));
		const second = await call(number(1), first.contextData);
		expect(second.items[0].json).toMatchObject({ ...first.items[0].json, repeated: true });
		expect(timesSent(1)).toBe(1);
	});
});
