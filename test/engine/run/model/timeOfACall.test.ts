import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator, runNode } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import { collections } from '../../../harness/n8n/options';
import { said } from '../../../harness/n8n/messages';
import { underAgentV2 } from '../../../harness/n8n/agents';
import { good } from '../../../harness/n8n/parameters';

/** MCP clients give up after 60 s: what a model is told by then, nothing may contradict later. */
const { simulator, table } = withSimulatorAndStore({ seed: { calls: 120 }, pageLimit: 40 });

const to = '+15550209999';
const send = (options: IDataObject = {}) => ({
	...good.send,
	to,
	body: 'Hello',
	...collections(options),
});

/** A tool's call; `waited` in milliseconds. */
async function call(parameters: IDataObject, asTool = true) {
	const clock = testClock();
	const { items, error } = await runNode({
		parameters,
		items: [{ to, key: 'a' }],
		credential: simulator,
		clock,
		asTool,
	});
	return { items: items.map(({ json }) => json), told: error?.message, waited: clock.passed() };
}

const inTime = 'Try it again in';
const refused429 = 'Too many requests (HTTP 429).';
const tooMany = (retryAfter: string, times = Infinity, method = 'POST') =>
	simulator.fail({ method }, { kind: 'rateLimited', retryAfter }, times);
const notSent = (when: string) => `SMS to ${to} was not sent: ${refused429} ${inTime} ${when}.`;

describe('a tool whose service asks for fewer requests', () => {
	test.each<[string, string, number, number]>([
		['60', '1 minute', 1, 0],
		['36', '36 seconds', 1, 0],
		['20', '20 seconds', 2, 20_000],
		['12', '12 seconds', 3, 24_000],
		['5', '5 seconds', 4, 15_000],
	])('for %s s again and again sends nothing later', async (retryAfter, when, tries, waitedMs) => {
		tooMany(retryAfter);
		const { told, waited } = await call(send());
		expect([told, waited]).toEqual([notSent(when), waitedMs]);
		expect(simulator.requests).toHaveLength(tries);
		expect(simulator.ledger).toEqual([]);
	});

	test('for 35 s sends after it', async () => {
		tooMany('35', 1);
		const { items, waited } = await call(send());
		expect([items[0].status, waited]).toEqual(['queued', 35_000]);
	});

	test('is no limit for people', async () => {
		tooMany('60', 2);
		const { items, waited } = await call(send(), false);
		expect([items[0].status, waited]).toEqual(['queued', 120_000]);
	});

	test.each(['PUT', 'DELETE'])('(%s) tells at once when to try again', async (method) => {
		tooMany('60', Infinity, method);
		const parameters: Record<string, IDataObject> = {
			PUT: {
				resource: 'contact',
				operation: 'update',
				contactId: locator('contact_000001'),
				updateFields: { notes: 'Another note' },
			},
			DELETE: { resource: 'call', operation: 'delete', callId: locator('call_000001') },
		};
		const { told, waited } = await call(parameters[method]);
		expect(told).toContain('Try it again in 1 minute.');
		expect(waited).toBe(0);
	});

	test('of a list tells when to try again, but the list may take longer', async () => {
		const filters = { startedAfter: '2020-01-01T00:00:00Z' };
		const list = { resource: 'call', operation: 'getAll', returnAll: true, filters };
		tooMany('60', 1, 'GET');
		const { told } = await call(list);
		expect(told).toBe(`Calls could not be read: ${refused429} ${inTime} 1 minute.`);
		simulator.reset();
		tooMany('40', 1, 'GET');
		simulator.fail({ query: { page: '2' } }, { kind: 'rateLimited', retryAfter: '40' });
		const { items, waited } = await call(list);
		expect([items.at(-1)?.shown, waited]).toEqual([50, 80_000]);
	});
});

test('a tool that has waited long for a look-up sends nothing after it', async () => {
	tooMany('40', 1, 'GET');
	const { told, waited } = await call(send({ skipTag: 'no-sms' }));
	expect(told).toMatch(/^SMS to \S+ was not sent: .* wait too long\. Try it again later\.$/);
	expect(waited).toBe(40_000);
	expect(simulator.requests.map(({ method }) => method)).not.toContain('POST');
});

