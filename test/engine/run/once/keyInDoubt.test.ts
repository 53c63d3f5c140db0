import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { canceling } from '../../../harness/n8n/canceling';
import { rowOf, withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator, runNode, type NodeRun } from '../../../harness/n8n/engine';
import { keyedSend, order, otherOrder } from '../../../harness/n8n/keyedSend';
import { settle } from '../../../harness/time/turns';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';
import { serve } from '../../../harness/service/servers';

const { simulator, table } = withSimulatorAndStore();

const { to } = order;

interface Delivery extends Partial<NodeRun> {
	options?: IDataObject;
}

/** Delivers the order; `waited` in milliseconds. */
async function deliver({ options = {}, ...more }: Delivery = {}) {
	const clock = testClock();
	const result = await runNode({
		parameters: keyedSend(options),
		items: [order],
		credential: simulator,
		clock,
		...more,
	});
	return { ...result, waited: clock.passed() };
}

/** The same, killed when the key is taken and before anything is sent. */
async function deliveryCutOff(delivery: Delivery = {}) {
	await table.killed(async () => await deliver(delivery));
}

const inDoubt = `${said.perhapsBefore}: SMS to ${to}`;

describe('a key whose execution was cut off', () => {
	beforeEach(async () => await deliveryCutOff());

	test('is waited for, as its message may be on its way, and then told with what to do', async () => {
		const debug = jest.spyOn(Container.get(Logger), 'debug').mockImplementation(() => {});
		const { error, waited } = await deliver();
		const waits = debug.mock.calls.filter(([line]) => line.includes('waits for another execution'));
		debug.mockRestore();
		expect(waits).toHaveLength(1);
		expect(error?.message).toBe(inDoubt);
		expect(error?.description).toContain(`"order-1042" is in doubt`);
		expect(waited).toBeGreaterThanOrEqual(45_000);
		expect(waited).toBeLessThan(47_000);
		expect(simulator.requests).toEqual([]);
	});

	test.each([
		[1, 15_000],
		['10000', 25_000],
		[120_000, 135_000],
	])('with a Timeout of %p is waited for %i ms', async (timeout, ms) => {
		const { error, waited } = await deliver({ options: { timeout } });
		expect(error?.message).toBe(inDoubt);
		expect(waited).toBeGreaterThanOrEqual(ms);
		expect(waited).toBeLessThan(ms + 2_000);
	});

	test('is waited for outside the gate: others go meanwhile', async () => {
		const { items } = await deliver({
			items: [order, otherOrder],
			options: { requestsAtOnce: 2 },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items[1].json.status).toBe('queued');
	});

	test('stops no other row, though the node stops on errors', async () => {
		const options = { requestsAtOnce: 1 };
		const { error } = await deliver({ items: [order, otherOrder], options });
		expect(error?.message).toContain(inDoubt);
		expect(simulator.ledger.map(({ body }) => body)).toMatchObject([{ to: otherOrder.to }]);
	});

	test('goes out of the error branch, with the key as a fact', async () => {
		const settings = { onError: 'continueErrorOutput' } as const;
		const { items, errorItems } = await deliver({ settings, items: [order, otherOrder] });
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
		expect(errorItems.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				error: {
					message: expect.stringContaining(said.perhapsBefore) as string,
					description: expect.any(String) as string,
					mayHaveBeenDone: true,
					itemIndex: 0,
					onceKey: 'order-1042',
				},
			}),
		]);
	});

	test("is not sent by n8n's Retry On Fail, whose tries all say the same", async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await deliver({ settings });
		expect(error?.message).toBe(inDoubt);
		expect((await deliver()).error?.message).toBe(inDoubt);
		expect(simulator.requests).toEqual([]);
	});

	test('may be sent with another key', async () => {
		const { items } = await deliver({ items: [{ to, key: 'order-1042 again' }] });
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
	});

	test('tells a model that it may have been sent, and to look', async () => {
		const { error } = await deliver({ asTool: true });
		expect(error?.message).toContain(said.maybeSent);
		expect(error?.message).toContain('Check it with a tool');
	});

	test('is not sent when the run is canceled while it waits', async () => {
		const clock = testClock();
		const { started, cancel } = canceling();
		const { run } = await deliver({
			started,
			clock: {
				...clock,
				async sleep(ms) {
					if (clock.passed() > 10_000) cancel();
					// Freed in that moment.
					if (clock.passed() > 10_000) table.forget(to, order.key);
					await clock.sleep(ms);
				},
			},
		});
		expect(run.status).toBe('canceled');
		await settle();
		expect(simulator.requests).toEqual([]);
	});

	test('is not sent when another item fails while it waits', async () => {
		simulator.fail({}, { kind: 'status', status: 400, message: 'No' });
		const { error } = await deliver({ items: [order, otherOrder] });
		expect(error?.description).toContain('None of 2 is sent');
		expect(simulator.requests).toHaveLength(1);
		expect(table.states).toEqual(['taken']);
	});
});

test('a call has the same', async () => {
	const parameters = { ...good.createCall, toNumber: to, options: { onceKey: 'appointment-7' } };
	await deliveryCutOff({ parameters });
	const { error } = await deliver({ parameters });
	expect(error?.message).toBe(`${said.perhapsBefore}: call to ${to}`);
	expect(error?.description).toContain('in the list of calls');
});

test('a send whose answer was lost is in doubt, and whoever comes next learns it at once', async () => {
	simulator.fail({}, { kind: 'reset', processed: true });
	const { error } = await deliver();
	expect(error?.description).toContain(said.otherKey);
	const next = await deliver();
	expect(next.error?.message).toBe(inDoubt);
	expect(next.waited).toBe(0);
	expect(simulator.ledger).toHaveLength(1);
});

