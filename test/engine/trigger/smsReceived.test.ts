import { hurriedClock } from '../../harness/time/clock';
import { Poller, polling } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import { serviceTime } from '../../harness/time/serviceTime';
import type { Fault, Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const { time: clock, watch } = serviceTime();
const minute = 60_000;
const event = 'smsReceived';

const customer = (number: number) => `+1555777${String(number).padStart(4, '0')}`;
const receive = ({ store }: Simulator, number: number, body = 'hi') =>
	store.receiveSms({ from: customer(number), to: companyNumbers[0], body });

/** Conversations with one inbound message each, a minute apart. */
async function withConversations(count: number, options = {}) {
	const simulator = await service({ seed: empty, ...options });
	const first = Array.from({ length: count }, (_, number) => {
		simulator.clock.advance(minute);
		return receive(simulator, number, 'old');
	});
	simulator.clock.advance(minute);
	return {
		simulator,
		first,
		poller: new Poller(simulator, { event, requestOptions: { maxTries: 1 } }),
	};
}

const answer = ({ store, clock }: Simulator, number: number, sentAt = clock.now()) =>
	store.addMessage({
		direction: 'OUTBOUND',
		from: companyNumbers[0],
		to: customer(number),
		body: 'yes',
		sentAt,
	});

const messagesOf = (conversationId: string) => ({ path: `/api/sms/${conversationId}/messages` });
const bad: Array<[string, Fault]> = [
	['answers 404', { kind: 'status', status: 404 }],
	['answers 500', { kind: 'status', status: 500 }],
	['answers 403', { kind: 'status', status: 403 }],
	['answers what cannot be read', { kind: 'halfBody' }],
	['breaks the connection', { kind: 'reset' }],
];

describe.each(bad)('a conversation that %s', (_, fault) => {
	it('at activation does not stop it: the others give out, and it does when it answers', async () => {
		const { simulator, first, poller } = await withConversations(5);
		const [failing] = first;
		simulator.fail(messagesOf(failing.conversationId), fault, Infinity);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([expect.stringContaining(failing.conversationId)]);
		simulator.clock.advance(minute);
		const [held, others] = [receive(simulator, 0), receive(simulator, 1)];
		expect(await poller.ids()).toEqual([others.id]);
		simulator.clock.advance(minute);
		const later = receive(simulator, 0);
		expect(await poller.ids()).toEqual([]);
		expect(new Set(poller.log).size).toBe(1);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([held.id, later.id]);
		expect(await poller.ids()).toEqual([]);
		simulator.clock.advance(minute);
		const { id } = receive(simulator, 0);
		expect(await poller.ids()).toEqual([id]);
	});

	it('later on holds up no other, and gives out all when it answers', async () => {
		const { simulator, first, poller } = await withConversations(5);
		await poller.poll();
		const { conversationId } = first[2];
		simulator.fail(messagesOf(conversationId), fault, Infinity);
		const held: string[] = [];
		for (let number = 0; number < 4; number++) {
			simulator.clock.advance(minute);
			held.push(receive(simulator, 2).id);
			const others = [receive(simulator, 1).id, receive(simulator, 3).id];
			expect((await poller.ids()).sort()).toEqual(others.sort());
		}
		expect([...new Set(poller.log)]).toEqual([expect.stringContaining(conversationId)]);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual(held);
		expect(await poller.ids()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('a conversation that cannot be read', () => {
	const fault: Fault = { kind: 'status', status: 404 };

	it('is forgotten when it has been deleted', async () => {
		const { simulator, first, poller } = await withConversations(70);
		const { conversationId } = first[60];
		simulator.fail(messagesOf(conversationId), fault, Infinity);
		await poller.poll();
		simulator.store.removeConversation(conversationId);
		for (let polls = 0; polls < 14; polls++) expect(await poller.ids()).toEqual([]);
		expect(simulator.requests).toHaveLength(2);
		expect(poller.log).toEqual([expect.stringMatching(/^Checked again later/)]);
	});

	it('is not forgotten while it is in the list, however long that takes', async () => {
		const { simulator, first, poller } = await withConversations(70);
		await poller.poll();
		simulator.clock.advance(minute);
		const held = receive(simulator, 0);
		simulator.fail(messagesOf(first[0].conversationId), fault, Infinity);
		await poller.poll();
		for (let number = 5; number < 60; number++) {
			simulator.clock.advance(minute);
			receive(simulator, number);
		}
		for (let polls = 0; polls < 25; polls++) await poller.poll();
		simulator.clearFaults();
		const [item] = await poller.poll();
		expect(item.json).toMatchObject({ id: held.id, customerName: expect.any(String) as string });
		expect(await poller.ids()).toEqual([]);
	});

	it('is passed over for the sample of the editor', async () => {
		const { simulator, first, poller } = await withConversations(3);
		simulator.fail(messagesOf(first[2].conversationId), fault, Infinity);
		expect(await poller.ids({ mode: 'manual' })).toEqual([first[1].id]);
	});

	it('holds up nothing when it never answers', async () => {
		const { simulator, first, poller } = await withConversations(3);
		watch(simulator);
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.fail(messagesOf(first[0].conversationId), { kind: 'hang' }, Infinity);
		const [held, other] = [receive(simulator, 0), receive(simulator, 1)];
		expect(await clock.run(poller.ids({ clock, budgetMs: 800 }))).toEqual([other.id]);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([held.id]);
	});
});

describe('messages that cannot be read at all', () => {
	it.each<[string, Fault, string]>([
		['a wrong key', { kind: 'status', status: 401 }, 'HTTP 401'],
		['too many requests', { kind: 'rateLimited' }, 'HTTP 429'],
	])('fail the poll for %s, and nothing is lost', async (_, fault, message) => {
		const { simulator, poller } = await withConversations(3);
		await poller.poll();
		simulator.clock.advance(minute);
		const { id } = receive(simulator, 0);
		const before = JSON.stringify(poller.staticData);
		simulator.fail({ path: '/api/sms/*/messages' }, fault, Infinity);
		await expect(poller.poll()).rejects.toThrow(message);
		expect(JSON.stringify(poller.staticData)).toBe(before);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([id]);
	});

	it.each<[string, Fault]>([
		['lost connections', { kind: 'reset' }],
		['HTTP 500 of a single one', { kind: 'status', status: 500 }],
		['HTTP 403 of a single one', { kind: 'status', status: 403 }],
	])('stand in the log for %s, and nothing is lost', async (_, fault) => {
		const { simulator, poller } = await withConversations(3);
		await poller.poll();
		simulator.clock.advance(minute);
		const { id } = receive(simulator, 0);
		simulator.fail({ path: '/api/sms/*/messages' }, fault, Infinity);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/^Checked again later/)]);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([id]);
	});

	it.each<[string, Fault]>([
		['HTTP 401', { kind: 'status', status: 401 }],
		['HTTP 429', { kind: 'rateLimited' }],
	])('with %s are left to the next poll, and the others come out', async (_, fault) => {
		const { simulator, first, poller } = await withConversations(3);
		await poller.poll();
		simulator.clock.advance(minute);
		const [left, read] = [receive(simulator, 0).id, receive(simulator, 1).id];
		simulator.fail(messagesOf(first[0].conversationId), fault, 1);
		expect(await poller.ids()).toEqual([read]);
		expect(await poller.ids()).toEqual([left]);
	});
});

describe('SMS Received', () => {
	it('gives out inbound messages only, of one conversation over many pages', async () => {
		const { simulator, poller } = await withConversations(60);
		await poller.poll();
		const bodies: string[] = [];
		for (let number = 0; number < 130; number++) {
			simulator.clock.advance(1_000);
			answer(simulator, 3);
			receive(simulator, 3, `news ${number}`);
			bodies.push(`news ${number}`);
		}
		const items = await poller.poll();
		expect(items.map(({ json }) => json.body)).toStrictEqual(bodies);
		answer(simulator, 3);
		expect(await poller.poll()).toEqual([]);
	});
});

it('a long conversation with one new message takes one request', async () => {
	const { simulator, poller } = await polling({ event }, { seed: empty, pageLimit: 3 });
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

it('conversations left for a later poll are read back to the last that read all', async () => {
	const simulator = await service({ seed: empty, pageLimit: 3 });
	const now = simulator.clock.now();
	const poller = new Poller(simulator, { event });
	receive(simulator, 1);
	await poller.poll();
	const inbound = (number: number, sentAt: number) =>
		simulator.store.addMessage({
			direction: 'INBOUND',
			from: customer(number),
			to: companyNumbers[0],
			body: 'hi',
			sentAt,
		});
	const early = inbound(2, now + minute);
	const late = inbound(1, now + 30 * minute);
	for (const minutes of [15, 16, 60, 61]) answer(simulator, 2, now + minutes * minute);
	expect(await poller.ids({ clock: hurriedClock() })).toEqual([late.id]);
	expect(await poller.ids({ clock: hurriedClock() })).toEqual([early.id]);
});

it('SMS of several conversations come out oldest first', async () => {
	const { simulator, poller } = await withConversations(0);
	await poller.poll();
	const ids = [1, 2, 1, 3, 2].map((number) => {
		simulator.clock.advance(1_000);
		return receive(simulator, number).id;
	});
	expect(await poller.ids()).toEqual(ids);
});