test('a tool that waits for a Send Once Key of another call says so in time', async () => {
	await table.killed(async () => await call(keyedSend()));
	const { told, waited } = await call(keyedSend({ timeout: 120_000 }));
	expect(told).toBe(
		`SMS to ${to} ${said.maybeSent}; ${said.nothingSentOf} now. ${said.notAgain}. Check it ${said.toolThatLists} messages, if you have one. ${said.elseTellUser}.`,
	);
	expect(waited).toBeLessThan(45_000);
	expect(simulator.requests).toEqual([]);
});

test('a tool whose key was not sent frees the key', async () => {
	tooMany('60', 1);
	expect((await call(keyedSend())).told).toBe(notSent('1 minute'));
	expect((await call(keyedSend())).items[0].status).toBe('queued');
});

const waitLimit = { waitInterval: 5, waitLimit: 2 };
/** Each operation that waits, for two minutes. */
const waits: Array<[string, IDataObject, string]> = [
	['the delivery', send({ waitForDelivery: { values: waitLimit } }), '"timedOut":true'],
	[
		'the end of a call',
		{ ...good.createCall, ...collections({ waitForEnd: true, ...waitLimit }) },
		'"timedOut":true',
	],
	[
		'a recording',
		{ ...good.getRecording, ...collections({ ifNotReady: 'wait', ...waitLimit }) },
		'was not ready within',
	],
];
const unready = () => {
	simulator.fail({ path: /recording$/ }, { kind: 'status', status: 404 }, Infinity);
};

test.each(waits)('a tool waits as long as it was told: %s', async (_what, parameters, ended) => {
	unready();
	const { items, told, waited } = await call(parameters);
	expect(told ?? JSON.stringify(items)).toContain(ended);
	expect(waited).toBeGreaterThanOrEqual(120_000);
});

describe('a tool whose caller takes the answer at once', () => {
	/** What a model is told, and the milliseconds of each call. */
	const calls = async (parameters: IDataObject, times = 1) => {
		const clock = testClock();
		const answers: Array<{ told: string; waited: number }> = [];
		await underAgentV2({ parameters, credential: simulator, clock }, async (tool) => {
			for (let time = 0; time < times; time++) {
				const began = clock.passed();
				const told = await tool.invoke({}).catch(({ message }: Error) => message);
				answers.push({ told, waited: clock.passed() - began });
			}
		});
		return answers;
	};

	test.each(waits)('waits less than 45 seconds for %s', async (_what, parameters, ended) => {
		unready();
		const [{ told, waited }] = await calls(parameters);
		expect(told).toContain(ended);
		expect(waited).toBeGreaterThanOrEqual(40_000);
		expect(waited).toBeLessThanOrEqual(45_000);
	});

	test.each(waits)('counts the time of the write, too: %s', async (_what, parameters, ended) => {
		unready();
		tooMany('34', 1);
		const [{ told, waited }] = await calls(parameters);
		expect(told).toContain(ended);
		expect(waited).toBeLessThanOrEqual(45_000);
	});

	test.each(waits)('and repeats its call does nothing twice: %s', async (_what, parameters) => {
		unready();
		const asked = await calls(parameters, 3);
		expect(asked.map(({ waited }) => waited <= 45_000)).toStrictEqual([true, true, true]);
		expect(simulator.ledger.length).toBeLessThanOrEqual(1);
	});

	test('reads a list within 45 seconds, or is told when to try again', async () => {
		const filters = { startedAfter: '2020-01-01T00:00:00Z' };
		tooMany('40', 1, 'GET');
		simulator.fail({ query: { page: '2' } }, { kind: 'rateLimited', retryAfter: '40' });
		const list = { resource: 'call', operation: 'getAll', returnAll: true, filters };
		const [{ told, waited }] = await calls(list);
		expect(told).toContain('Try it again in 40 seconds.');
		expect(waited).toBeLessThanOrEqual(45_000);
	});
});
