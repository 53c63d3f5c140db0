import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../harness/clock';
import { withSimulatorAndStore, type DeduplicationTable } from '../harness/deduplication';
import { run } from '../../nodes/VoiceSms/run/run';
import { runNode, type Code, type NodeRun } from '../harness/engine';
import { keyedSend } from '../harness/keyedSend';
import type { Simulator } from '../simulator';

let simulator: Simulator;
let table: DeduplicationTable;
withSimulatorAndStore((...both) => ([simulator, table] = both));

interface Message {
	to: string;
	key: string;
}

const sendBy = async (items: Message[], options: Partial<NodeRun> = {}) => {
	return await runNode({
		parameters: keyedSend(),
		items: items as unknown as IDataObject[],
		credential: simulator,
		clock: testClock(),
		...options,
	});
};
const send = async (items: Message[], settings: NodeRun['settings'] = {}) =>
	await sendBy(items, { settings });
const order = { to: '+15550209999', key: 'order-1042' };

test('a key seen in an earlier execution is skipped, and the output says so', async () => {
	await send([order]);
	const { items } = await send([order]);
	expect(items).toEqual([
		{
			json: { skipped: true, onceKey: 'order-1042', reason: 'This key was seen before' },
			pairedItem: { item: 0 },
		},
	]);
	expect(simulator.ledger).toHaveLength(1);
});

test('two items with one key in one run are sent once, side by side or not', async () => {
	const { items, hints } = await send([order, { ...order, to: '+15550209998' }, order]);
	expect(items.map(({ json }) => json.skipped ?? false)).toEqual([false, true, true]);
	expect(simulator.ledger).toHaveLength(1);
	const why = 'skipped, as an earlier item of the same run has the same Send Once Key';
	expect(hints).toEqual([expect.stringContaining(`2 items were ${why}`)]);

	const later = await send([order, { ...order, key: 'order-1043' }]);
	expect(later.hints).toEqual([]);
});

test.each<[string, Partial<NodeRun>]>([
	['a row for each key', {}],
	['all keys in one row', { locked: true }],
])('a refused send frees its key (%s)', async (_name, options) => {
	simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
	const refused = await sendBy([order], options);
	expect(refused.error?.description).toContain('No credit');
	expect(refused.error?.description).not.toContain('taken');
	expect([...table.keys.values()].flat()).toEqual([]);
	await sendBy([order], options);
	expect(simulator.ledger).toHaveLength(1);
});

test('after a refused one, the next item of the same key is sent', async () => {
	simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
	const { items } = await send([order, order], { onError: 'continueRegularOutput' });
	expect(items[0].json.error).toBeDefined();
	expect(items[1].json.status).toBe('queued');
});

test('an unsure send keeps its key and says so', async () => {
	simulator.fail({}, { kind: 'reset', processed: true });
	const unsure = await send([order]);
	expect(unsure.error?.description).toContain('The key "order-1042" stays taken.');
	const { items } = await send([order]);
	expect(items[0].json.skipped).toBe(true);
	expect(simulator.ledger).toHaveLength(1);
});

test.each([
	['a column that was renamed', {}],
	['null', { key: null }],
	['empty text', { key: '' }],
	['blanks', { key: ' \n\u00A0' }],
])('a key that comes out empty is refused before any request: %s', async (_name, given) => {
	const items = [order, { to: '+15550209997', ...given }] as Message[];
	const { error } = await send(items);
	expect(error?.message).toBe("'Send Once Key' is empty [item 1]");
	expect(error?.description).toContain('or remove the option to send without a key.');
	expect(simulator.requests).toStrictEqual([]);
	expect(table.keys.size).toBe(0);

	const continued = await send(items, { onError: 'continueRegularOutput' });
	expect(continued.items.map(({ json }) => json.status ?? 'refused')).toEqual([
		'queued',
		'refused',
	]);
	expect(simulator.ledger).toHaveLength(1);
});

