import { Poller } from '../../harness/poller';
import { service } from '../../harness/service';
import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;

const happenings: Record<string, (simulator: Simulator) => string> = {
	smsReceived: ({ store }) =>
		store.receiveSms({ from: '+15557770001', to: companyNumbers[0], body: 'hi' }).id,
	callCreated: ({ store }) => store.addCall().id,
	callEnded: ({ store }) => store.addCall({ status: 'ENDED' }).id,
	contactCreated: ({ store }) => store.addContact().id,
	contactUpdated: ({ store }) => store.updateContact('contact_000009', { notes: 'new' }).id,
};

const seed = { contacts: 320, conversations: 260, messages: 300, calls: 60 };

describe('a list that only grows while it is read', () => {
	it.each([
		['smsReceived', '/api/sms'],
		['contactUpdated', '/api/contacts'],
		['contactCreated', '/api/contacts'],
		['callEnded', '/api/calls'],
	])('is whole for %s, at activation and later', async (event, path) => {
		const simulator = await service({ seed, order: 'shuffled' });
		const poller = new Poller(simulator, { event });
		const grow = () => simulator.fail({ path }, { kind: 'shift', by: 1 }, 10);
		grow();
		expect(await poller.poll()).toEqual([]);
		simulator.clearFaults();
		// What has come while the baseline was read may stand on either side of it.
		await poller.poll();
		simulator.clock.advance(minute);
		const id = happenings[event](simulator);
		grow();
		expect(await poller.ids()).toContain(id);
		simulator.clearFaults();
		expect(await poller.ids()).not.toContain(id);
		expect(poller.log).toEqual([]);
	});
});

describe('a list whose total is steadily one too high', () => {
	it.each(Object.keys(happenings))('is taken for whole by %s', async (event) => {
		const small = { contacts: 120, conversations: 60, messages: 90, calls: 60 };
		const simulator = await service({ seed: small });
		simulator.phantoms = 1;
		const poller = new Poller(simulator, { event });
		expect(await poller.poll()).toEqual([]);
		for (let polls = 0; polls < 3; polls++) expect(await poller.poll()).toEqual([]);
		const told = poller.log.length;
		expect(told).toBeLessThan(2);
		simulator.clock.advance(minute);
		const id = happenings[event](simulator);
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.poll()).toEqual([]);
	});
});
