import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { serviceTime } from '../../../harness/time/serviceTime';
import { settle, until } from '../../../harness/time/turns';
import { manualClock } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';

const { pace, watch } = serviceTime();
const { simulator, table } = withSimulatorAndStore({ clock: { ...manualClock(), pace } }, watch);

const number = (index: number) => `+1555040${String(index).padStart(4, '0')}`;
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: number(index), key: `key ${index}` }));
const send = (options: IDataObject = {}) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: 'Hi',
	...collections(options),
});

/** The simulator has answered so many requests, and the node has done what comes of it. */
async function answered(count: number) {
	await until(() => simulator.requests.filter(({ status }) => status > 0).length >= count);
	await settle();
}

describe('without a number given', () => {
	test('more than 32 are under way once the service has shown that it bears them', async () => {
		simulator.latencyMs = 300;
		const { items: sent } = await runNode({
			parameters: send(),
			items: items(120),
			credential: simulator,
		});
		expect(sent).toHaveLength(120);
		expect(simulator.mostInFlight).toBeGreaterThan(32);
		expect(simulator.mostInFlight).toBeLessThanOrEqual(100);
		expect(new Set(simulator.ledger.map(({ body }) => (body as IDataObject).to)).size).toBe(120);
	});

	test('pages of a list are asked for in the same way', async () => {
		const { items: contacts, error } = await runNode({
			parameters: { resource: 'contact', operation: 'getAll', returnAll: true, options: {} },
			items: [{}],
			credential: simulator,
		});
		expect(error).toBeUndefined();
		expect(contacts.length).toBeGreaterThan(0);
	});
});

test('what waits at the gate when another item fails is not sent, and is said to be not started', async () => {
	simulator.latencyMs = 300;
	simulator.fail({ body: { to: number(0) } }, { kind: 'status', status: 400 });
	const { error } = await runNode({ parameters: send(), items: items(90), credential: simulator });
	expect(error?.message).toContain('(item 1)');
	// The answer itself makes room for two.
	expect(simulator.requests).toHaveLength(34);
	const sent = simulator.ledger.map(({ body }) => (body as IDataObject).to).sort();
	expect(sent).toEqual(sent.map((_, index) => number(index + 1)));
	expect(error?.description).toContain(
		`${sent.length} of 90 are sent. ${said.againWithout} ${said.left} ${number(0)} (item 1), items ${sent.length + 2}-90 (${number(sent.length + 1)} to ${number(89)}).`,
	);
});

test('an item that waits for room takes no key of Send Once', async () => {
	// One gets through and makes room for the next; all others are told to wait for a minute.
	simulator.fail({ body: { to: number(0) } }, { kind: 'delay', ms: 300 });
	simulator.fail({ method: 'POST' }, { kind: 'rateLimited', retryAfter: '60' }, Infinity);
	let kept: string[] = [];
	const { run } = await runNode({
		parameters: send({ onceKey: '={{ $json.key }}' }),
		items: items(60),
		credential: simulator,
		started: (execution) =>
			void answered(32).then(() => {
				kept = table.states;
				execution.cancel();
			}),
	});
	expect(run.status).toBe('canceled');
	expect(simulator.ledger).toHaveLength(1);
	// What was refused has given its key back; only the one that was sent keeps it.
	expect(kept).toStrictEqual(['sent']);
	expect(table.keys.size).toBe(1);
});

test('a key seen before gives its room to the next item', async () => {
	const parameters = send({ onceKey: '={{ $json.key }}', requestsAtOnce: 1 });
	const first = { parameters, items: items(5), credential: simulator, clock: testClock() };
	await runNode(first);
	const { items: second } = await runNode({ ...first, items: items(7) });
	expect(second.map(({ json }) => json.outcome === 'skipped')).toEqual([
		...Array<boolean>(5).fill(true),
		false,
		false,
	]);
	expect(simulator.ledger).toHaveLength(7);
});

test('a quota that is used up takes no more keys', async () => {
	simulator.fail({}, { kind: 'rateLimited', retryAfter: '60' }, Infinity);
	const { items: outcome } = await runNode({
		// By this clock a wait of one is a wait of all that are under way.
		parameters: send({ onceKey: '={{ $json.key }}', requestsAtOnce: 1 }),
		items: items(50),
		credential: simulator,
		settings: { onError: 'continueRegularOutput' },
		clock: testClock(),
	});
	const { message, description } = outcome[49].json.error as IDataObject;
	expect(message).toMatch(/^Not sent: /);
	expect(description).toContain('Run it again later');
	expect(description).not.toContain(said.otherKey);
	expect(table.keys.size).toBe(0);
});