test('n8n runs the node again: what was sent is given back, not skipped', async () => {
	simulator.fail({ body: { to: '+15550209996' } }, { kind: 'status', status: 400 });
	const { items, error } = await send([order, { to: '+15550209996', key: 'order-1043' }], {
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 1,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.status)).toEqual(['queued', 'queued']);
	expect(simulator.ledger).toHaveLength(2);
});

const numbered = (count: number): Message[] =>
	Array.from({ length: count }, (_, index) => ({
		to: `+1555020${String(index).padStart(4, '0')}`,
		key: `key ${index}`,
	}));

/** Runs each list of messages in an execution of its own, so many at a time. */
async function executions(lists: Message[][], atOnce: number, options: Partial<NodeRun> = {}) {
	const results = [];
	for (let begin = 0; begin < lists.length; begin += atOnce) {
		const some = lists.slice(begin, begin + atOnce);
		results.push(...(await Promise.all(some.map(async (items) => await sendBy(items, options)))));
	}
	return results;
}

const errorsOf = (results: Array<Awaited<ReturnType<typeof sendBy>>>) =>
	results.flatMap(({ error }) => (error === undefined ? [] : [error.description]));

/** The shipped code loaded anew: another process, with a memory of its own. */
async function otherProcess(): Promise<Code> {
	let code: Code | undefined;
	await jest.isolateModulesAsync(async () => {
		const { operations } = await import('../../nodes/VoiceSms/operations');
		const { run } = await import('../../nodes/VoiceSms/run/run');
		code = { operations, run };
	});
	return code as Code;
}

describe.each<[string, Partial<NodeRun>]>([
	['with a row for each key', {}],
	['with all keys in one row, as n8n lets us have no others', { locked: true }],
])('executions that overlap, %s', (_name, options) => {
	test('200 keys in 20 at once are all kept, and nothing is sent again', async () => {
		const messages = numbered(200);
		const lists = Array.from({ length: 20 }, (_, part) =>
			messages.slice(part * 10, part * 10 + 10),
		);
		expect(errorsOf(await executions(lists, 20, options))).toEqual([]);
		expect(simulator.ledger).toHaveLength(200);
		const again = await executions(lists, 20, options);
		expect(again.flatMap(({ items }) => items.filter(({ json }) => json.skipped))).toHaveLength(
			200,
		);
		expect(simulator.ledger).toHaveLength(200);
	});

	test('on a fresh node none of 100 executions fails, 20 at once', async () => {
		const lists = numbered(100).map((message) => [message]);
		expect(errorsOf(await executions(lists, 20, options))).toEqual([]);
		expect(simulator.ledger).toHaveLength(100);
		await executions(lists, 20, options);
		expect(simulator.ledger).toHaveLength(100);
	});

	test('of 100 pairs with one key each, none is sent twice', async () => {
		const lists = numbered(100).flatMap((message) => [[message], [message]]);
		expect(errorsOf(await executions(lists, 20, options))).toEqual([]);
		expect(simulator.ledger).toHaveLength(100);
	});
});

test('of 100 pairs with one key each in two processes, none is sent twice and none fails', async () => {
	const code = await otherProcess();
	expect(code.run).not.toBe(run);
	for (const message of numbered(100)) {
		const pair = await Promise.all([sendBy([message]), sendBy([message], { code })]);
		expect(errorsOf(pair)).toEqual([]);
	}
	expect(simulator.ledger).toHaveLength(100);
});

test('two processes that begin a node with all keys in one row do not fail each other', async () => {
	const code = await otherProcess();
	expect(code.run).not.toBe(run);
	const [one, other] = numbered(2);
	const results = await Promise.all([
		sendBy([one], { locked: true }),
		sendBy([other], { locked: true, code }),
	]);
	expect(errorsOf(results)).toEqual([]);
	expect(simulator.ledger).toHaveLength(2);
});

test('the price of a key does not grow with the keys that there are', async () => {
	const statementsOf = async (messages: Message[]) => {
		table.statements.length = 0;
		await send(messages);
		return table.statements.length;
	};
	const first = await statementsOf([{ to: order.to, key: 'first' }]);
	await send(numbered(300));
	expect(await statementsOf([{ to: order.to, key: 'last' }])).toBe(first);
	expect([...table.rows.values()].every((hashes) => hashes.length <= 2)).toBe(true);
});

