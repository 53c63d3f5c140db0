/**
 * n8n's store may take longer with a key than others wait before they call it in doubt, and it may never
 * answer at all.
 */
import type { IDataObject } from 'n8n-workflow';

import { testClock, type TestClock } from '../../../harness/time/clock';
import { canceling } from '../../../harness/n8n/canceling';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode, type NodeRun } from '../../../harness/n8n/engine';
import { keyedSend, order } from '../../../harness/n8n/keyedSend';
import { settle } from '../../../harness/time/turns';
import { said } from '../../../harness/n8n/messages';

const { simulator, table } = withSimulatorAndStore();

const minute = 60_000;
const noon = Date.parse('2026-06-01T12:00:00Z');

async function deliver(key: string, more: Partial<NodeRun> = {}, options: IDataObject = {}) {
	return await runNode({
		parameters: keyedSend(options),
		items: [{ ...order, key }],
		credential: simulator,
		...more,
	});
}

test('a message whose key others call in doubt by now is not sent any more', async () => {
	const clock = testClock(noon);
	let second: Awaited<ReturnType<typeof deliver>> | undefined;
	table.fault = async (call, when) => {
		if (call !== 'insert' || when !== 'after' || second !== undefined) return;
		// The key's row is there, and the answer takes 16 minutes.
		delete table.fault;
		await clock.sleep(16 * minute);
		second = await deliver(order.key, { clock });
		// As its description says.
		expect(second.error?.description).toContain(said.otherKey);
		await deliver('order-1042, again', { clock });
	};
	const first = await deliver(order.key, { clock });
	expect(first.error?.message).toContain(said.perhapsBefore);
	expect(second?.error?.message).toContain(said.perhapsBefore);
	expect(simulator.ledger).toHaveLength(1);
	expect((await deliver(order.key, { clock })).error?.message).toContain(said.perhapsBefore);
});

/** Others call the key in doubt while its message is held up; a person then sends with another key. */
async function deliverMeanwhile(clock: TestClock) {
	await clock.sleep(16 * minute);
	const { error } = await deliver(order.key, { clock });
	expect(error?.description).toContain(said.otherKey);
	await deliver('order-1042, again', { clock });
}

test('a key that others call in doubt by now stays taken when its run is canceled before it sends', async () => {
	const clock = testClock(noon);
	const { started, cancel } = canceling();
	let isFirst = true;
	table.fault = async (call, when) => {
		if (call !== 'insert' || when !== 'after' || !isFirst) return;
		isFirst = false;
		await deliverMeanwhile(clock);
		cancel();
	};
	await deliver(order.key, { clock, started });
	// What a canceled run has to do still is done.
	await settle(100);
	const { error } = await deliver(order.key, { clock });
	expect(simulator.ledger).toHaveLength(1);
	expect(error?.message).toContain(said.perhapsBefore);
});

test('a key whose taking takes longer than 5 s is freed and taken anew, then sent with', async () => {
	const clock = testClock(noon);
	let isFirst = true;
	table.fault = async (call, when) => {
		if (call !== 'insert' || when !== 'after' || !isFirst) return;
		isFirst = false;
		await clock.sleep(6_000);
	};
	const { items } = await deliver(order.key, { clock });
	expect(items.map(({ json }) => json.status)).toEqual(['queued']);
	expect(table.statements).toEqual([
		'find',
		'insert',
		'delete',
		'find',
		'insert',
		'find',
		'update',
	]);
});

test('a store that is always that slow is told, and nothing is sent', async () => {
	const clock = testClock(noon);
	table.fault = async (call, when) => {
		if (call === 'insert' && when === 'after') await clock.sleep(6_000);
	};
	const { error } = await deliver(order.key, { clock });
	expect(error?.description).toContain('it takes too long');
	// The first after 0 s, the last after 30 s.
	expect(table.statements.filter((call) => call === 'insert')).toHaveLength(6);
	expect(simulator.requests).toEqual([]);
	expect(table.keys.size).toBe(0);
});

test('a canceled run ends, although the store never answers about what was sent', async () => {
	const { started, cancel } = canceling();
	let letGo = () => {};
	const stuck = new Promise<void>((resolve) => (letGo = resolve));
	const asked = new Promise<void>((resolve) => {
		table.fault = async (call) => {
			if (call !== 'update') return;
			resolve();
			await stuck;
		};
	});
	const running = deliver(order.key, { started });
	await asked;
	cancel();
	await running;
	letGo();
	expect(simulator.ledger).toHaveLength(1);
});
