import { testClock } from '../harness/clock';
import { rememberInMemory } from '../harness/deduplication';
import { locator, runNode } from '../harness/engine';
import { companyNumbers, startSimulator, type Simulator } from '../simulator';

let simulator: Simulator;
let seen: Set<string>;
beforeAll(async () => {
	simulator = await startSimulator();
	seen = await rememberInMemory();
});
beforeEach(() => {
	simulator.reset();
	seen.clear();
});
afterAll(async () => await simulator.close());

const send = async (items: Array<{ to: string; key: string }>, settings = {}) => {
	return await runNode({
		parameters: {
			resource: 'sms',
			operation: 'send',
			from: locator(companyNumbers[0]),
			to: '={{ $json.to }}',
			body: 'Your order has been shipped',
			options: { onceKey: '={{ $json.key }}' },
		},
		items,
		credential: simulator,
		settings,
		clock: testClock(),
	});
};
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
	const { items } = await send([order, { ...order, to: '+15550209998' }, order]);
	expect(items.map(({ json }) => json.skipped ?? false)).toEqual([false, true, true]);
	expect(simulator.ledger).toHaveLength(1);
});

test('a refused send frees its key', async () => {
	simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
	const refused = await send([order]);
	expect(refused.error?.description).toContain('No credit');
	expect(seen.size).toBe(0);
	await send([order]);
	expect(simulator.ledger).toHaveLength(1);
});

test('after a refused one, the next item of the same key is sent', async () => {
	simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
	const { items } = await send([order, order], { onError: 'continueRegularOutput' });
	expect(items[0].error).toBeDefined();
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

test('an empty key is no key', async () => {
	await send([
		{ to: '+15550209997', key: '' },
		{ to: '+15550209997', key: '' },
	]);
	expect(simulator.ledger).toHaveLength(2);
	expect(seen.size).toBe(0);
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
