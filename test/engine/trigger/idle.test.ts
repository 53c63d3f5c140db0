import { Poller } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const [own] = companyNumbers;

const receive = ({ store, clock }: Simulator, number: number) => {
	clock.advance(1_000);
	const from = `+1555${String(number).padStart(7, '0')}`;
	return store.receiveSms({ from, to: own, body: 'hi', sentAt: clock.now() }).id;
};
const call = ({ store, clock }: Simulator) => {
	clock.advance(1_000);
	return store.addCall({ status: 'ENDED', direction: 'INBOUND', durationMs: 0 }).id;
};
const contact = ({ store, clock }: Simulator) => {
	clock.advance(1_000);
	return store.addContact().id;
};

// Contact Updated reads the whole list (docs/trigger.md).
it.each<[string, (simulator: Simulator, number: number) => string]>([
	['smsReceived', receive],
	['callCreated', call],
	['callEnded', call],
	['callMissed', call],
	['contactCreated', contact],
])('%s: a poll without news costs two requests at 20,000 records', async (event, add) => {
	const simulator = await service({ seed: empty });
	for (let number = 0; number < 20_000; number++) add(simulator, number);
	const poller = new Poller(simulator, { event });
	await poller.poll();
	const id = add(simulator, 19_999);
	expect(await poller.ids()).toEqual([id]);
	for (let polls = 0; polls < 2; polls++) {
		simulator.clock.advance(minute);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests.length).toBeLessThanOrEqual(2);
	}
});
