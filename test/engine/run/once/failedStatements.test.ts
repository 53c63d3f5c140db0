/** What a failed statement leaves of a key is named, and freed where it certainly was not sent with. */
import type { IDataObject } from 'n8n-workflow';

import { testClock, type TestClock } from '../../../harness/time/clock';
import { type Statement, withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode, type NodeRun } from '../../../harness/n8n/engine';
import { keyedSend, order, otherOrder } from '../../../harness/n8n/keyedSend';
import { said } from '../../../harness/n8n/messages';

const { simulator, table } = withSimulatorAndStore();

const inDoubt = `${said.perhapsBefore}: SMS to ${order.to}`;
const again = said.againWithKey;

async function deliver(items: IDataObject[] = [order], more: Partial<NodeRun> = {}) {
	const clock = testClock();
	const given = { parameters: keyedSend(), items, credential: simulator, clock, ...more };
	return { ...(await runNode(given)), waited: clock.passed() };
}

/** What the database says of a statement that it does not carry out, and of one whose connection is lost. */
const locked = Object.assign(new Error('SQLITE_BUSY: database is locked'), { code: 'SQLITE_BUSY' });
const lost = new Error('Connection terminated unexpectedly');

/** From the first such statement on, all statements fail for so many milliseconds. */
function failFrom(
	clock: TestClock,
	first: Statement,
	when: 'before' | 'after',
	[error, forMs]: [Error, number],
) {
	let since: number | undefined;
	table.fault = (call, at) => {
		if (call === first && at === when) since ??= clock.passed();
		if (since !== undefined && clock.passed() - since < forMs) throw error;
	};
}

describe('the key of a refused message', () => {
	const blocked = () =>
		simulator.fail({ body: { to: order.to } }, { kind: 'status', status: 400, message: 'Blocked' });

	test.each<[string, Error, number]>([
		['is locked for 20 s', locked, 20_000],
		['is locked for 40 s', locked, 40_000],
		['fails without a code for 20 s', new Error('database is locked'), 20_000],
	])('is freed again when the store answers, which %s', async (_how, error, forMs) => {
		const clock = testClock();
		blocked();
		failFrom(clock, 'delete', 'before', [error, forMs]);
		const first = await deliver([otherOrder, order], { clock });
		expect(first.error?.context.onceKey).toBeUndefined();
		expect(first.error?.description).toContain(again);
		expect(table.keys.size).toBe(1);
		expect((await deliver()).items[0].json.status).toBe('queued');
	});

	test.each<[string, Error, number, number]>([
		// 45 s after the key was taken, others may have reported it as in doubt.
		['the store fails for as long as others wait', locked, 60_000, 10],
		['the connection was lost: the DELETE may come late', lost, 100, 1],
	])('is not freed again where %s', async (_why, error, forMs, most) => {
		const clock = testClock();
		blocked();
		failFrom(clock, 'delete', 'before', [error, forMs]);
		const first = await deliver([otherOrder, order], { clock });
		expect(first.error?.context).toMatchObject({ onceKey: order.key });
		expect(first.error?.description).toContain(said.notFreed);
		expect(first.error?.description).not.toContain(again);
		expect(table.statements.filter((call) => call === 'delete').length).toBeLessThanOrEqual(most);
		delete table.fault;
		expect((await deliver()).error?.message).toBe(inDoubt);
	});

	test('that was freed without an answer is left to the execution that has it now', async () => {
		blocked();
		let isFirst = true;
		table.fault = async (call, when) => {
			if (call !== 'delete' || when !== 'after' || !isFirst) return;
			isFirst = false;
			expect((await deliver()).items[0].json.status).toBe('queued');
			throw new Error('database is locked');
		};
		const { error } = await deliver();
		expect(error?.context.onceKey).toBeUndefined();
		expect(table.states).toEqual(['sent']);
		expect((await deliver()).items[0].json.outcome).toBe('skipped');
		expect(simulator.ledger).toHaveLength(1);
	});
});

describe('a key that may have been taken, after which the store fails', () => {
	test.each<[string, number, string]>([
		['for 35 s: it is noted as in doubt', 35_000, 'in doubt'],
		['for two minutes', 120_000, 'taken'],
	])('%s, and its row names it', async (_how, forMs, state) => {
		const clock = testClock();
		failFrom(clock, 'insert', 'after', [new Error('database is locked'), forMs]);
		const { items } = await deliver([order], {
			clock,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items[0].json).toMatchObject({
			outcome: 'failed',
			reason: expect.stringContaining('Run it again later') as string,
			error: { onceKey: order.key, mayHaveBeenDone: false },
		});
		expect(simulator.requests).toEqual([]);
		expect(table.states).toEqual([state]);
		delete table.fault;
		expect((await deliver()).error?.message).toBe(inDoubt);
	});

	test('is not named where the database says that it did not take it', async () => {
		const clock = testClock();
		failFrom(clock, 'insert', 'before', [locked, 120_000]);
		const { error } = await deliver([order], { clock });
		expect(error?.context.onceKey).toBeUndefined();
		expect(error?.description).toMatch(/Run it again later\.$/);
		delete table.fault;
		expect((await deliver()).items[0].json.status).toBe('queued');
	});

	test('the row of a model does not name it', async () => {
		failFrom(testClock(), 'insert', 'after', [new Error('database is locked'), Infinity]);
		const { error } = await deliver([order], { asTool: true });
		expect(error?.message).toContain('Not sent');
		expect(error?.message).not.toMatch(/order-1042|may have been sent|another key/);
	});
});