describe('of several items with one key and number, a failed one leaves the key taken: the others name its row', () => {
	const others = ['+1 555 020 9999', '001 (555) 020-9999'].map((number) => ({
		...order,
		to: number,
	}));
	const items = [{ to: '+15550209996', key: 'order-1043' }, order, ...others];
	const settings = { onError: 'continueErrorOutput' } as const;
	const why = `Item 2 took its key "order-1042". Look in its conversation after five minutes. ${said.otherKey}.`;

	/** What became of the other items, and how long the run waited. */
	async function deliverAll(more: Partial<NodeRun> = {}) {
		const { errorItems, waited } = await deliver({ items, settings, ...more });
		return { errors: errorItems.slice(1).map(({ json }) => json.error), waited };
	}
	const told = others.map((_other, index) => ({
		message: inDoubt,
		description: why,
		mayHaveBeenDone: true,
		itemIndex: index + 2,
		onceKey: 'order-1042',
	}));

	test('an answer that was lost', async () => {
		simulator.fail({ body: { to } }, { kind: 'reset', processed: true });
		expect(await deliverAll()).toEqual({ errors: told, waited: 0 });
		expect(simulator.ledger).toHaveLength(2);
	});

	test("a refused message whose key n8n's store could not free", async () => {
		simulator.fail({ body: { to } }, { kind: 'status', status: 400, message: 'No' });
		table.fault = (call) => {
			if (call === 'delete') throw new Error('database is locked');
		};
		const { errors } = await deliverAll();
		expect(errors).toEqual(told);
		expect(simulator.ledger).toHaveLength(1);
	});

	test('a message that was delayed for too long', async () => {
		const clock = testClock();
		table.fault = async (call, when, row) => {
			if (call === 'insert' && when === 'after' && row === rowOf(to, order.key)) {
				await clock.sleep(60_000);
			}
		};
		const { errors } = await deliverAll({ clock });
		expect(errors).toEqual(told);
		expect(simulator.ledger).toHaveLength(1);
	});
});

test('a later read of the same item does not free the key of what was sent', async () => {
	// The reply cannot be read.
	simulator.fail({ method: 'GET' }, { kind: 'status', status: 400, message: 'No' }, Infinity);
	const { error } = await deliver({
		parameters: {
			resource: 'sms',
			operation: 'sendAndWait',
			from: locator(companyNumbers[0]),
			to,
			message: 'Are you coming?',
			responseType: 'smsReply',
			options: { onceKey: 'order-1042' },
		},
	});
	expect(error?.message).toMatch(/^Sent, but .*\(ID message_\d+\)$/);
	expect(table.states).toEqual(['sent']);
});

test('a key that was sent is skipped as ever', async () => {
	await deliver();
	const { items } = await deliver();
	expect(items.map(({ json }) => json)).toMatchObject([
		{
			outcome: 'skipped',
			onceKey: 'order-1042',
			reason: said.keyUsedBefore,
		},
	]);
});

describe('that a message was sent and cannot be noted', () => {
	beforeEach(() => {
		table.fault = (call, when) => {
			if (call === 'update' && when === 'before') throw new Error('database is locked');
		};
	});

	test('is told; the item stays sent, and another one of the same key is skipped', async () => {
		const { items, error, hints } = await deliver({ items: [order, order] });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status ?? json.reason)).toEqual([
			'queued',
			`Skipped: item 1 ${said.sameKey}`,
		]);
		expect(hints).toContainEqual(
			expect.stringContaining('"order-1042" to +15550209999 (database is locked). Do not run'),
		);
		delete table.fault;
		expect((await deliver()).error?.message).toBe(inDoubt);
		expect(simulator.ledger).toHaveLength(1);
	});

	test('is noted when the store answers within a minute', async () => {
		const clock = testClock();
		const fault = table.fault;
		table.fault = async (...given) =>
			clock.passed() < 50_000 ? await fault?.(...given) : undefined;
		const { hints } = await deliver({ clock });
		expect(hints).toEqual([]);
		expect((await deliver()).items[0].json.reason).toBe(said.keyUsedBefore);
	});
});

test('a message with a key asks the store for four statements and keeps one row, a skipped one asks for two', async () => {
	await deliver();
	expect(table.statements).toEqual(['find', 'insert', 'find', 'update']);
	expect(table.keys.size).toBe(1);
	table.statements.length = 0;
	await deliver();
	expect(table.statements).toEqual(['find', 'find']);
});

describe('what is thrown when a message may have left', () => {
	/** A service that answers a POST with this text. */
	async function answering(status: number, text: string) {
		const requests: string[] = [];
		const url = await serve((request, response) => {
			requests.push(String(request.method));
			request.resume();
			request.on('end', () => {
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(text);
			});
		});
		return { credential: { baseUrl: `${url}/api/v1`, apiKey: 'key_1' }, requests };
	}
	const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

	test.each([
		['accepted', 200, `{"success":true,"data":{"messageId":"m1","note":${nested(20_000)}}}`],
		['accepted with nothing that is documented', 200, `{"success":true,"note":${nested(20_000)}}`],
		['not known to be done', 500, `{"success":false,"message":"No","note":${nested(20_000)}}`],
	])(
		'an answer nested thousands deep, %s: neither sent again nor called not sent',
		async (_name, status, text) => {
			const { credential, requests } = await answering(status, text);
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			await deliver({ credential, settings });
			await deliver({ credential });
			expect(requests).toEqual(['POST']);
			expect(table.states.every((state) => state !== 'taken')).toBe(true);
			expect(table.keys.size).toBe(1);
		},
	);
});
