import type { Clock } from '../../../nodes/VoiceSms/api/clock';
import { Poller } from '../../harness/poller';
import { empty, service } from '../../harness/service';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const [own] = companyNumbers;
const customer = (place: number) => `+1555777${String(place).padStart(4, '0')}`;

/** An empty service with pages of three. */
const small = async (options: SimulatorOptions = {}) =>
	await service({ seed: empty, pageLimit: 3, ...options });

const receive = ({ store, clock }: Simulator, place: number, sentAt = clock.now()) =>
	store.addMessage({ direction: 'INBOUND', from: customer(place), to: own, body: 'hi', sentAt });
const answer = ({ store, clock }: Simulator, place: number, sentAt = clock.now()) =>
	store.addMessage({ direction: 'OUTBOUND', from: own, to: customer(place), body: 'yes', sentAt });

/** By this clock, half of a poll's time is over as soon as it begins. */
function hurried(): Clock {
	let reads = 0;
	const now = () => (reads++ > 0 ? 4 * minute : 0);
	return { now, passed: now, random: () => 0.5, idle: () => 0, sleep: async () => {} };
}

it('a record that a clock ahead has left in the future hides no news', async () => {
	const simulator = await small();
	const now = simulator.clock.now();
	const poller = new Poller(simulator, { event: 'smsReceived' });
	for (let place = 0; place < 9; place++) receive(simulator, place);
	receive(simulator, 10, now + 60 * minute);
	await poller.poll();
	for (let place = 0; place < 9; place++) receive(simulator, place, now + 1);
	expect(await poller.poll()).toHaveLength(9);
});

it('a late record is found when it alone has come', async () => {
	const simulator = await small();
	const poller = new Poller(simulator, { event: 'callCreated' });
	for (let second = 0; second < 20; second++) {
		simulator.clock.advance(1_000);
		simulator.store.addCall();
	}
	await poller.poll();
	const createdAt = new Date(simulator.clock.now() - 5_500).toISOString();
	const { id } = simulator.store.addCall({ createdAt });
	expect(await poller.ids()).toEqual([id]);
});

it('a late message is found behind known ones', async () => {
	const simulator = await small();
	const poller = new Poller(simulator, { event: 'smsReceived' });
	for (let second = 0; second < 9; second++) {
		simulator.clock.advance(1_000);
		receive(simulator, 1);
	}
	await poller.poll();
	const { id } = receive(simulator, 1, simulator.clock.now() - 6_500);
	expect(await poller.ids()).toEqual([id]);
});

it('conversations left for a later poll are read back to the last that read all', async () => {
	const simulator = await small();
	const now = simulator.clock.now();
	const poller = new Poller(simulator, { event: 'smsReceived' });
	receive(simulator, 1);
	await poller.poll();
	const early = receive(simulator, 2, now + minute);
	const late = receive(simulator, 1, now + 30 * minute);
	for (const minutes of [15, 16, 60, 61]) answer(simulator, 2, now + minutes * minute);
	expect(await poller.ids({ clock: hurried() })).toEqual([late.id]);
	expect(await poller.ids({ clock: hurried() })).toEqual([early.id]);
});

it('with no time left from the start, one conversation is looked at in each poll', async () => {
	const simulator = await small();
	const poller = new Poller(simulator, {
		event: 'smsReceived',
		requestOptions: { requestsAtOnce: 1 },
	});
	await poller.poll();
	const ids = [1, 2, 3].map((place) => {
		simulator.clock.advance(minute);
		return receive(simulator, place).id;
	});
	for (const id of ids) expect(await poller.ids({ clock: hurried() })).toEqual([id]);
	expect(await poller.ids()).toEqual([]);
});

it('the whole list of conversations is read when it was found in another order', async () => {
	const simulator = await small({ order: 'last-added-first' });
	const poller = new Poller(simulator, { event: 'smsReceived' });
	for (let place = 0; place < 9; place++) {
		simulator.clock.advance(minute);
		receive(simulator, place);
	}
	receive(simulator, 0, simulator.clock.now() - 3 * minute);
	await poller.poll();
	simulator.clock.advance(minute);
	const { id } = receive(simulator, 0);
	expect(await poller.ids()).toEqual([id]);
});

it('a record older than the memory reaches is not given out, and the log says so', async () => {
	const simulator = await service({ seed: empty });
	const poller = new Poller(simulator, { event: 'callCreated' });
	await poller.poll();
	const { clock, store } = simulator;
	const createdAt = new Date(clock.now()).toISOString();
	for (let number = 0; number < 3_000; number++) {
		clock.advance(1);
		store.addCall({ status: 'ENDED' });
	}
	expect(await poller.poll()).toHaveLength(3_000);
	store.addCall({ createdAt, status: 'ENDED' });
	expect(await poller.poll()).toEqual([]);
	expect(poller.log).toEqual([expect.stringMatching(/^1 calls appeared with no time, or/)]);
});

