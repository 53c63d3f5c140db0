/**
 * A message that the service refuses (429) keeps its Send Once Key while it waits for its turn, for as
 * long as that takes: another delivery of it finds it under way, never in doubt.
 */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore, type DeduplicationTable } from '../harness/deduplication';
import { runNode } from '../harness/engine';
import { keyedSend } from '../harness/keyedSend';
import { serviceTime, type ServiceTime } from '../harness/serviceTime';
import type { Simulator } from '../simulator';

let simulator: Simulator;
let table: DeduplicationTable;
const service: ServiceTime = serviceTime();
withSimulatorAndStore(
	(...both) => {
		[simulator, table] = both;
		service.watch(simulator);
	},
	{ clock: service.clock, seed: { contacts: 0, conversations: 0, messages: 0, calls: 0 } },
);

const minute = 60_000;
const messages = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		to: `+155504${String(index).padStart(5, '0')}`,
		key: `order-${index}`,
	}));

async function deliver(items: IDataObject[], options: IDataObject = {}) {
	return await runNode({
		parameters: keyedSend(options),
		items,
		credential: simulator,
		clock: service.time,
		settings: { onError: 'continueRegularOutput' },
	});
}

async function deliverBoth(count: number, after: number, options: IDataObject) {
	const all = messages(count);
	const first = deliver(all, options);
	const second = service.time.sleep(after).then(async () => await deliver(all.slice(-1), options));
	return await service.time.run(Promise.all([first, second]));
}

test.each<[string, number, number, number, IDataObject]>([
	['32 messages, one let through in a minute, default options', 32, 1, 20, {}],
	['100 at once, four let through in a minute', 100, 4, 17, { requestsAtOnce: 100 }],
	['Send Once Timeout of a minute, one refused for minutes', 6, 1, 4.2, { onceTimeout: 1 }],
])('%s: what waits for its turn is not in doubt', async (_case, count, each, at, options) => {
	simulator.limitRate({ ratePerSecond: each / 60, burst: each, retryAfter: true });
	const [first, second] = await deliverBoth(count, at * minute, options);
	// The first delivery sends all of them, the last one long after the second delivery asked.
	expect(first.items.map(({ json }) => json.status)).toEqual(Array(count).fill('queued'));
	expect(simulator.ledger).toHaveLength(count);
	expect(table.keys.size).toBe(count);
	expect(second.items[0].json).toMatchObject({ skipped: true, unfinished: true });
});
