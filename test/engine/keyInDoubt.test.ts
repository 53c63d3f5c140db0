import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../nodes/VoiceSms/operations';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { callCreate } from '../../nodes/VoiceSms/operations/call/create';
import { smsSend } from '../../nodes/VoiceSms/operations/sms/send';
import { run } from '../../nodes/VoiceSms/run/run';
import { testClock } from '../harness/clock';
import { withSimulatorAndStore, type DeduplicationTable } from '../harness/deduplication';
import { locator, runNode, type NodeRun } from '../harness/engine';
import { keyedSend } from '../harness/keyedSend';
import { companyNumbers, type Simulator } from '../simulator';

let simulator: Simulator;
let table: DeduplicationTable;
withSimulatorAndStore((...both) => ([simulator, table] = both));

const minute = 60_000;
const noon = Date.parse('2026-06-01T12:00:00Z');
const to = '+15550209999';
const order = { to, key: 'order-1042' };

interface Delivery extends Partial<NodeRun> {
	/** Minutes after noon. */
	at?: number;
	options?: IDataObject;
}

async function deliver({ at = 0, options = {}, ...more }: Delivery = {}) {
	return await runNode({
		parameters: keyedSend(options),
		items: [order],
		credential: simulator,
		clock: testClock(noon + at * minute),
		...more,
	});
}

/** The same operation, whose execution is killed when the key is taken and before anything is sent. */
async function deliveryCutOff(delivery: Delivery = {}) {
	await new Promise<void>((begun) => {
		const dies = (operation: unknown) => ({
			...(operation as Operation),
			run: async () => {
				begun();
				return await new Promise<never>(() => {});
			},
		});
		const dying = [dies(smsSend), dies(callCreate), ...operations] as Operation[];
		void deliver({ ...delivery, code: { operations: dying, run } });
	});
}

const skipped = {
	skipped: true,
	unfinished: true,
	onceKey: 'order-1042',
	reason:
		'Another execution has taken this key, and what became of it is not known yet. If the execution that took it was cut off, run the item again later: 15 minutes after that the node says what to do.',
};

describe('a key whose execution was cut off', () => {
	beforeEach(async () => await deliveryCutOff());

	test.each([0, 1, 15])('is skipped %i minutes later, and the output says why', async (at) => {
		const { items, error } = await deliver({ at });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([skipped]);
		expect(simulator.requests).toEqual([]);
	});

	test('is told after that, with the key and what to do', async () => {
		const { error } = await deliver({ at: 16 });
		expect(error?.message).toBe(`Not sent, as it may have been sent before: SMS to ${to}`);
		expect(error?.description).toBe(
			'The key "order-1042" was taken more than 15 minutes ago by an execution that never said what became of it: it was cut off, or got no answer. Look for it among the messages of its conversation. If it is missing there, send it with another key, as this one stays taken.',
		);
		expect(simulator.requests).toEqual([]);
	});

	test('goes out of the error branch, with the key as a fact', async () => {
		const settings = { onError: 'continueErrorOutput' } as const;
		const other = { to: '+15550209998', key: 'order-1043' };
		const { items, errorItems } = await deliver({ at: 16, settings, items: [order, other] });
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
		expect(errorItems.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				error: {
					message: expect.stringContaining('may have been sent before') as string,
					description: expect.any(String) as string,
					httpCode: null,
					mayHaveBeenDone: true,
					itemIndex: 0,
					onceKey: 'order-1042',
				},
			}),
		]);
	});

	test("is not sent by n8n's Retry On Fail, whose tries all say the same", async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await deliver({ at: 16, settings });
		expect(error?.message).toContain('may have been sent before');
		expect((await deliver({ at: 17 })).error?.message).toBe(error?.message);
		expect(simulator.requests).toEqual([]);
	});

	test('may be sent with another key', async () => {
		const { items } = await deliver({ at: 16, items: [{ to, key: 'order-1042 again' }] });
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
	});

	test('tells a model all of it in the message', async () => {
		const { error } = await deliver({ at: 16, asTool: true });
		expect(error?.message).toContain('may have been sent before');
		expect(error?.message).toContain('Look for it among the messages of its conversation.');
	});

	test.each<[unknown, number, boolean]>([
		[1, 1, true],
		// A try and the longest wait after it are a minute and a half.
		[1, 2, true],
		[1, 3, false],
		['30', 30, true],
		['30', 31, false],
		[1440, 1440, true],
		[undefined, 16, false],
		[null, 16, false],
	])(
		'with a Send Once Timeout of %p is skipped %i minutes later: %p',
		async (value, at, isSkipped) => {
			const options = value === undefined ? {} : { onceTimeout: value as number };
			const { items, error } = await deliver({ at, options });
			expect(items.map(({ json }) => json.unfinished)).toEqual(isSkipped ? [true] : []);
			expect(error === undefined).toBe(isSkipped);
		},
	);

	test.each([0, -1, 1.5, '', 'soon', true, 1441, '100000'])(
		'a Send Once Timeout of %p is refused before any request',
		async (onceTimeout) => {
			const { error } = await deliver({ options: { onceTimeout } });
			expect(error?.message).toContain('Send Once Timeout');
			expect(simulator.requests).toEqual([]);
		},
	);

	test('has longer where tries are more or may take longer', async () => {
		const options = { maxTries: 10, timeout: 60_000 };
		// 10 tries of a minute and 9 waits of a minute, three times.
		expect((await deliver({ at: 57, options })).items[0].json.unfinished).toBe(true);
		expect((await deliver({ at: 58, options })).error?.description).toContain('57 minutes');
	});
});

