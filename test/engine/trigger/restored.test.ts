import { Poller, polling } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { ListOrder, Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const day = 24 * 60 * minute;
const year = 365 * day;
const [own] = companyNumbers;
const iso = (ms: number) => new Date(ms).toISOString();

/** What is put back long after it happened, and what happens then. */
interface Kind {
	event: string;
	/** A record of this time, in milliseconds. */
	add(simulator: Simulator, time: number, number?: number): string;
}

const kinds: Kind[] = [
	{
		event: 'smsReceived',
		add: ({ store }, sentAt, number = 0) => {
			const from = `+1555777${String(number).padStart(4, '0')}`;
			return store.receiveSms({ from, to: own, body: 'YES', sentAt }).id;
		},
	},
	{
		event: 'contactCreated',
		add: ({ store }, time) => store.addContact({ createdAt: iso(time) }).id,
	},
	{
		event: 'contactUpdated',
		add: ({ store }, time) =>
			store.addContact({ createdAt: iso(time - minute), updatedAt: iso(time) }).id,
	},
	...['callCreated', 'callEnded', 'callMissed'].map(
		(event): Kind => ({
			event,
			add: ({ store }, time) =>
				store.addCall({ direction: 'INBOUND', status: 'ENDED', createdAt: iso(time) }).id,
		}),
	),
];

describe.each(kinds)('$event', ({ event, add }) => {
	it.each<[string, number, ListOrder]>([
		['an empty list', 0, 'newest-first'],
		['a short list', 5, 'newest-first'],
		['a short list in another order', 5, 'shuffled'],
		['a list of more than a page', 120, 'newest-first'],
	])('does not start for what is a year old and comes back, in %s', async (_, count, order) => {
		const { simulator, poller } = await polling({ event }, { seed: empty, order });
		const now = simulator.clock.now();
		for (let at = 0; at < count; at++) add(simulator, now - at * minute, at);
		await poller.poll();
		// The first record of an empty list says what the present is.
		const first = count === 0 ? [add(simulator, now, 1)] : [];
		expect(await poller.ids()).toEqual(first);
		for (let at = 0; at < 3; at++) add(simulator, now - year + at, 500 + at);
		for (let polls = 0; polls < 4; polls++) expect(await poller.poll()).toEqual([]);
		simulator.clock.advance(minute);
		const fresh = add(simulator, simulator.clock.now(), 2);
		expect(await poller.ids()).toEqual([fresh]);
	});

	it('starts for what comes up to a day late', async () => {
		const { simulator, poller } = await polling({ event }, { seed: empty });
		const now = simulator.clock.now();
		for (let at = 0; at < 5; at++) add(simulator, now - at * minute, at);
		await poller.poll();
		add(simulator, now - day - 1, 0);
		const late = add(simulator, now - day + minute, 1);
		expect(await poller.ids()).toEqual([late]);
	});

	it('starts for news, though a record of the year 2099 is there', async () => {
		const { simulator, poller } = await polling({ event }, { seed: empty });
		const now = simulator.clock.now();
		for (let at = 0; at < 5; at++) add(simulator, now - at * minute, at);
		await poller.poll();
		const future = add(simulator, Date.parse('2099-01-01T00:00:00Z'), 9);
		expect(await poller.ids()).toEqual([future]);
		const givenOut: unknown[] = [];
		const ids = [0, 9, 2].map((number) => {
			simulator.clock.advance(minute);
			return add(simulator, simulator.clock.now(), number);
		});
		for (let polls = 0; polls < 2; polls++) givenOut.push(...(await poller.ids()));
		expect(givenOut).toEqual(ids);
	});

	it('gives out all that happened while n8n was off for three days', async () => {
		const { simulator, poller } = await polling({ event }, { seed: empty });
		add(simulator, simulator.clock.now(), 0);
		await poller.poll();
		const ids = Array.from({ length: 72 }, (_, hour) => {
			simulator.clock.advance(60 * minute);
			return add(simulator, simulator.clock.now(), hour % 7);
		});
		expect(await poller.ids()).toEqual(ids);
	});
});

describe('a conversation that was put away when the workflow was published', () => {
	it.each<[string, number | undefined, number[]]>([
		['an empty list', undefined, [year, day, minute]],
		['a list without news for three days', 3 * day, [year, day, minute]],
	])('brings out none of its messages from before, with %s', async (_, listed, old) => {
		const { simulator, poller } = await polling({ event: 'smsReceived' }, { seed: empty });
		const { store, clock } = simulator;
		const receive = (from: string, sentAt: number) =>
			store.receiveSms({ from, to: own, body: 'STOP', sentAt }).id;
		const now = clock.now();
		if (listed !== undefined) receive('+15557770002', now - listed);
		old.forEach((ago) => receive('+15557770001', now - ago));
		const away = [...store.conversations.values()].filter((one) => one.customerPhone.endsWith('1'));
		away.forEach(({ id }) => store.conversations.delete(id));
		await poller.poll();
		clock.advance(60 * minute);
		away.forEach((one) => store.conversations.set(one.id, one));
		const id = receive('+15557770001', clock.now());
		expect(await poller.ids()).toEqual([id]);
	});

	it.each([
		['', undefined],
		[', one on each page,', 1],
	])('and comes back with old messages%s and a new one gives out the new one', async (...row) => {
		const simulator = await service({ seed: empty, pageLimit: row[1] });
		const now = simulator.clock.now();
		const { store } = simulator;
		const message = (from: string, sentAt: number) =>
			store.receiveSms({ from, to: own, body: 'STOP', sentAt });
		// Within the day that late messages have, too.
		for (const age of [year, 2 * day, 60 * minute, minute]) message('+15557770001', now - age);
		const { conversationId } = message('+15557770002', now);
		const away = [...store.conversations.values()].find(({ id }) => id !== conversationId)!;
		store.conversations.delete(away.id);
		const poller = new Poller(simulator, { event: 'smsReceived' });
		await poller.poll();
		store.conversations.set(away.id, away);
		expect(await poller.poll()).toEqual([]);
		simulator.clock.advance(minute);
		const { id } = message('+15557770001', simulator.clock.now());
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.poll()).toEqual([]);
	});
});
