import { addEnded } from '../../harness/n8n/followedCalls';
import { Poller, polling } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { ListOrder, Simulator, SimulatorOptions } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const [own] = companyNumbers;
const customer = (number: number) => `+1555777${String(number).padStart(4, '0')}`;
const inbound = (number: number) =>
	({ direction: 'INBOUND', from: customer(number), to: own, body: 'hi' }) as const;

/** An empty service with pages of three. */
const small = async (options: SimulatorOptions = {}) =>
	await service({ seed: empty, pageLimit: 3, ...options });

const receive = ({ store, clock }: Simulator, number: number, sentAt = clock.now()) =>
	store.addMessage({ ...inbound(number), sentAt });

/** Conversations with one inbound message each, a minute apart, and a trigger. */
async function withConversations(count: number) {
	const simulator = await service({ seed: empty });
	for (let number = 0; number < count; number++) {
		simulator.clock.advance(minute);
		receive(simulator, number);
	}
	simulator.clock.advance(minute);
	return { simulator, poller: new Poller(simulator, { event: 'smsReceived' }) };
}

describe('records without a time', () => {
	function addOld({ store, clock }: Simulator, dated: number, undated: number) {
		for (let number = 0; number < dated; number++) {
			clock.advance(1_000);
			store.addContact({ firstName: 'Dated' });
		}
		for (let number = 0; number < undated; number++) {
			store.addContact({ firstName: 'Undated', createdAt: null });
		}
	}

	it.each<ListOrder>(['newest-first', 'undated-first', 'oldest-first', 'shuffled'])(
		'do not come out as new when others are deleted, in a list %s',
		async (order) => {
			const simulator = await service({ seed: empty, order });
			addOld(simulator, 60, 490);
			const poller = new Poller(simulator, { event: 'contactCreated' });
			expect(await poller.poll()).toEqual([]);
			simulator.store.removeContact('contact_000060');
			expect(await poller.ids()).toEqual([]);
			simulator.store.removeContact('contact_000003');
			simulator.clock.advance(minute);
			const { id } = simulator.store.addContact();
			expect(await poller.ids()).toEqual([id]);
		},
	);

	it('are old where the memory cannot hold all', async () => {
		const simulator = await service({ seed: empty, order: 'undated-first' });
		addOld(simulator, 2_400, 200);
		const poller = new Poller(simulator, { event: 'contactCreated' });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addContact({ createdAt: null });
		const { id } = simulator.store.addContact();
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.ids()).toEqual([]);
	});

	it('are updates only where the service says when', async () => {
		const simulator = await service({ seed: empty });
		addOld(simulator, 3, 3);
		const poller = new Poller(simulator, { event: 'contactUpdated' });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.updateContact('contact_000004', { updatedAt: null });
		simulator.store.updateContact('contact_000005', {});
		expect(await poller.ids()).toEqual(['contact_000005']);
	});
});

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

