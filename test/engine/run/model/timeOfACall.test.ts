import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator, runNode } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import { collections } from '../../../harness/n8n/options';
import { said } from '../../../harness/n8n/messages';
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

const tooMany = (retryAfter: string, times = Infinity, method = 'POST') =>
	simulator.fail({ method }, { kind: 'rateLimited', retryAfter }, times);
const notSent = (when: string) =>
	`SMS to ${to} was not sent: Too many requests (HTTP 429). Try it again in ${when}.`;

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
				updateFields: { firstName: 'Ada' },
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
		expect(told).toBe(
			'Calls could not be read: Too many requests (HTTP 429). Try it again in 1 minute.',
		);
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
	expect([told, waited]).toEqual([
		`SMS to ${to} was not sent: the request had to wait too long. Try it again later.`,
		40_000,
	]);
	expect(simulator.requests.map(({ method }) => method)).not.toContain('POST');
});

test('a tool that waits for a Send Once Key of another call says so in time', async () => {
	table.fault = async (statement, when) => {
		if (statement !== 'insert' || when !== 'after') return;
		delete table.fault;
		await new Promise<never>(() => {});
	};
	void call(keyedSend());
	while (table.keys.size === 0) await new Promise((turn) => setImmediate(turn));
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

test('a tool that was told to wait for the delivery still does', async () => {
	const { items, waited } = await call(
		send({ waitForDelivery: { values: { waitInterval: 5, waitLimit: 2 } } }),
	);
	expect(items[0].timedOut).toBe(true);
	expect(waited).toBeGreaterThanOrEqual(120_000);
});
