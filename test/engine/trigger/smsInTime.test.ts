import fc from 'fast-check';

import { type Clock, realClock } from '../../../nodes/VoiceSms/api/clock';
import { Poller } from '../../harness/n8n/poller';
import { empty, withSimulator } from '../../harness/service/service';
import type { ListOrder, Outcome, Simulator, Store } from '../../simulator';
import type { Conversation, Message } from '../../simulator/resources';
import { companyNumbers } from '../../simulator';

const start = Date.parse('2026-06-01T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const budgetMs = 60_000;
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const [own] = companyNumbers;
const customer = (number: number) => `+1555777${String(number).padStart(4, '0')}`;
const orders: ListOrder[] = [
	'newest-first',
	'oldest-first',
	'last-added-first',
	'by-status',
	'shuffled',
];
const keeping = ['untilRestart', 'withEventsOnly', 'durably'] as const;

/** What may happen between two polls, and polls. `who` is a customer: a new one, if there is none with that number. */
type Step =
	/** `times`: when it was sent and delivered. `messageLag`, `lag`: polls until the list of messages, of conversations has it. */
	| { do: 'sms'; who: number; times: (typeof times)[number]; messageLag: number; lag: number }
	| { do: 'answer'; who: number; deliveredAfter: number }
	| { do: 'delivered'; who: number }
	| { do: 'status'; who: number }
	| { do: 'tick'; ms: number }
	| { do: 'restart' }
	| { do: 'away'; who: number }
	| { do: 'back' }
	| { do: 'remove'; who: number }
	| { do: 'merge'; who: number; into: number }
	/** The clock of n8n is set right. */
	| { do: 'rightClock' }
	| { do: 'polls'; count: number; everyMs: number; fault: (typeof faults)[number]; failAt: number };

const times = ['both', 'sentOnly', 'deliveredOnly', 'late', 'veryLate'] as const;
const faults = [
	'none',
	'none',
	'none',
	'401',
	'429',
	'500',
	'hurried',
	'rate',
	'added',
	'gone',
] as const;

const who = fc.nat(33);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant('sms' as const),
			who,
			times: fc.constantFrom(...times, 'both' as const),
			messageLag: fc.constantFrom(0, 0, 0, 1, 2, 3),
			lag: fc.constantFrom(0, 0, 0, 1, 2, 5),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('answer' as const),
			who,
			deliveredAfter: fc.constantFrom(0, 2 * second, 10 * minute, 5 * hour, Infinity),
		}),
	},
	fc.record({ do: fc.constant('delivered' as const), who }),
	fc.record({ do: fc.constant('status' as const), who }),
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('tick' as const),
			ms: fc.constantFrom(second, minute, hour, 8 * hour, day, 3 * day),
		}),
	},
	fc.record({ do: fc.constant('restart' as const) }),
	fc.record({ do: fc.constant('away' as const), who }),
	fc.record({ do: fc.constant('back' as const) }),
	fc.record({ do: fc.constant('remove' as const), who }),
	fc.record({ do: fc.constant('merge' as const), who, into: who }),
	fc.record({ do: fc.constant('rightClock' as const) }),
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant('polls' as const),
			count: fc.constantFrom(1, 1, 1, 2, 4, 12),
			everyMs: fc.constantFrom(minute, minute, hour, 5 * hour),
			fault: fc.constantFrom(...faults),
			failAt: fc.integer({ min: 1, max: 5 }),
		}),
	},
);

interface Round {
	steps: Step[];
	customers: number;
	/** Milliseconds between the first messages of two customers. */
	apartMs: number;
	kept: (typeof keeping)[number];
	/** Which page is the first in turn. */
	turn: number;
	counts: boolean;
	total: boolean;
	/** Whether a delivery moves the last time of the conversation. */
	deliveryMoves: boolean;
	/** How far the clock of n8n is ahead. */
	aheadMs: number;
}
const round = fc.record<Omit<Round, 'steps'>>({
	customers: fc.integer({ min: 2, max: 28 }),
	apartMs: fc.constantFrom(second, minute, 5 * hour),
	kept: fc.constantFrom(...keeping),
	turn: fc.nat(12),
	counts: fc.constantFrom(true, true, false),
	total: fc.boolean(),
	deliveryMoves: fc.boolean(),
	aheadMs: fc.constantFrom(0, 0, 5 * minute, hour, -5 * minute, -hour),
});

/** How the service answers at present. */
const answering = {
	counts: true,
	total: true,
	poll: 0,
	store: undefined as Store | undefined,
	/** Messages that the list of messages does not show before this poll. */
	hidden: new Map<string, number>(),
};
const isHidden = (id: string) => (answering.hidden.get(id) ?? 0) > answering.poll;