test('of keys in one row the oldest goes when there are more than 10,000', async () => {
	const all = Array.from({ length: 10_000 }, (_, index) => `key ${index}`);
	await table.takeAs010(all);
	await sendBy([order], { locked: true });
	expect(table.rows.get('workflow-1 n:node-1')).toHaveLength(10_000);
	const { items } = await sendBy([{ ...order, key: 'key 1' }, order], { locked: true });
	expect(items.map(({ json }) => json.skipped)).toEqual([true, true]);
	await sendBy([{ ...order, key: 'key 0' }], { locked: true });
	expect(simulator.ledger).toHaveLength(2);
});

describe('keys that version 0.1.0 took', () => {
	const earlier = numbered(50);
	beforeEach(async () => await table.takeAs010(earlier.map(({ key }) => key)));
	const shared = () => table.rows.get('workflow-1 n:node-1');

	test.each<[string, Partial<NodeRun>]>([
		['a row for each key', {}],
		['all keys in one row', { locked: true }],
	])('still count with %s', async (_name, options) => {
		const { items } = await sendBy([...earlier, order], options);
		expect(items.map(({ json }) => json.skipped ?? false)).toEqual([
			...earlier.map(() => true),
			false,
		]);
		expect(simulator.ledger).toHaveLength(1);
	});

	test('are neither lost nor joined by others while executions overlap', async () => {
		const before = shared();
		const fresh = numbered(150).slice(50);
		await executions(
			fresh.map((message, index) => [message, earlier[index % 50]]),
			20,
		);
		expect(simulator.ledger).toHaveLength(100);
		expect(shared()).toEqual(before);
	});

	test('what is freed stays free, though another worker brings it back into their row', async () => {
		const stale = [...(shared() ?? [])];
		simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
		let withOurs: string[] = [];
		table.fault = () => {
			const now = shared() ?? [];
			if (now.length > stale.length) withOurs = [...now];
		};
		await send([order]);
		expect(withOurs).toHaveLength(stale.length + 1);
		// The other one had read the row while our key stood in it, and writes it back whole.
		table.rows.set('workflow-1 n:node-1', withOurs);
		const { items } = await send([order]);
		expect(items[0].json.status).toBe('queued');
	});
});