it.each([
	['when it alone has come', false],
	['behind a new one, while an old one is deleted', true],
])('a late record is found %s', async (_, isBehind) => {
	const simulator = await small();
	const poller = new Poller(simulator, { event: 'callCreated' });
	for (let second = 0; second < 20; second++) {
		simulator.clock.advance(1_000);
		simulator.store.addCall();
	}
	await poller.poll();
	const createdAt = new Date(simulator.clock.now() - 5_500).toISOString();
	const due = [simulator.store.addCall({ createdAt }).id];
	if (isBehind) {
		simulator.store.removeCall([...simulator.store.calls.keys()][0]);
		due.push(simulator.store.addCall().id);
	}
	expect(await poller.ids()).toEqual(due);
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

it('a record older than the memory reaches is not given out', async () => {
	const { simulator, poller } = await polling({ event: 'callCreated' }, { seed: empty });
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

describe('with more than 40 conversations, an inbound SMS', () => {
	it('is found by the time it was delivered when it has no other', async () => {
		const { simulator, poller } = await withConversations(60);
		await poller.poll();
		simulator.clock.advance(minute);
		const deliveredAt = simulator.clock.now();
		const { id } = simulator.store.addMessage({ ...inbound(3), sentAt: null, deliveredAt });
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.ids()).toEqual([]);
		expect(poller.log).toEqual([]);
	});

	it('is found by the time it was delivered when it was sent long before', async () => {
		const { simulator, poller } = await withConversations(60);
		await poller.poll();
		const sentAt = simulator.clock.now() - 120 * minute;
		simulator.clock.advance(minute);
		const deliveredAt = simulator.clock.now();
		const { id } = simulator.store.addMessage({ ...inbound(3), sentAt, deliveredAt });
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.ids()).toEqual([]);
	});

	it('without a time is not taken for new when an answer without a time came', async () => {
		const simulator = await service({ seed: empty });
		for (let number = 0; number < 60; number++) {
			simulator.clock.advance(minute);
			simulator.store.addMessage({ ...inbound(number), sentAt: null });
		}
		const poller = new Poller(simulator, { event: 'smsReceived' });
		await poller.poll();
		simulator.clock.advance(minute);
		const answer = { from: companyNumbers[0], to: customer(3), body: 'answer', sentAt: null };
		simulator.store.addMessage({ ...answer, direction: 'OUTBOUND' });
		expect(await poller.ids()).toEqual([]);
	});
});

describe('calls without a time', () => {
	it('that are old do not come out as new when a record is deleted', async () => {
		const { simulator, poller } = await polling({ event: 'callEnded' }, { seed: empty });
		for (let number = 0; number < 490; number++) {
			simulator.store.addCall({ createdAt: null, status: 'ENDED' });
		}
		const dated = addEnded(simulator, 60, 1_000);
		await poller.poll();
		simulator.store.removeCall(dated[30]);
		expect(await poller.poll()).toEqual([]);
		const [next] = addEnded(simulator, 1, 1_000);
		expect(await poller.ids()).toEqual([next]);
	});

	it('come out when they end', async () => {
		const { simulator, poller } = await polling({ event: 'callEnded' }, { seed: empty });
		const before = simulator.store.addCall({ createdAt: null, endless: true });
		await poller.poll();
		const after = simulator.store.addCall({ createdAt: null, endless: true });
		expect(await poller.poll()).toEqual([]);
		for (const { id } of [before, after]) simulator.store.endCall(id, 'ENDED');
		expect((await poller.ids()).sort()).toEqual([before.id, after.id].sort());
	});
});

it('a contact whose fields come in another order is not updated, also where times are whole seconds', async () => {
	let isTurned = false;
	const turned = (record: object) => Object.fromEntries(Object.entries(record).reverse());
	const { simulator, poller } = await polling(
		{ event: 'contactUpdated' },
		{
			seed: { ...empty, contacts: 30 },
			reshape: (outcome, operationId) => {
				if (operationId !== 'listContacts') return outcome;
				const { clients, ...rest } = outcome.data as { clients: Array<{ customFields?: object }> };
				const records = clients.map((client) => ({
					...client,
					customFields: { a: 1, b: [{ c: 2, d: 3 }] },
				}));
				const shown = isTurned
					? records.map((one) => turned({ ...one, customFields: { b: [{ d: 3, c: 2 }], a: 1 } }))
					: records;
				return { ...outcome, data: { ...rest, clients: shown } };
			},
		},
	);
	await poller.poll();
	simulator.clock.advance(minute);
	isTurned = true;
	expect(await poller.ids()).toEqual([]);
	const [{ id }] = simulator.store.contacts.all();
	simulator.store.updateContact(id, { notes: 'new' });
	expect(await poller.ids()).toEqual([id]);
});

it('a custom field may have the name of a function of JavaScript', async () => {
	const { simulator, poller } = await polling(
		{ event: 'contactUpdated' },
		{ seed: { ...empty, contacts: 3 } },
	);
	const [{ id }] = simulator.store.contacts.all();
	simulator.store.updateContact(id, { customFields: { toString: 'x', valueOf: 'y' } });
	await poller.poll();
	simulator.clock.advance(minute);
	expect(await poller.ids()).toEqual([]);
	simulator.store.updateContact(id, { notes: 'new' });
	expect(await poller.ids()).toEqual([id]);
});