function asAnswered(outcome: Outcome, operationId: string): Outcome {
	const data = outcome.data as {
		conversations?: Conversation[];
		messages?: Message[];
		pagination: { total: number };
	};
	if (operationId === 'listConversations' && !answering.counts) {
		const conversations = data.conversations?.map((one) => ({ ...one, messageCount: undefined }));
		return { ...outcome, data: { ...data, conversations } };
	}
	if (operationId !== 'listMessages' || data.messages === undefined) return outcome;
	const first = data.messages[0]?.conversationId;
	const all = answering.store?.messages.all() ?? [];
	const messages = all.filter(({ id, conversationId }) => {
		return conversationId === first && !isHidden(id);
	});
	const total = answering.total ? messages.length : data.pagination.total;
	// Only the conversations are on small pages: a late message may be on any page of its conversation.
	const pagination = { ...data.pagination, total, limit: 50, totalPages: 1 };
	return { ...outcome, data: { ...data, messages, pagination } };
}

const simulators = new Map(
	orders.map((order) => [
		order,
		withSimulator({ seed: empty, order, pageLimit: 3, reshape: asAnswered }),
	]),
);

/** The world, and what is due of it. */
class World {
	/** Messages from before the workflow was published. */
	before = new Set<string>();
	publishedAt = 0;
	/** Messages that may not come out, and why. */
	readonly excused = new Map<string, string>();
	private readonly away: Conversation[] = [];
	/** Messages that came from another conversation. */
	private readonly merged = new Set<string>();
	/** Conversations that the list shows as they were, or not at all, before this poll. */
	private readonly lagging = new Map<string, { before?: Conversation; until: number }>();
	private readonly hiddenConversations = new Map<string, Conversation>();

	constructor(
		private readonly simulator: Simulator,
		private readonly round: Round,
		readonly givenOut: string[],
	) {}

	private get store() {
		return this.simulator.store;
	}

	private get now() {
		return this.simulator.clock.now();
	}

	of(number: number): Conversation | undefined {
		return [...this.store.conversations.values()].find(
			({ customerPhone }) => customerPhone === customer(number),
		);
	}

	messagesOf(id: string): Message[] {
		return [...this.store.messages.values()].filter(({ conversationId }) => conversationId === id);
	}

	private isSeen(id: string) {
		return this.givenOut.includes(id) || this.before.has(id);
	}

	/** Brings the conversation up to its messages. */
	private update(id: string) {
		const one = this.store.conversations.get(id);
		if (one === undefined) return;
		const messages = this.messagesOf(id);
		const last = messages
			.flatMap(({ sentAt, deliveredAt, direction }) => [
				sentAt ?? '',
				(direction === 'INBOUND' || this.round.deliveryMoves ? deliveredAt : '') ?? '',
			])
			.concat(one.lastMessageAt ?? '')
			.sort()
			.pop();
		this.store.conversations.set(id, {
			...one,
			lastMessageAt: last ?? null,
			messageCount: messages.length,
		});
	}

	updateAll() {
		for (const id of [...this.store.conversations.keys()]) {
			if (!this.lagging.has(id)) this.update(id);
		}
	}

	private release(id: string) {
		const entry = this.lagging.get(id);
		if (entry === undefined) return;
		this.lagging.delete(id);
		const whole = this.hiddenConversations.get(id);
		if (entry.before === undefined && whole) this.store.conversations.set(id, whole);
		this.hiddenConversations.delete(id);
		this.update(id);
		this.excuseOld(id, 'shown after a day');
	}
	releaseDue(isAll = false) {
		for (const [id, { until }] of [...this.lagging]) {
			if (isAll || until <= answering.poll) this.release(id);
		}
	}

	private releaseOf(number: number) {
		for (const [id, one] of [...this.hiddenConversations]) {
			if (one.customerPhone === customer(number)) this.release(id);
		}
		const one = this.of(number);
		if (one) this.release(one.id);
	}

