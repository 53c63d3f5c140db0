import { Poller } from '../../harness/poller';
import { empty, service } from '../../harness/service';
import type { Fault, Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

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
		expect(poller.log).toHaveLength(1);
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
		expect(poller.log).toEqual([expect.stringContaining(conversationId)]);
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
		expect(simulator.requests).toHaveLength(1);
		expect(poller.log).toEqual([
			expect.stringMatching(/tried again/),
			expect.stringMatching(/is not in the list any more/),
		]);
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

	it('gives out what the memory has passed meanwhile, and nothing twice', async () => {
		const { simulator, first, poller } = await withConversations(3);
		await poller.poll();
		const given = receive(simulator, 0);
		expect(await poller.ids()).toEqual([given.id]);
		simulator.clock.advance(minute);
		const held = receive(simulator, 0);
		simulator.fail(messagesOf(first[0].conversationId), fault, Infinity);
		await poller.poll();
		for (let number = 0; number < 2_600; number++) {
			simulator.clock.advance(1_000);
			receive(simulator, 1);
		}
		expect(await poller.poll()).toHaveLength(2_600);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([held.id]);
		expect(await poller.ids()).toEqual([]);
	});

	it('is passed over for the sample of the editor', async () => {
		const { simulator, first, poller } = await withConversations(3);
		simulator.fail(messagesOf(first[2].conversationId), fault, Infinity);
		expect(await poller.ids({ mode: 'manual' })).toEqual([first[1].id]);
	});

	it('holds up nothing when it never answers', async () => {
		const { simulator, first, poller } = await withConversations(3);
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.fail(messagesOf(first[0].conversationId), { kind: 'hang' }, Infinity);
		const [held, other] = [receive(simulator, 0), receive(simulator, 1)];
		expect(await poller.ids({ budgetMs: 800 })).toEqual([other.id]);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([held.id]);
	});
});

describe('messages that cannot be read at all', () => {
	it.each<[string, Fault, string]>([
		['a key that may not', { kind: 'status', status: 403 }, 'HTTP 403'],
		['a wrong key', { kind: 'status', status: 401 }, 'HTTP 401'],
		['too many requests', { kind: 'rateLimited' }, 'HTTP 429'],
		['lost connections', { kind: 'reset' }, 'connection to the service was lost'],
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
		['HTTP 401', { kind: 'status', status: 401 }],
		['HTTP 429', { kind: 'rateLimited' }],
	])('fail the poll with %s, though others answer', async (message, fault) => {
		const { simulator, first, poller } = await withConversations(3);
		await poller.poll();
		simulator.clock.advance(minute);
		const ids = [receive(simulator, 0).id, receive(simulator, 1).id];
		simulator.fail(messagesOf(first[0].conversationId), fault, 1);
		await expect(poller.poll()).rejects.toThrow(message);
		expect(await poller.ids()).toEqual(ids);
	});

	it('fail the poll when there are too many to remember', async () => {
		const { simulator, poller } = await withConversations(120);
		await poller.poll();
		simulator.clock.advance(minute);
		for (let number = 0; number < 110; number++) receive(simulator, number);
		simulator.fail({ path: '/api/sms/*/messages' }, { kind: 'status', status: 500 }, Infinity);
		await expect(poller.poll()).rejects.toThrow('HTTP 500');
		simulator.clearFaults();
		expect(await poller.poll()).toHaveLength(110);
	});
});

describe('with more than 40 conversations, an inbound SMS', () => {
	const inbound = (number: number) => ({
		direction: 'INBOUND' as const,
		from: customer(number),
		to: companyNumbers[0],
		body: 'late',
	});

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

	it('is found by the last time of its conversation when it has none at all', async () => {
		const { simulator, poller } = await withConversations(60);
		await poller.poll();
		for (let times = 0; times < 3; times++) {
			simulator.clock.advance(minute);
			const { id } = simulator.store.addMessage({ ...inbound(3), sentAt: null });
			expect(await poller.ids()).toEqual([id]);
			simulator.clock.advance(minute);
			simulator.store.sendSms({ from: companyNumbers[0], to: customer(3), body: 'answer' });
			expect(await poller.ids()).toEqual([]);
		}
		expect(poller.log).toEqual([]);
	});

	it('is told in the log when nothing tells it from old ones, and the next is found', async () => {
		const simulator = await service({ seed: empty });
		for (let number = 0; number < 60; number++) {
			simulator.clock.advance(minute);
			for (let old = 0; old < 3; old++) {
				simulator.store.addMessage({ ...inbound(number), sentAt: null });
			}
		}
		const poller = new Poller(simulator, { event });
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addMessage({ ...inbound(3), sentAt: null });
		expect(await poller.ids()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/conversation_000004.*no time/)]);
		simulator.clock.advance(minute);
		const { id } = simulator.store.addMessage({ ...inbound(3), sentAt: null });
		expect(await poller.ids()).toEqual([id]);
		expect(await poller.ids()).toEqual([]);
	});

	it('without a time is not taken for new when an answer without a time came', async () => {
		const simulator = await service({ seed: empty });
		for (let number = 0; number < 60; number++) {
			simulator.clock.advance(minute);
			simulator.store.addMessage({ ...inbound(number), sentAt: null });
		}
		const poller = new Poller(simulator, { event });
		await poller.poll();
		simulator.clock.advance(minute);
		const answer = { from: companyNumbers[0], to: customer(3), body: 'answer', sentAt: null };
		simulator.store.addMessage({ ...answer, direction: 'OUTBOUND' });
		expect(await poller.ids()).toEqual([]);
	});

	it('that came with too old a time is told in the log', async () => {
		const { simulator, poller } = await withConversations(60);
		await poller.poll();
		simulator.clock.advance(minute);
		simulator.store.addMessage({ ...inbound(30), sentAt: simulator.clock.now() - 120 * minute });
		expect(await poller.ids()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/conversation_000031.*too long ago/)]);
	});
});
