import { keyedSend, keyedSends, numbered, order } from '../../../harness/n8n/keyedSend';
import { said } from '../../../harness/n8n/messages';

const { simulator, table, sendBy, send } = keyedSends();

describe("when n8n's store fails", () => {
	type Fails = [call: string, when: 'before' | 'after'];
	/** Fails these statements, each once and in this order; '' is any. */
	const failInTurn = (...statements: Fails[]) => {
		table.fault = (call, when) => {
			const [next] = statements;
			if (next === undefined || (next[0] !== '' && next[0] !== call) || next[1] !== when) return;
			statements.shift();
			throw new Error('database is locked');
		};
		return statements;
	};
	const failAlways = (...calls: string[]) => {
		table.fault = (call, when) => {
			if (when === 'before' && calls.includes(call)) throw new Error('database is locked');
		};
	};

	test('in a dry run the error says that the key could not be looked up', async () => {
		failAlways('find', 'insert', 'update', 'delete');
		const { items } = await sendBy([order], { parameters: keyedSend({ dryRun: true }) });
		expect(items[0].json.reason).toContain('n8n could not look up its key');
	});

	test('altogether, nothing is sent, and the error says what to do', async () => {
		failAlways('find', 'insert', 'update', 'delete');
		const { error } = await send([order]);
		expect(error?.message).toBe(`Not sent: SMS to ${order.to}`);
		expect(error?.description).toBe(
			'n8n could not save its key: database is locked. Run it again later.',
		);
		expect(error?.context.itemIndex).toBeUndefined();
		expect(simulator.requests).toEqual([]);
	});

	test.each<[string, Fails[]]>([
		['when it is looked for', [['find', 'before']]],
		['when it is taken', [['insert', 'before']]],
		['when it has been taken, without an answer', [['insert', 'after']]],
		[
			'twice',
			[
				['insert', 'after'],
				['update', 'after'],
			],
		],
		[
			'four times in a row',
			[
				['insert', 'after'],
				['find', 'before'],
				['update', 'after'],
				['update', 'before'],
			],
		],
		['when it is noted', [['update', 'before']]],
		['when it has been noted, without an answer', [['update', 'after']]],
	])('%s: the message is sent all the same, once', async (_name, statements) => {
		const left = failInTurn(...statements);
		const { items, error, hints } = await send([order]);
		expect(error).toBeUndefined();
		expect(left).toEqual([]);
		expect(hints).toEqual([]);
		expect(items.map(({ json }) => json.status)).toEqual(['queued']);
		expect((await send([order])).items[0].json.outcome).toBe('skipped');
		expect(simulator.ledger).toHaveLength(1);
	});

	test('once, a key that was sent is skipped all the same', async () => {
		await send([order]);
		const left = failInTurn(['find', 'before'], ['find', 'after']);
		const { items } = await send([order]);
		expect(left).toEqual([]);
		expect(items[0].json.outcome).toBe('skipped');
		expect(simulator.ledger).toHaveLength(1);
	});

	test('a row that was deleted, and that another execution has now, is left to it', async () => {
		table.fault = async (call) => {
			if (call !== 'find' || simulator.requests.length === 0) return;
			delete table.fault;
			table.forget(order.to, order.key);
			await send([order]);
		};
		const { items, hints } = await send([order]);
		expect(items[0].json.status).toBe('queued');
		expect(hints).toEqual([expect.stringContaining('the row belongs to another execution')]);
	});

	test('to free the key of a refused message, the error says that it stays taken', async () => {
		simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
		failAlways('delete');
		const { error } = await send([order]);
		expect(error?.context.onceKey).toBe('order-1042');
		expect(error?.description).toContain('No credit');
		expect(error?.description).toContain(`${said.notFreed} (database is locked)`);
	});

	test('to free the key of one that is tried again, it is not: it may be freed when another has it', async () => {
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '5' });
		failAlways('delete');
		const { error } = await send([order]);
		expect(error?.message).toBe(`Not sent: SMS to ${order.to}`);
		expect(error?.description).toContain(said.notFreed);
		expect(simulator.requests).toHaveLength(1);
	});

	test('for one item, the others are sent', async () => {
		table.fault = (call, when) => {
			if (call === 'insert' && when === 'before' && table.keys.size === 1) {
				throw new Error('database is locked');
			}
		};
		const oneByOne = numbered(3).map((message) => ({ ...message, to: order.to }));
		const continued = { onError: 'continueRegularOutput' } as const;
		const { items } = await send(oneByOne, continued);
		expect(items.map(({ json }) => json.status)).toEqual(['queued', null, null]);
		delete table.fault;
		await send(oneByOne, continued);
		expect(simulator.ledger).toHaveLength(3);
	});

	describe("then n8n's Retry On Fail", () => {
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

		test('sends a message that was refused, whose key was freed', async () => {
			simulator.fail({}, { kind: 'status', status: 400, message: 'No' });
			const { items } = await send([order, order], retry);
			expect(items.map(({ json }) => json.outcome === 'skipped')).toEqual([false, true]);
			expect(simulator.ledger).toHaveLength(1);
		});

		test.each<[string, Fails]>([
			['freed at the second time', ['delete', 'before']],
			['freed without an answer', ['delete', 'after']],
		])('finds its key %s: it is sent', async (_name, fails) => {
			simulator.fail({}, { kind: 'status', status: 400, message: 'No' });
			const left = failInTurn(fails);
			const { items } = await send([order], retry);
			expect(left).toEqual([]);
			expect(items.map(({ json }) => json.status)).toEqual(['queued']);
			expect(simulator.ledger).toHaveLength(1);
		});

		test('finds its key not freed: it is in doubt', async () => {
			simulator.fail({}, { kind: 'status', status: 400, message: 'No' });
			table.fault = (call) => {
				if (call === 'delete') throw new Error('Connection terminated unexpectedly');
			};
			const { error } = await send([order], retry);
			expect(error?.message).toContain(said.perhapsBefore);
			expect(simulator.ledger).toHaveLength(0);
		});
	});
});