	receive({ who: number, times: kind, messageLag, lag }: Extract<Step, { do: 'sms' }>) {
		this.simulator.clock.advance(second);
		this.releaseOf(number);
		// A customer who was away has two conversations: the store decides to which one the message belongs.
		const earlier = new Map(this.store.conversations);
		const back = kind === 'late' ? 3 * hour : kind === 'veryLate' ? 2 * day : 0;
		const message = this.store.addMessage({
			direction: 'INBOUND',
			from: customer(number),
			to: own,
			body: 'hi',
			sentAt: kind === 'deliveredOnly' ? null : this.now - back,
			deliveredAt: this.now,
		});
		const { id, conversationId } = message;
		const before = earlier.get(conversationId);
		if (kind === 'sentOnly') {
			this.store.messages.set(id, { ...message, deliveredAt: undefined });
		}
		const whole = this.store.conversations.get(conversationId);
		this.update(conversationId);
		if (messageLag > 0) answering.hidden.set(id, answering.poll + messageLag);
		else if (lag > 0 && whole) {
			this.lagging.set(conversationId, { before, until: answering.poll + lag });
			if (before) this.store.conversations.set(conversationId, before);
			else {
				this.hiddenConversations.set(conversationId, whole);
				this.store.conversations.delete(conversationId);
			}
		}
		this.excuseHidden(conversationId, id);
		// "n8n's clock was set back after you published …" (docs/rules.md#late-records).
		const seemsOld = this.now <= this.publishedAt + this.round.aheadMs;
		const isNew = !this.messagesOf(conversationId).some((one) => this.before.has(one.id));
		if (isNew && seemsOld) this.excused.set(id, 'the clock of n8n was set back');
	}

	/** "If the service gives no `messageCount` …" (docs/rules.md#late-records). */
	private excuseHidden(conversationId: string, but = '') {
		if (this.round.counts) return;
		const all = this.messagesOf(conversationId);
		const isOther = ({ id }: Message) => id !== but && (!this.isSeen(id) || this.merged.has(id));
		for (const { id } of all) {
			if ((id !== but || all.some(isOther)) && isHidden(id)) {
				this.excused.set(id, 'hidden, and no count');
			}
		}
	}

	answer(number: number, deliveredAfter: number) {
		this.simulator.clock.advance(second);
		this.releaseOf(number);
		this.store.deliverAfter(customer(number), deliveredAfter);
		const { conversationId } = this.store.sendSms({ from: own, to: customer(number), body: 'a' });
		this.update(conversationId);
		this.excuseHidden(conversationId);
	}

	/** A message without a time of delivery is delivered. */
	deliver(number: number) {
		const id = this.of(number)?.id ?? '';
		const message = this.messagesOf(id).find(
			({ direction, deliveredAt }) => direction === 'INBOUND' && !deliveredAt,
		);
		if (message === undefined) return;
		this.simulator.clock.advance(second);
		this.store.messages.set(message.id, { ...message, deliveredAt: iso(this.now) });
		this.excuseHidden(id);
		if (!this.lagging.has(id)) this.update(id);
	}

	changeStatus(number: number) {
		const one = this.of(number);
		if (one === undefined) return;
		const status = one.status === 'ACTIVE' ? 'CLOSED' : 'ACTIVE';
		this.store.conversations.set(one.id, { ...one, status: status as Conversation['status'] });
	}

	putAway(number: number) {
		this.releaseOf(number);
		const one = this.of(number);
		if (one === undefined || this.store.conversations.size < 3) return;
		this.store.conversations.delete(one.id);
		this.away.push(one);
	}

	back() {
		for (const one of this.away.splice(0)) {
			this.store.conversations.set(one.id, one);
			this.update(one.id);
			this.excuseOld(one.id, 'came back after a day');
		}
	}

	/** "A record that is more than a day late …" (docs/rules.md#late-records). */
	private excuseOld(conversationId: string, why: string) {
		for (const { id, sentAt, deliveredAt } of this.messagesOf(conversationId)) {
			const time = Date.parse(deliveredAt ?? sentAt ?? '');
			if (time <= this.now - day) this.excused.set(id, why);
		}
	}

	remove(number: number) {
		this.releaseOf(number);
		const one = this.of(number);
		if (one !== undefined && this.store.conversations.size > 3)
			this.store.removeConversation(one.id);
	}

	merge(number: number, into: number) {
		[number, into].forEach((one) => this.releaseOf(one));
		const [one, other] = [this.of(number), this.of(into)];
		if (!one || !other || one === other || this.store.conversations.size < 4) return;
		for (const message of this.messagesOf(one.id)) {
			this.store.messages.set(message.id, { ...message, conversationId: other.id });
			this.merged.add(message.id);
			// Nothing tells that the other one has more messages now.
			if (!this.round.counts) this.excused.set(message.id, 'merged, and no count');
		}
		this.excuseOld(other.id, 'merged after a day');
		this.store.conversations.delete(one.id);
		this.update(other.id);
		this.excuseHidden(other.id);
	}

	get inbound(): string[] {
		const { conversations, messages } = this.store;
		return [...messages.values()]
			.filter(({ direction }) => direction === 'INBOUND')
			.filter(({ conversationId }) => conversations.has(conversationId))
			.map(({ id }) => id);
	}
}

