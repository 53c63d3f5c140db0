import { Poller } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { Message, Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const [own] = companyNumbers;
const from = '+15557770001';

/** A service whose list of messages lacks what `lacks` names, for so many requests. */
async function behind(options: { counts?: boolean; total?: boolean; pageLimit?: number } = {}) {
	const { counts = true, total = true, pageLimit } = options;
	const lag = { left: 0, lacks: new Set<string>(), more: 0 };
	const simulator = await service({
		seed: empty,
		pageLimit,
		reshape(outcome, operationId) {
			const data = outcome.data as {
				conversations?: object[];
				messages?: Message[];
				pagination?: { total: number };
			};
			if (operationId === 'listConversations') {
				const conversations = data.conversations?.map((one) => ({
					...one,
					...(counts ? {} : { messageCount: undefined }),
				}));
				return { ...outcome, data: { ...data, conversations } };
			}
			if (data.messages === undefined || lag.left === 0) return outcome;
			lag.left--;
			const messages = data.messages.filter(({ id }) => !lag.lacks.has(id));
			const away = data.messages.length - messages.length;
			const pagination = { ...data.pagination, total: (data.pagination?.total ?? 0) - away };
			return { ...outcome, data: { ...data, messages, ...(total && { pagination }) } };
		},
	});
	const receive = ({ store, clock }: Simulator) => {
		clock.advance(minute);
		return store.receiveSms({ from, to: own, body: 'STOP', sentAt: clock.now() }).id;
	};
	receive(simulator);
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	return { simulator, poller, lag, receive: () => receive(simulator) };
}

describe('an SMS that the list of messages shows later than the list of conversations', () => {
	it.each<[string, object]>([
		['by the count of messages', {}],
		['by the time of the conversation', { counts: false }],
	])('is waited for, as told %s', async (_, options) => {
		for (const times of [1, 2, 3]) {
			const { poller, lag, receive } = await behind(options);
			const id = receive();
			Object.assign(lag, { left: times, lacks: new Set([id]) });
			for (let polls = 0; polls < times; polls++) expect(await poller.ids()).toEqual([]);
			expect(await poller.ids()).toEqual([id]);
			expect(await poller.ids()).toEqual([]);
			expect(poller.log).toEqual([]);
		}
	});

	it('is waited for, also where an answer of the company was delivered meanwhile', async () => {
		const { simulator, poller, lag, receive } = await behind({ counts: false });
		simulator.store.sendSms({ from: own, to: from, body: 'yes' });
		expect(await poller.ids()).toEqual([]);
		const id = receive();
		Object.assign(lag, { left: 1, lacks: new Set([id]) });
		expect([await poller.ids(), await poller.ids()]).toEqual([[], [id]]);
		expect(poller.log).toEqual([]);
	});

	it('is waited for, also where a later page of messages counts it already', async () => {
		const { simulator, poller, lag, receive } = await behind({ pageLimit: 3 });
		const before = [receive()];
		simulator.store.sendSms({ from: own, to: from, body: 'yes' });
		expect(await poller.ids()).toEqual(before);
		const id = receive();
		Object.assign(lag, { left: 1, lacks: new Set([id]) });
		expect([await poller.ids(), await poller.ids()]).toEqual([[], [id]]);
		expect(poller.log).toEqual([]);
	});

	it('does not hold up the message before it', async () => {
		const { poller, lag, receive } = await behind();
		const [first, second] = [receive(), receive()];
		Object.assign(lag, { left: 1, lacks: new Set([second]) });
		expect(await poller.ids()).toEqual([first]);
		expect(await poller.ids()).toEqual([second]);
	});

	it.each<[string, object, string]>([
		['the count', {}, 'the service counts 2 messages and lists 1'],
		['the time', { counts: false }, 'no message has the time of the change'],
	])('is no longer waited for after three polls, and the log says why: %s', async (...row) => {
		const [, options, why] = row;
		const { simulator, poller, lag, receive } = await behind(options);
		const id = receive();
		Object.assign(lag, { left: Infinity, lacks: new Set([id]) });
		for (let polls = 0; polls < 4; polls++) {
			expect(poller.log).toEqual([]);
			expect(await poller.ids()).toEqual([]);
		}
		expect(poller.log).toEqual([expect.stringContaining(why)]);
		expect(await poller.ids()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
		expect(poller.log).toHaveLength(1);
		lag.left = 0;
		const next = receive();
		// The lost one is less than a day old, and comes with the next one.
		expect(await poller.ids()).toEqual([id, next]);
	});

	it('is waited for in three polls, and one that could not read it does not count', async () => {
		const { simulator, poller, lag, receive } = await behind();
		Object.assign(lag, { left: Infinity, lacks: new Set([receive()]) });
		const lines: number[] = [];
		for (let polls = 0; polls < 5; polls++) {
			const path = `/api/sms/${[...simulator.store.conversations.keys()][0]}/messages`;
			if (polls === 1) simulator.fail({ path }, { kind: 'status', status: 404 });
			expect(await poller.ids()).toEqual([]);
			lines.push(poller.log.length);
		}
		expect(lines).toEqual([0, 1, 1, 1, 2]);
	});

	it.each([
		['behind another one', false, false],
		['behind another one, after older ones', false, true],
		['before an answer of the company', true, false],
		['before an answer of the company, after older ones', true, true],
	])('is waited for %s, also where the count of the list is right', async (...row) => {
		const [, isAnswered, areOlder] = row;
		const { simulator, poller, lag, receive } = await behind({ total: false });
		for (let older = 0; areOlder && older < 20; older++) {
			const id = receive();
			expect(await poller.ids()).toEqual([id]);
		}
		const [first, second] = [receive(), receive()];
		simulator.clock.advance(minute);
		if (isAnswered) simulator.store.sendSms({ from: own, to: from, body: 'yes' });
		Object.assign(lag, { left: Infinity, lacks: new Set([second]) });
		const ids: unknown[] = [];
		for (let polls = 0; polls < 6; polls++) {
			if (polls === 1) lag.left = 0;
			ids.push(...(await poller.ids()));
		}
		expect(ids).toEqual([first, second]);
		expect(poller.log).toEqual([]);
	});

	it.each([
		['known', true],
		['new', false],
	])(
		'brings no message twice, also of more than are remembered, in %s conversations',
		async (...row) => {
			const [, areKnown] = row;
			const { simulator, poller, lag, receive } = await behind();
			const { store, clock } = simulator;
			const of = (number: number) => {
				clock.advance(1_000);
				return store.receiveSms({ from: `+15557780${100 + number}`, to: own, body: 'hi' }).id;
			};
			const numbers = Array.from({ length: 30 }, (_, number) => number);
			const known = areKnown ? numbers.map(of) : [];
			expect(await poller.ids()).toEqual(known);
			const due = Array.from({ length: 100 }, () => numbers.map(of)).flat();
			Object.assign(lag, { left: Infinity, lacks: new Set(due.slice(-30)) });
			expect(await poller.ids()).toEqual(due.slice(0, -30));
			lag.left = 0;
			expect([await poller.ids(), await poller.ids()]).toEqual([due.slice(-30), []]);
			// A conversation that is read whole, and one of which all is forgotten.
			const again = of(5);
			Object.assign(lag, { left: 1, lacks: new Set([again]) });
			expect([await poller.ids(), await poller.ids()]).toEqual([[], [again]]);
			const next = receive();
			expect(await poller.ids()).toEqual([next]);
		},
	);

	it('is told from an answer of the company, which needs no second look', async () => {
		const { simulator, poller } = await behind();
		simulator.clock.advance(minute);
		simulator.store.sendSms({ from: own, to: from, body: 'yes' });
		expect(await poller.ids()).toEqual([]);
		expect(await poller.ids()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});

	it('is told from a conversation that is later than its messages, which needs none either', async () => {
		const { simulator, poller, receive } = await behind();
		const { store, clock } = simulator;
		const id = receive();
		const [one] = store.conversations.values();
		const lastMessageAt = new Date(clock.now() + 1_000).toISOString();
		store.conversations.set(one.id, { ...one, lastMessageAt });
		clock.advance(minute);
		expect([await poller.ids(), await poller.ids()]).toEqual([[id], []]);
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('messages of two conversations that become one', () => {
	it('do not come out a second time', async () => {
		const { simulator, poller, receive } = await behind();
		const { store, clock } = simulator;
		const id = receive();
		expect(await poller.ids()).toEqual([id]);
		clock.advance(minute);
		const other = store.receiveSms({ from: '+15557770002', to: own, body: 'hi' });
		expect(await poller.ids()).toEqual([other.id]);
		for (const message of [...store.messages.values()]) {
			store.messages.set(message.id, { ...message, conversationId: other.conversationId });
		}
		const merged = store.conversations.get(other.conversationId)!;
		store.conversations.set(merged.id, { ...merged, messageCount: 3 });
		store.conversations.delete([...store.conversations.keys()][0]);
		expect(await poller.ids()).toEqual([]);
		clock.advance(minute);
		const next = store.receiveSms({ from: '+15557770002', to: own, body: 'hi' });
		expect(await poller.ids()).toEqual([next.id]);
	});
});

it('SMS of one second come out in their order, in a list that begins with the oldest', async () => {
	const simulator = await service({ seed: empty, order: 'oldest-first' });
	const receive = () => simulator.store.receiveSms({ from, to: own, body: 'hi' }).id;
	receive();
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	simulator.clock.advance(minute);
	const ids = [receive(), receive(), receive()];
	expect(await poller.ids()).toEqual(ids);
});

it('an SMS behind a page of old ones of one time comes out, in a list that begins with the oldest', async () => {
	const simulator = await service({ seed: empty, order: 'oldest-first', pageLimit: 3 });
	const receive = () => simulator.store.receiveSms({ from, to: own, body: 'hi' }).id;
	[1, 2, 3].forEach(receive);
	simulator.clock.advance(60 * minute);
	receive();
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	simulator.clock.advance(60 * minute);
	const id = receive();
	expect([...(await poller.ids()), ...(await poller.ids())]).toEqual([id]);
	expect(poller.log).toEqual([]);
});

it("a message from the company's own number starts nothing, whatever its direction is called", async () => {
	const simulator = await service({
		seed: empty,
		strict: false,
		reshape: (outcome) => ({
			...outcome,
			data: JSON.parse(JSON.stringify(outcome.data).replace(/"OUTBOUND"/g, '"SENT"')) as object,
		}),
	});
	const { store, clock } = simulator;
	store.receiveSms({ from, to: own, body: 'hi' });
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	clock.advance(minute);
	store.sendSms({ from: own, to: from, body: 'an answer' });
	expect(await poller.poll()).toEqual([]);
	const { id } = store.receiveSms({ from, to: own, body: 'thanks' });
	expect(await poller.ids()).toEqual([id]);
});

it.each([
	['smsReceived', 'conversations'],
	['callCreated', 'calls'],
	['callEnded', 'calls'],
	['contactCreated', 'clients'],
	['contactUpdated', 'clients'],
])('a null in a list stops nothing: %s', async (event, key) => {
	const simulator = await service({
		reshape: ({ data, ...outcome }) => {
			const records = (data as Record<string, unknown[]>)[key];
			return { ...outcome, data: records ? { ...data, [key]: [null, ...records] } : data };
		},
		seed: { contacts: 3, conversations: 3, messages: 9, calls: 3 },
	});
	const { store, clock } = simulator;
	const poller = new Poller(simulator, { event });
	await poller.poll();
	clock.advance(minute);
	const contact = [...store.contacts.keys()][0];
	const ids = {
		smsReceived: store.receiveSms({ from, to: own, body: 'hi' }).id,
		callCreated: store.addCall({ status: 'ENDED' }).id,
		contactUpdated: contact,
	};
	store.updateContact(contact, { notes: 'new' });
	const created = store.addContact().id;
	const call = ids.callCreated;
	const expected = { ...ids, callEnded: call, contactCreated: created }[event];
	expect(await poller.ids()).toEqual([expected]);
});

describe('Contact Updated', () => {
	async function updated(createdLaterMs: number) {
		const simulator = await service({ seed: empty });
		const { store, clock } = simulator;
		store.addContact();
		const poller = new Poller(simulator, { event: 'contactUpdated' });
		await poller.poll();
		clock.advance(minute);
		const createdAt = new Date(clock.now() - createdLaterMs).toISOString();
		const { id } = store.addContact({ createdAt, updatedAt: new Date(clock.now()).toISOString() });
		return { simulator, poller, id };
	}

	it.each([0, 7, 1_999])(
		'starts for no new contact whose two times differ by %d ms',
		async (ms) => {
			const { simulator, poller, id } = await updated(ms);
			expect(await poller.poll()).toEqual([]);
			simulator.clock.advance(1);
			simulator.store.updateContact(id, { notes: 'new' });
			expect(await poller.ids()).toEqual([id]);
		},
	);

	it('starts for a change between creation and the next poll', async () => {
		const { poller, id } = await updated(2_000);
		expect(await poller.ids()).toEqual([id]);
	});

	it('starts twice for two changes within one second, which is all that the service shows', async () => {
		const { simulator, poller, id } = await updated(0);
		await poller.poll();
		const updatedAt = '2026-06-01T12:05:00Z';
		for (const notes of ['first', 'second']) {
			simulator.store.updateContact(id, { notes, updatedAt });
			expect(await poller.ids()).toEqual([id]);
			expect(await poller.ids()).toEqual([]);
		}
	});
});
