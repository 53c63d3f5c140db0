import { Poller, polling } from '../../harness/n8n/poller';
import { happenings } from '../../harness/service/happenings';
import { empty, service } from '../../harness/service/service';
import type { Simulator } from '../../simulator';

const second = 1_000;
const minute = 60 * second;

function call(simulator: Simulator): string {
	simulator.clock.advance(second);
	return simulator.store.addCall({ status: 'ENDED', direction: 'INBOUND' }).id;
}

function contact(simulator: Simulator): string {
	simulator.clock.advance(second);
	const { id } = simulator.store.addContact();
	simulator.clock.advance(2 * second);
	simulator.store.updateContact(id, { notes: 'changed' });
	return id;
}

const kinds = {
	callCreated: { path: '/api/calls', count: 120, add: call },
	callEnded: { path: '/api/calls', count: 120, add: call },
	callMissed: { path: '/api/calls', count: 120, add: call },
	contactUpdated: { path: '/api/contacts', count: 250, add: contact },
	contactCreated: { path: '/api/contacts', count: 250, add: contact },
};

describe.each(Object.entries(kinds))('%s', (event, { path, count, add }) => {
	it.each([1, 3, Infinity])(
		'gives out nothing old after %d answers with one page for all records at activation',
		async (times) => {
			const simulator = await service({ seed: empty });
			for (let index = 0; index < count; index++) add(simulator);
			const poller = new Poller(simulator, { event });
			simulator.fail({ path }, { kind: 'counts', value: { totalPages: 1 } }, times);
			expect(await poller.poll()).toEqual([]);
			simulator.clearFaults();
			const fresh = add(simulator);
			expect(await poller.ids()).toEqual([fresh]);
			expect(await poller.poll()).toEqual([]);
			expect(poller.log).toEqual([]);
		},
	);

	it.each(['newest-first', 'shuffled'] as const)(
		'gives out nothing old when pages of the baseline came empty, %s',
		async (order) => {
			const simulator = await service({ seed: empty, order });
			for (let index = 0; index < count; index++) add(simulator);
			const poller = new Poller(simulator, { event });
			const nothing = { calls: [], clients: [] };
			for (const page of ['2', '3']) {
				simulator.fail({ path, query: { page } }, { kind: 'moreData', value: nothing }, Infinity);
			}
			expect(await poller.poll()).toEqual([]);
			simulator.clearFaults();
			const old = await poller.ids();
			// In an order that is not by time, what is older than all that was read cannot be told apart
			// from what is newer: only what came after the newest one that was read is new.
			if (order === 'newest-first') expect(old).toEqual([]);
			const fresh = add(simulator);
			expect(await poller.ids()).toEqual([fresh]);
		},
	);
});

describe.each(['callCreated', 'callEnded', 'callMissed'])('%s', (event) => {
	it('gives out the news of a page that came empty with the next news', async () => {
		const simulator = await service({ seed: empty });
		for (let index = 0; index < 120; index++) call(simulator);
		const poller = new Poller(simulator, { event });
		await poller.poll();
		const happened = Array.from({ length: 120 }, () => call(simulator));
		const match = { path: '/api/calls', query: { page: '2' } };
		simulator.fail(match, { kind: 'moreData', value: { calls: [] } }, Infinity);
		const givenOut = await poller.ids();
		expect(givenOut.length).toBeLessThan(120);
		simulator.clearFaults();
		happened.push(call(simulator));
		givenOut.push(...(await poller.ids()));
		expect(givenOut.sort()).toEqual(happened.sort());
	});

	it('loses no news when one answer of a poll has one page for all records', async () => {
		const simulator = await service({ seed: empty });
		for (let index = 0; index < 120; index++) call(simulator);
		const poller = new Poller(simulator, { event });
		await poller.poll();
		simulator.clock.advance(3_600_000);
		const happened = Array.from({ length: 70 }, () => call(simulator));
		simulator.fail({ path: '/api/calls' }, { kind: 'counts', value: { totalPages: 1 } });
		const givenOut = await poller.ids();
		for (let polls = 0; polls < 4; polls++) {
			happened.push(call(simulator));
			givenOut.push(...(await poller.ids()));
		}
		expect(givenOut).toEqual(happened);
	});
});

it('an old record that appears at the end of a page hides no new one behind it', async () => {
	const order = 'last-added-first';
	const simulator = await service({ seed: empty, order, pageLimit: 3 });
	const { store, clock } = simulator;
	for (let index = 0; index < 5; index++) call(simulator);
	const poller = new Poller(simulator, { event: 'callCreated' });
	await poller.poll();
	clock.advance(60 * minute);
	const first = call(simulator);
	store.addCall({ createdAt: new Date(clock.now() - 300 * 24 * 60 * minute).toISOString() });
	// Page 1 then holds these two and the old one: sorted, and down to an old record.
	const others = [call(simulator), call(simulator)];
	expect(await poller.ids()).toEqual([first, ...others]);
});

const seed = { contacts: 320, conversations: 260, messages: 300, calls: 60 };

describe('a list that only grows while it is read', () => {
	it.each([
		['smsReceived', '/api/sms'],
		['contactUpdated', '/api/contacts'],
		['contactCreated', '/api/contacts'],
		['callEnded', '/api/calls'],
		['callMissed', '/api/calls'],
	])('is whole for %s, at activation and later', async (event, path) => {
		const { simulator, poller } = await polling({ event }, { seed, order: 'shuffled' });
		const grow = () => simulator.fail({ path }, { kind: 'shift', by: 1 }, 10);
		grow();
		expect(await poller.poll()).toEqual([]);
		simulator.clearFaults();
		// What has come while the baseline was read may stand on either side of it.
		await poller.poll();
		simulator.clock.advance(minute);
		const id = happenings[event](simulator);
		grow();
		const givenOut: unknown[] = [];
		// Each poll of SMS Received reads two of the seven pages.
		for (let polls = 0; polls < 7; polls++) givenOut.push(...(await poller.ids()));
		simulator.clearFaults();
		expect(givenOut.filter((one) => one === id)).toHaveLength(1);
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