/** The steps, and then what it takes for everything to come out. */
async function play(simulator: Simulator, how: Round) {
	const { steps, customers, apartMs, kept, turn, counts, total } = how;
	const { store, clock } = simulator;
	simulator.reset();
	Object.assign(answering, { counts, total, poll: 0, hidden: new Map(), store });
	clock.set(start);
	const givenOut: string[] = [];
	const world = new World(simulator, how, givenOut);
	for (let number = 0; number < customers; number++) {
		clock.advance(apartMs);
		store.receiveSms({ from: customer(number), to: own, body: 'hi', sentAt: clock.now() });
	}
	clock.advance(minute);
	let { aheadMs } = how;
	let slept = 0;
	const clockOf = (isHurried: boolean): Clock => {
		let reads = 0;
		const late = () => (isHurried && reads++ > 0 ? (budgetMs * 2) / 3 : 0);
		return {
			...realClock,
			now: () => clock.now() + aheadMs,
			passed: () => clock.now() + slept + late(),
			random: () => turn * 1e-9 + 1e-10,
			sleep: async (ms) => void (slept += ms),
		};
	};
	const poller = new Poller(simulator, {
		event: 'smsReceived',
		requestOptions: { maxTries: 1 },
	});
	poller.durableCursors = kept === 'durably';
	const poll = async (isHurried = false) => {
		world.updateAll();
		answering.poll++;
		world.releaseDue();
		if (kept === 'withEventsOnly') poller.restart();
		const ids = await poller.ids({ budgetMs, clock: clockOf(isHurried) });
		givenOut.push(...(ids as string[]));
		return ids.length;
	};
	expect(await poll()).toBe(0);
	const before = new Set([...store.messages.keys()]);
	Object.assign(world, { before, publishedAt: clock.now() });
	for (const one of steps) {
		if (one.do === 'sms') world.receive(one);
		else if (one.do === 'answer') world.answer(one.who, one.deliveredAfter);
		else if (one.do === 'delivered') world.deliver(one.who);
		else if (one.do === 'status') world.changeStatus(one.who);
		else if (one.do === 'tick') clock.advance(one.ms);
		else if (one.do === 'restart') poller.restart();
		else if (one.do === 'away') world.putAway(one.who);
		else if (one.do === 'back') world.back();
		else if (one.do === 'remove') world.remove(one.who);
		else if (one.do === 'merge') world.merge(one.who, one.into);
		else if (one.do === 'rightClock') aheadMs = 0;
		else if (one.do === 'polls') {
			const { fault, failAt } = one;
			for (let polls = 0; polls < one.count; polls++) {
				clock.advance(one.everyMs);
				const status = Number(fault);
				if (status > 0) simulator.fail({ every: failAt }, { kind: 'status', status });
				if (fault === 'added') simulator.fail({ every: failAt }, { kind: 'shift', by: 1 });
				if (fault === 'gone' && store.conversations.size > 6) {
					simulator.fail({ every: failAt }, { kind: 'shift', by: -1 });
				}
				if (fault === 'rate') {
					simulator.limitRate({ ratePerSecond: 0, burst: failAt, retryAfter: false });
				}
				await poll(fault === 'hurried').catch((error: Error) => {
					expect(error.message).toMatch(/HTTP 401|HTTP 429|HTTP 500/);
				});
				simulator.limitRate(undefined);
				simulator.clearFaults();
			}
		}
	}
	world.back();
	world.releaseDue(true);
	world.updateAll();
	for (let polls = 0; polls < 2 * Math.ceil(store.conversations.size / 3) + 8; polls++) {
		clock.advance(minute);
		await poll();
	}
	const due = world.inbound.filter((id) => !before.has(id) && !world.excused.has(id));
	const last = await poll();
	return { before, givenOut, due, last };
}

it('gives out each SMS exactly once, whatever happens between the polls', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { maxLength: 30, size: 'max' }),
			fc.constantFrom(...orders),
			round,
			async (steps, order, how) => {
				const simulator = simulators.get(order);
				if (simulator === undefined) throw new Error(`No simulator ${order}`);
				const { before, givenOut, due, last } = await play(simulator, { steps, ...how });
				expect(givenOut.filter((id, place) => givenOut.indexOf(id) !== place)).toEqual([]);
				expect(givenOut.filter((id) => before.has(id))).toEqual([]);
				expect(due.filter((id) => !givenOut.includes(id))).toEqual([]);
				expect(last).toBe(0);
			},
		),
		// The same rounds in each npm test; other seeds are for looking.
		{ numRuns: Number(process.env.RUNS ?? 8), seed: Number(process.env.SEED ?? 11) },
	);
}, 600_000);