test('a call has the same', async () => {
	const parameters = {
		resource: 'call',
		operation: 'create',
		fromNumber: locator(companyNumbers[0]),
		toNumber: to,
		options: { onceKey: 'appointment-7' },
	};
	await deliveryCutOff({ parameters });
	expect((await deliver({ parameters })).items[0].json.unfinished).toBe(true);
	const { error } = await deliver({ parameters, at: 16 });
	expect(error?.message).toBe(`Not sent, as it may have been sent before: call to ${to}`);
	expect(error?.description).toContain('Look for it among the calls.');
});

test('a send whose answer was lost is unfinished, and then in doubt', async () => {
	simulator.fail({}, { kind: 'reset', processed: true });
	await deliver();
	expect((await deliver({ at: 1 })).items.map(({ json }) => json)).toEqual([skipped]);
	expect((await deliver({ at: 16 })).error?.message).toContain('may have been sent before');
	expect(simulator.ledger).toHaveLength(1);
});

test('a key that was sent is skipped as ever, a year later too', async () => {
	await deliver();
	const { items } = await deliver({ at: 365 * 24 * 60 });
	expect(items.map(({ json }) => json)).toEqual([
		{ skipped: true, onceKey: 'order-1042', reason: 'This key was seen before' },
	]);
});

test.each([1, 2])('a key of 0.1.0 counts as sent, delivered %i times', async (times) => {
	await table.takeAs010(['order-1042']);
	for (let time = 0; time < times; time++) {
		const { items } = await deliver({ at: 20 * time });
		expect(items.map(({ json }) => json.reason)).toEqual(['This key was seen before']);
	}
	expect(simulator.ledger).toEqual([]);
});

test('where all keys are in one row there is no doubt, as there is no state', async () => {
	await deliveryCutOff({ locked: true });
	const { items } = await deliver({ at: 60, locked: true });
	expect(items.map(({ json }) => json.reason)).toEqual(['This key was seen before']);
});

test('the second item of a key is skipped while that it was sent is yet to be noted', async () => {
	let noted = false;
	let skippedFirst = false;
	table.faultBeside = async (call, when, row) => {
		if (call !== 'insert' || !row.includes(':done:')) return;
		if (when === 'after') noted = true;
		for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
	};
	const third = { to: '+15550209998', key: 'order-1043' };
	simulator.fail({ body: { to: third.to } }, { kind: 'status', status: 400 });
	const { items } = await deliver({
		items: [order, order, third],
		settings: { onError: 'continueRegularOutput' },
		code: {
			operations: operations.map((one) => ({ ...one })),
			run: async (context, ...more) => {
				const output = await run(context, ...more);
				skippedFirst = noted;
				return output;
			},
		},
	});
	expect(items[1].json.reason).toBe('This key was seen before');
	// And the run does not end before it is noted.
	expect(skippedFirst).toBe(true);
});

describe('that a message was sent and cannot be noted', () => {
	beforeEach(() => {
		table.faultBeside = (_call, when, row) => {
			if (row.includes(':done:') && when === 'before') throw new Error('database is locked');
		};
	});

	test('is told; the item stays sent', async () => {
		const { items, error, hints } = await deliver();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
		expect(hints).toEqual([
			'What these Send Once Keys stand for was sent, but n8n\'s store could not note it: "order-1042" (database is locked). The same items, run again, are in doubt instead of skipped.',
		]);
		delete table.faultBeside;
		expect((await deliver({ at: 16 })).error?.message).toContain('may have been sent before');
		expect(simulator.ledger).toHaveLength(1);
	});
});

test('that a message was sent is noted at the end of the run, where the store was locked before', async () => {
	// The node's first note and its repetition right after it.
	let locked = 2;
	table.faultBeside = (_call, when, row) => {
		if (row.includes(':done:') && when === 'before' && locked-- > 0) {
			throw new Error('database is locked');
		}
	};
	const { hints } = await deliver();
	expect(hints).toEqual([]);
	expect(locked).toBeLessThan(0);
	expect((await deliver({ at: 16 })).items[0].json.reason).toBe('This key was seen before');
});

test('the time of the taking cannot be noted: nothing is sent, and the key is free', async () => {
	table.faultBeside = () => {
		throw new Error('database is locked');
	};
	const { error } = await deliver();
	expect(error?.message).toBe(`Not sent: SMS to ${to}`);
	expect(error?.description).not.toContain('taken.');
	expect(table.keys.size).toBe(0);
	delete table.faultBeside;
	expect((await deliver()).items[0].json.status).toBe('queued');
});

test('a message with a key asks the store for eight statements, one that is skipped for two', async () => {
	// Two of them are asked once a run.
	await deliver();
	expect(table.statements).toEqual([
		...['find', 'find'],
		...['find', 'find', 'insert', 'find', 'insert'],
		...['find', 'insert', 'delete'],
	]);
	expect(table.rows.size).toBe(2);
	table.statements.length = 0;
	await deliver();
	expect(table.statements).toEqual(['find', 'find', 'find', 'find']);
});