describe("when n8n's store fails", () => {
	const failing = (fails: (call: string, when: string, time: number) => boolean) => {
		let times = 0;
		table.fault = (call, when) => {
			if (fails(call, when, when === 'before' ? ++times : times))
				throw new Error('database is locked');
		};
	};

	test.each<[string, Partial<NodeRun>]>([
		['a row for each key', {}],
		['all keys in one row', { locked: true }],
	])('once, the key of an earlier execution stays taken (%s)', async (_name, options) => {
		await sendBy([order], options);
		failing((_call, when, time) => when === 'before' && time === 1);
		const { error } = await sendBy([order], options);
		expect(error?.message).toBe(`Not sent: SMS to ${order.to}`);
		expect(error?.description).toContain('database is locked');
		expect(error?.context.itemIndex).toBe(0);
		delete table.fault;
		const { items } = await sendBy([order], options);
		expect(items[0].json.skipped).toBe(true);
		expect(simulator.ledger).toHaveLength(1);
	});

	test('altogether, nothing is sent', async () => {
		failing(() => true);
		const { error } = await send([order]);
		expect(error?.message).toBe(`Not sent: SMS to ${order.to}`);
		expect(simulator.requests).toEqual([]);
	});

	test('after it took the key, the message is sent all the same and no key is lost', async () => {
		let failed = false;
		failing((call, when) => {
			if (failed || call !== 'insert' || when !== 'after') return false;
			failed = true;
			return true;
		});
		const { items } = await send([order]);
		expect(items[0].json.status).toBe('queued');
		expect(failed).toBe(true);
		delete table.fault;
		expect((await send([order])).items[0].json.skipped).toBe(true);
	});

	test('to free the key of a refused message, the error says that it stays taken', async () => {
		simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
		failing((call) => call === 'delete');
		const { error } = await send([order]);
		expect(error?.description).toContain('No credit');
		expect(error?.description).toContain('The key "order-1042" stays taken');
		expect(error?.description).toContain('database is locked');
	});

	test('for the first of three items in a row, the others are sent', async () => {
		failing((_call, when, time) => when === 'before' && time === 1);
		const oneByOne = numbered(3).map((message) => ({ ...message, to: order.to }));
		const { items } = await send(oneByOne, { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.status)).toEqual([undefined, 'queued', 'queued']);
	});

	test('while the keys of 0.1.0 are looked through, the key is given back', async () => {
		await table.takeAs010(['other']);
		failing((call) => call === 'update');
		const { error } = await send([order]);
		expect(error?.message).toBe(`Not sent: SMS to ${order.to}`);
		expect(error?.description).not.toContain('stays taken');
		delete table.fault;
		expect((await send([order])).items[0].json.status).toBe('queued');
	});

	test('neither looked through nor given back, the error says that the key stays taken', async () => {
		await table.takeAs010(['other']);
		failing((call) => call === 'update' || call === 'delete');
		const { error } = await send([order]);
		expect(error?.description).toContain('the key "order-1042" stays taken');
	});

	test('for one item, the others are sent', async () => {
		failing((_call, when, time) => when === 'before' && time === 3);
		const { items } = await send(numbered(3), { onError: 'continueRegularOutput' });
		expect(items.filter(({ json }) => json.status === 'queued')).toHaveLength(2);
		delete table.fault;
		await send(numbered(3));
		expect(simulator.ledger).toHaveLength(3);
	});
});

