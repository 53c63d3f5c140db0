/**
 * A message that the service refuses (429) gives its Send Once Key back while it waits for its turn: another
 * delivery of it sends it, or waits too, and finds nothing in doubt.
 */
import type { IDataObject } from 'n8n-workflow';

import { withTimedStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { untyped } from '../../../harness/n8n/fake';
import { keyedSend, numbered, type Message } from '../../../harness/n8n/keyedSend';
import { serviceTime, type ServiceTime } from '../../../harness/time/serviceTime';

const service: ServiceTime = serviceTime();
const { simulator, table } = withTimedStore(service);

const minute = 60_000;

async function deliver(items: Message[], options: IDataObject = {}) {
	return await runNode({
		parameters: keyedSend(options),
		items: untyped(items),
		credential: simulator,
		clock: service.time,
		settings: { onError: 'continueRegularOutput' },
	});
}

test.each<[string, number, number, number, IDataObject]>([
	['32 messages, one let through in a minute, default options', 32, 1, 20, {}],
	['100 at once, four let through in a minute', 100, 4, 17, { requestsAtOnce: 100 }],
])('%s: what waits for its turn has no key', async (_case, count, each, at, options) => {
	simulator.limitRate({ ratePerSecond: each / 60, burst: each, retryAfter: true });
	const all = numbered(count);
	const first = deliver(all, options);
	let takenMeanwhile = 0;
	const second = service.time.sleep(at * minute).then(async () => {
		takenMeanwhile = table.states.filter((state) => state !== 'sent').length;
		return await deliver(all.slice(-1), options);
	});
	const both = await service.time.run(Promise.all([first, second]));
	const outcomes = both.flatMap(({ items }) => items.map(({ json }) => json.status ?? json.reason));
	// A worker killed then leaves none of them in doubt.
	expect(takenMeanwhile).toBe(0);
	expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(count);
	// The other one is skipped, or told that it was refused too often.
	const other = both.flatMap(({ items }) => items.filter(({ json }) => json.status !== 'queued'));
	expect(JSON.stringify(other)).toMatch(/Already sent with this Send Once Key|"httpCode":"429"/);
	expect(simulator.ledger).toHaveLength(count);
	expect(table.states).toEqual(Array(count).fill('sent'));
});