it('a contact that was updated just before the baseline is old, wherever it stands', async () => {
	const simulator = await service({ seed: { ...empty, contacts: 350 } });
	simulator.store.updateContact('contact_000003', { notes: 'before' });
	const poller = new Poller(simulator, { event: 'contactUpdated' });
	await poller.poll();
	expect(await poller.ids()).toEqual([]);
	simulator.clock.advance(minute);
	const { id } = simulator.store.updateContact('contact_000004', { notes: 'after' });
	expect(await poller.ids()).toEqual([id]);
});

describe('requests', () => {
	it.each([
		['callCreated', 1],
		['callEnded', 16],
		['contactCreated', 1],
		['contactUpdated', 25],
		['smsReceived', 46],
	])('at activation are few for %s: %d', async (event, most) => {
		const simulator = await service();
		await new Poller(simulator, { event }).poll();
		expect(simulator.requests.length).toBeLessThanOrEqual(most);
	});

	it('for a long conversation with one new message are one', async () => {
		const simulator = await small();
		const poller = new Poller(simulator, { event: 'smsReceived' });
		for (let number = 0; number < 20; number++) {
			simulator.clock.advance(11 * minute);
			receive(simulator, 1);
		}
		await poller.poll();
		simulator.clock.advance(minute);
		const { id } = receive(simulator, 1);
		expect(await poller.ids()).toEqual([id]);
		expect(simulator.requests).toHaveLength(2);
	});
});

describe('the state at its fullest', () => {
	it.each<[string, (simulator: Simulator, number: number) => void]>([
		['smsReceived', (simulator, number) => void receive(simulator, number % 60)],
		[
			'callEnded',
			({ store }, number) => {
				const id = `${String(number).padStart(8, '0')}-0000-0000-0000-000000000000`;
				store.addCall({ id, status: number < 2_600 ? 'ENDED' : 'ONGOING', endless: true });
			},
		],
		['callCreated', ({ store }) => void store.addCall({ status: 'ENDED' })],
		['contactCreated', ({ store }) => void store.addContact()],
		[
			'contactUpdated',
			({ store }, number) => {
				if (number < 2_600) store.updateContact(store.addContact().id, { notes: 'new' });
			},
		],
	])('of %s stays below 100 kB', async (event, add) => {
		const simulator = await service({ seed: { ...empty, conversations: 2_600 } });
		const poller = new Poller(simulator, { event });
		await poller.poll();
		for (let number = 0; number < 3_700; number++) {
			simulator.clock.advance(1);
			add(simulator, number);
		}
		await poller.poll();
		const size = JSON.stringify(poller.staticData).length;
		const lists = ['smsReceived', 'callEnded'].includes(event) ? 2 : 1;
		expect(size).toBeGreaterThan(lists * 38_000);
		expect(size).toBeLessThan(92_000);
		expect(await poller.poll()).toEqual([]);
	});
});

describe('Fetch Test Event', () => {
	it.each(['newest-first', 'oldest-first', 'shuffled'] as const)(
		'shows the newest record that passes the filters, of a list %s',
		async (order) => {
			const simulator = await service({ seed: empty, order });
			const { store, clock } = simulator;
			const samples: Record<string, string> = {};
			const add = (event: string, id: string) => (samples[event] = id);
			for (let number = 0; number < 4; number++) {
				clock.advance(minute);
				add('callCreated', store.addCall({ direction: 'INBOUND' }).id);
				add('contactCreated', store.addContact({ source: 'CSV' }).id);
				add('smsReceived', receive(simulator, number).id);
			}
			clock.advance(minute);
			add('contactUpdated', store.updateContact('contact_000002', { notes: 'new' }).id);
			// Newer ones, of which none passes.
			clock.advance(minute);
			store.addCall({ direction: 'OUTBOUND' });
			const other = store.addContact({ source: 'API' });
			clock.advance(minute);
			store.updateContact(other.id, { notes: 'new' });
			store.receiveSms({ from: customer(1), to: companyNumbers[1], body: 'no' });
			answer(simulator, 3);
			const filters: Record<string, object> = {
				callCreated: { direction: 'INBOUND' },
				contactCreated: { source: 'CSV' },
				contactUpdated: { source: 'CSV' },
				smsReceived: { companyNumber: own },
			};
			for (const [event, id] of Object.entries(samples)) {
				const poller = new Poller(simulator, { event, filters: { ...filters[event] } });
				expect([event, await poller.ids({ mode: 'manual' })]).toEqual([event, [id]]);
			}
		},
	);

	it('shows a contact that was created where none was ever updated', async () => {
		const simulator = await service({ seed: empty });
		simulator.store.addContact();
		simulator.clock.advance(minute);
		const { id } = simulator.store.addContact();
		const poller = new Poller(simulator, { event: 'contactUpdated' });
		expect(await poller.ids({ mode: 'manual' })).toEqual([id]);
	});
});