describe("n8n's Retry On Fail after the store failed", () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	type Statement = [call: string, when: 'before' | 'after'];
	/** Fails these statements, each once and in this order. */
	const failInTurn = (...statements: Statement[]) => {
		table.fault = (call, when) => {
			const [next] = statements;
			if (next === undefined || (next[0] !== '' && next[0] !== call) || next[1] !== when) return;
			statements.shift();
			throw new Error('database is locked');
		};
		return statements;
	};
	const refuse = () => simulator.fail({}, { kind: 'status', status: 400, message: 'No' });
	const sentOnce = async (left: Statement[]) => {
		const { items, error } = await send([order], retry);
		expect(error).toBeUndefined();
		expect(left).toEqual([]);
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
		expect((await send([order])).items[0].json.skipped).toBe(true);
		expect(simulator.ledger).toHaveLength(1);
	};

	test.each<[string, Statement]>([
		['not freed', ['delete', 'before']],
		['freed without an answer', ['delete', 'after']],
	])('a refused message is sent, its key %s', async (_name, statement) => {
		refuse();
		await sentOnce(failInTurn(statement));
	});

	test('a key that was taken without an answer is used', async () => {
		await sentOnce(failInTurn(['insert', 'after'], ['', 'before']));
	});

	test('two lost answers in a row do not lose the key', async () => {
		await sentOnce(failInTurn(['insert', 'after'], ['update', 'after'], ['update', 'after']));
	});

	test('a key that another execution took meanwhile is skipped', async () => {
		refuse();
		let other: Promise<unknown> | undefined;
		table.fault = (call, when) => {
			if (call !== 'delete' || when !== 'after' || other !== undefined) return;
			other = send([order]);
			throw new Error('database is locked');
		};
		const { items } = await send([order], { ...retry, waitBetweenTries: 300 });
		await other;
		expect(items[0].json.skipped).toBe(true);
		expect(simulator.ledger).toHaveLength(1);
	});

	test('a mark that a lost answer left in the row of another does not take it', async () => {
		await send([order]);
		const [[rowOfOrder, [keyOfOrder]]] = [...table.keys];
		table.reset();
		simulator.reset();
		let others: string[] = [];
		let lost = 0;
		table.fault = (call, when) => {
			if (call === 'insert' && when === 'before' && others.length === 0) {
				// Another one makes the row between our look and our INSERT.
				table.rows.set(rowOfOrder, (others = [keyOfOrder, 'mark of another']));
			}
			if (call === 'update' && when === 'after' && lost++ < 2)
				throw new Error('database is locked');
		};
		const { items, error } = await send([order], retry);
		expect(lost).toBeGreaterThan(0);
		expect(items).toEqual([]);
		expect(error?.description).toContain('stays taken');
		expect(simulator.ledger).toHaveLength(0);
	});

	test('of two items with one key, one is sent', async () => {
		refuse();
		failInTurn(['delete', 'before']);
		const { items } = await send([order, order], retry);
		expect(items.filter(({ json }) => json.skipped)).toHaveLength(1);
		expect(simulator.ledger).toHaveLength(1);
	});

	test('with all keys in one row, too, if the key was not taken when the store failed', async () => {
		failInTurn(['find', 'before'], ['find', 'before']);
		const { items, error } = await sendBy([order, order], { settings: retry, locked: true });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.skipped ?? false)).toEqual([false, true]);
		expect(simulator.ledger).toHaveLength(1);
	});

	test('with all keys in one row, a key that may be ours is an error, not skipped', async () => {
		refuse();
		failInTurn(['update', 'before']);
		const { items, error } = await sendBy([order], { settings: retry, locked: true });
		expect(items).toEqual([]);
		expect(error?.description).toContain('stays taken');
		expect(simulator.ledger).toHaveLength(0);
	});

	describe('with keys of 0.1.0', () => {
		beforeEach(async () => await table.takeAs010(['other', 'order-1']));

		test('neither looked through nor given back, the key is used', async () => {
			let failed = -1;
			table.fault = (call, when) => {
				if (failed < 0 && call === 'insert' && when === 'after') failed = 0;
				else if (failed >= 0 && failed < 2 && when === 'before') {
					failed++;
					throw new Error('database is locked');
				}
			};
			await sentOnce([]);
			expect(failed).toBe(2);
		});

		test('a question that was not taken out again does no harm', async () => {
			let updates = 0;
			table.fault = (call, when) => {
				if (call === 'update' && when === 'before' && ++updates === 2) throw new Error('locked');
			};
			await sentOnce([]);
		});

		test('a question without an answer is an error, not skipped', async () => {
			failInTurn(['update', 'after']);
			const { items, error } = await send([order], retry);
			expect(items).toEqual([]);
			expect(error?.description).toContain('stays taken');
		});

		test('one of them is never sent again', async () => {
			failInTurn(['update', 'after']);
			await send([{ ...order, key: 'order-1' }], retry);
			delete table.fault;
			const { items } = await send([{ ...order, key: 'order-1' }]);
			expect(items[0].json.skipped).toBe(true);
			expect(simulator.ledger).toHaveLength(0);
		});
	});
});

test('a run that is canceled between taking the key and sending gives it back', async () => {
	let cancel = () => {};
	table.fault = (call, when) => {
		if (call === 'insert' && when === 'after') cancel();
	};
	const canceled = await sendBy([order], {
		started: (execution) => {
			cancel = () => execution.cancel();
		},
	});
	expect(canceled.run.status).toBe('canceled');
	expect(simulator.requests).toEqual([]);
	delete table.fault;
	// What the canceled run still had to do may end after it.
	for (let turn = 0; turn < 50 && table.keys.size > 0; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(table.keys.size).toBe(0);
	expect((await send([order])).items[0].json.status).toBe('queued');
});

test('nobody sees another id of the node, neither meanwhile nor afterwards', async () => {
	const result = await send([order]);
	expect(JSON.stringify(result.run.data)).not.toContain('node-1:');
	const rows = [...table.keys.keys()];
	expect(rows).toEqual([expect.stringMatching(/^workflow-1 n:node-1:[\w-]{43}$/)]);
});
