import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../../../nodes/VoiceSms/api/clock';
import { Poller } from '../../harness/n8n/poller';
import { empty, withSimulator } from '../../harness/service/service';
import type { ListOrder, Outcome, Simulator } from '../../simulator';
import type { Call, Message } from '../../simulator/resources';
import { companyNumbers } from '../../simulator';

const start = Date.parse('2026-06-01T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const budgetMs = 60_000;
const pageLimit = 3;
const year = 365 * 24 * 3_600_000;
const orders: ListOrder[] = [
	'newest-first',
	'undated-first',
	'oldest-first',
	'last-added-first',
	'shuffled',
];

/** What may happen between two polls, and a poll. */
type Step =
	| { do: 'new'; late: number; kind: number }
	| { do: 'change'; which: number }
	| { do: 'remove'; which: number }
	| { do: 'tick'; ms: number }
	| { do: 'restart' }
	/** A poll that n8n begins before it has saved what the last poll with events gave out. */
	| { do: 'unsaved' }
	| { do: 'break'; which: number; times: number }
	/** A record of a year ago appears. */
	| { do: 'ancient'; kind: number }
	/** A record is put away, to come back with the next `back`. */
	| { do: 'away'; which: number }
	| { do: 'back' }
	/** The clock of the service is put back: once in a round. */
	| { do: 'clockBack'; ms: number }
	/** The list of messages shows the newest message so many requests later. */
	| { do: 'lag'; times: number }
	/** Another key of the company, in the same credential or in another one. */
	| { do: 'key'; isOther: boolean }
	/** `most`: requests that the service takes before it asks for fewer. */
	| { do: 'poll'; failAt: number; hurried: boolean; most: number };

/**
 * How n8n keeps the state of a poll without events: until it restarts, not at all (its scheduler reads the
 * saved one for each poll), or always.
 */
const keeping = ['untilRestart', 'withEventsOnly', 'durably'] as const;

const number = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			do: fc.constant('new' as const),
			// Late, or by a clock that was put back.
			late: fc.constantFrom(0, 0, 0, 1, 2_000, 60_000),
			kind: fc.nat(3),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), which: number }) },
	fc.record({ do: fc.constant('remove' as const), which: number }),
	fc.record({ do: fc.constant('tick' as const), ms: fc.constantFrom(1, 1_000) }),
	fc.record({ do: fc.constant('restart' as const) }),
	fc.record({ do: fc.constant('unsaved' as const) }),
	fc.record({
		do: fc.constant('break' as const),
		which: number,
		times: fc.integer({ min: 1, max: 3 }),
	}),
	// A call that is over, an SMS of a customer.
	fc.record({ do: fc.constant('ancient' as const), kind: fc.constantFrom(0, 2) }),
	fc.record({ do: fc.constant('away' as const), which: number }),
	fc.record({ do: fc.constant('back' as const) }),
	fc.record({ do: fc.constant('clockBack' as const), ms: fc.constantFrom(1, 5_000, 400_000) }),
	fc.record({ do: fc.constant('lag' as const), times: fc.integer({ min: 1, max: 3 }) }),
	fc.record({ do: fc.constant('key' as const), isOther: fc.boolean() }),
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('poll' as const),
			failAt: fc.constantFrom(0, 0, 0, 1, 2, 4),
			hurried: fc.boolean(),
			most: fc.constantFrom(Infinity, Infinity, 1, 2, 3, 5),
		}),
	},
);

interface Round {
	steps: Step[];
	/** Whether the records come in the order of their times, and none goes away. */
	orderly: boolean;
	kept: (typeof keeping)[number];
}

/** The world of one event. Times are milliseconds since 1970. */
interface World {
	add(simulator: Simulator, time: number, kind: number): void;
	change(simulator: Simulator, which: number): void;
	remove(simulator: Simulator, which: number): void;
	/** Takes a record out of its list; the result puts it back. */
	putAway(simulator: Simulator, which: number): (() => void) | undefined;
	/** Makes one record fail whenever it is asked for. */
	breakOne?(simulator: Simulator, which: number, times: number): void;
	/** What stands there now and is to have been given out by the end, by `keyOf`. */
	due(simulator: Simulator): string[];
	/** What makes an event of a row. Left out: its record's ID, because each record comes out once. */
	keyOf?(row: IDataObject): string;
}

const isOver = (status: string) => status === 'ENDED' || status === 'ERROR';
const isMissed = ({ direction, status, durationMs }: Partial<Call>) =>
	direction === 'INBOUND' && (status === 'ERROR' || (status === 'ENDED' && durationMs === 0));
const at = <T>(records: Iterable<T>, which: number): T | undefined => [...records][which];
const putAwayOf = (list: Map<string, { id: string }>, which: number) => {
	const record = at(list.values(), which);
	if (record === undefined || !list.delete(record.id)) return undefined;
	return () => void list.set(record.id, record);
};

function callWorld(due: (call: { id: string; status: string }) => boolean): World {
	return {
		add({ store }, time, kind) {
			const status = (['ENDED', 'ONGOING', 'ERROR', 'REGISTERED'] as const)[kind];
			store.addCall({ status, createdAt: iso(time), endless: true });
		},
		change({ store }, which) {
			const call = at(store.calls.values(), which);
			if (call !== undefined && !isOver(call.status)) store.endCall(call.id, 'ENDED');
		},
		remove({ store }, which) {
			store.removeCall(at(store.calls.values(), which)?.id ?? '');
		},
		putAway: ({ store }, which) => putAwayOf(store.calls, which),
		breakOne(simulator, which, times) {
			const call = at(simulator.store.calls.values(), which);
			const path = `/api/calls/${call?.id}`;
			simulator.fail({ path }, { kind: 'status', status: 500 }, times);
		},
		due: ({ store }) => [...store.calls.values()].filter(due).map(({ id }) => id),
	};
}

const contactWorld = (due: World['due']): World => ({
	add({ store }, time) {
		store.addContact({ createdAt: iso(time) });
	},
	change({ store, clock }, which) {
		// A change in the two seconds after the creation belongs to it.
		clock.advance(2_000);
		const contact = at(store.contacts.values(), which);
		if (contact !== undefined) store.updateContact(contact.id, { notes: 'changed' });
	},
	remove({ store }, which) {
		store.removeContact(at(store.contacts.values(), which)?.id ?? '');
	},
	putAway: ({ store }, which) => putAwayOf(store.contacts, which),
	due,
});

const customer = (place: number) => `+1555777000${place}`;
const [own] = companyNumbers;

const worlds: Record<string, World> = {
	callCreated: callWorld(() => true),
	callEnded: callWorld(({ status }) => isOver(status)),
	callMissed: {
		...callWorld(() => true),
		add({ store }, time, kind) {
			const turn = store.calls.all().length % 3;
			store.addCall({
				direction: turn === 0 ? 'OUTBOUND' : 'INBOUND',
				status: (['ENDED', 'ONGOING', 'ERROR', 'REGISTERED'] as const)[kind],
				durationMs: turn === 1 ? 9_000 : undefined,
				createdAt: iso(time),
				endless: true,
			});
		},
		change({ store }, which) {
			const call = at(store.calls.values(), which);
			if (call === undefined || isOver(call.status)) return;
			store.endCall(call.id, which % 2 === 0 ? 'ENDED' : 'ERROR');
		},
		due: ({ store }) => [...store.calls.values()].filter(isMissed).map(({ id }) => id),
	},
	contactCreated: contactWorld(({ store }) => [...store.contacts.keys()]),
	contactUpdated: {
		...contactWorld(({ store }) =>
			[...store.contacts.values()]
				.filter(({ createdAt, updatedAt }) => updatedAt !== null && updatedAt > (createdAt ?? ''))
				.map(({ id, updatedAt }) => `${id}@${updatedAt}`),
		),
		keyOf: ({ id, updatedAt }) => `${String(id)}@${String(updatedAt)}`,
	},
	smsReceived: {
		add({ store }, sentAt, kind) {
			const [from, to] = kind === 3 ? [own, customer(1)] : [customer(kind), own];
			const direction = kind === 3 ? 'OUTBOUND' : 'INBOUND';
			store.addMessage({ direction, from, to, body: 'hi', sentAt });
		},
		change({ store }, which) {
			store.sendSms({ from: own, to: customer(which % 9), body: 'answer' });
		},
		remove({ store }, which) {
			store.removeMessage(at(store.messages.values(), which)?.id ?? '');
		},
		putAway: ({ store }, which) => putAwayOf(store.conversations, which % 5),
		breakOne(simulator, which, times) {
			const conversation = at(simulator.store.conversations.values(), which % 5);
			const path = `/api/sms/${conversation?.id}/messages`;
			simulator.fail({ path }, { kind: 'status', status: 404 }, times);
		},
		due: ({ store }) =>
			[...store.messages.values()]
				.filter(({ direction }) => direction === 'INBOUND')
				.map(({ id }) => id),
	},
};

/** A message that the list of messages does not show yet, for so many requests. */
const lag = { left: 0, message: undefined as Message | undefined };

function withLag(outcome: Outcome, operationId: string): Outcome {
	const data = outcome.data as { messages?: Message[]; pagination: { total: number } };
	const [first] = data.messages ?? [];
	const { message } = lag;
	if (operationId !== 'listMessages' || first?.conversationId !== message?.conversationId) {
		return outcome;
	}
	if (message === undefined || lag.left-- <= 0) return outcome;
	const messages = data.messages?.filter(({ id }) => id !== message.id);
	const pagination = { ...data.pagination, total: data.pagination.total - 1 };
	return { ...outcome, data: { ...data, messages, pagination } };
}

const simulators = new Map(
	orders.map((order) => [
		order,
		withSimulator({ seed: empty, order, pageLimit, reshape: withLag }),
	]),
);

/**
 * The service's clock, or one by which half of the poll's time is over as soon as it begins.
 *
 * @param aheadMs how far the clock of the service was put back
 */
function clockOf({ clock }: Simulator, hurried: boolean, aheadMs: number): Clock {
	let reads = 0;
	let slept = 0;
	const now = () =>
		clock.now() + aheadMs + slept + (hurried && reads++ > 0 ? (budgetMs * 2) / 3 : 0);
	// A rate that waits for its time would wait for ever.
	const sleep = async (ms: number) => void (slept += ms);
	return { now, passed: now, random: () => 0.5, sleep };
}

describe.each(Object.keys(worlds))('%s', (event) => {
	const world = worlds[event];
	const { keyOf = ({ id }) => String(id) } = world;

	/** The steps, and then what it takes for everything to come out. */
	async function play(simulator: Simulator, { steps, orderly, kept }: Round) {
		const { store, clock } = simulator;
		simulator.reset();
		lag.message = undefined;
		clock.set(start);
		for (let index = 0; index < 8; index++) {
			world.add(simulator, start - 100_000 + index, index % 4);
		}
		// The oldest conversation has news: in the order of their beginning, none is sorted by it.
		clock.set(start - 50_000);
		if (event === 'smsReceived') store.sendSms({ from: own, to: customer(0), body: 'answer' });
		clock.set(start);
		const poller = new Poller(simulator, { event, requestOptions: { maxTries: 1 } });
		poller.durableCursors = kept === 'durably';
		const givenOut: string[] = [];
		const ancient = new Set<string>();
		const away: Array<() => void> = [];
		let unsaved = poller.staticData;
		/** When the last events came out: n8n saves within 30 s, or it failed. */
		let emittedAt = 0;
		let aheadMs = 0;
		const poll = async (hurried = false) => {
			if (kept === 'withEventsOnly') poller.restart();
			const from = poller.staticData;
			const items = await poller.poll({ budgetMs, clock: clockOf(simulator, hurried, aheadMs) });
			givenOut.push(...items.map(({ json }) => keyOf(json)));
			if (items.length > 0) {
				unsaved = from;
				emittedAt = clock.now() + aheadMs;
			}
			return items.length;
		};
		expect(await poll()).toBe(0);
		// Messages from before the baseline are old where their conversation was not there then.
		clock.advance(600_000);
		const before = new Set(world.due(simulator));

		for (const one of steps) {
			if (orderly) clock.advance(one.do === 'tick' ? one.ms * 900 : 1);
			if (one.do === 'new') world.add(simulator, clock.now() - (orderly ? 0 : one.late), one.kind);
			else if (one.do === 'change') world.change(simulator, one.which);
			else if (one.do === 'remove') {
				if (orderly) continue;
				world.remove(simulator, one.which);
			} else if (one.do === 'tick') clock.advance(one.ms);
			else if (one.do === 'restart') poller.restart();
			else if (one.do === 'ancient') {
				// In messages that are not sorted by time, an old one may hide new ones on the next page.
				const isUnsorted = ['shuffled', 'last-added-first'].includes(store.order);
				if (event === 'smsReceived' && isUnsorted) continue;
				const seen = new Set(world.due(simulator));
				world.add(simulator, start - year, one.kind);
				world.due(simulator).forEach((id) => !seen.has(id) && ancient.add(id));
			} else if (one.do === 'away') {
				const back = orderly ? undefined : world.putAway(simulator, one.which);
				if (back === undefined) continue;
				away.push(back);
			} else if (one.do === 'back') away.splice(0).forEach((back) => back());
			else if (one.do === 'clockBack') {
				if (orderly || aheadMs > 0) continue;
				clock.advance(-one.ms);
				aheadMs = one.ms;
			} else if (one.do === 'lag') {
				lag.message = [...store.messages.values()].pop();
				lag.left = one.times;
			} else if (one.do === 'key') {
				const apiKey = one.isOther ? simulator.restrictedKey : simulator.apiKey;
				poller.credential = { ...poller.credential, apiKey };
				poller.credentialId = one.isOther ? '2' : '1';
			} else if (one.do === 'unsaved') {
				const isLate = clock.now() + aheadMs - emittedAt >= 25_000;
				if (givenOut.length === 0 || isLate || kept !== 'untilRestart') continue;
				const saved = poller.staticData;
				poller.staticData = unsaved;
				expect(await poll()).toBe(0);
				poller.staticData = saved;
			} else if (one.do === 'break') world.breakOne?.(simulator, one.which, one.times);
			else {
				const fault = { kind: 'status', status: 401 } as const;
				if (one.failAt > 0) simulator.fail({ every: one.failAt }, fault);
				const state = JSON.stringify(poller.staticData);
				const { most: burst } = one;
				if (burst < Infinity) simulator.limitRate({ ratePerSecond: 0, burst, retryAfter: false });
				await poll(one.hurried).catch((error: Error) => {
					expect(error.message).toMatch(/HTTP 401|HTTP 429/);
					if (kept === 'untilRestart') expect(JSON.stringify(poller.staticData)).toBe(state);
				});
				simulator.limitRate(undefined);
				if (one.failAt > 0) simulator.clearFaults();
			}
		}
		simulator.clearFaults();
		lag.message = undefined;
		away.forEach((back) => back());
		if (aheadMs > 0) clock.advance(400_000);
		if (!orderly) {
			// News makes a poll look through the overlap, where late records may be.
			clock.advance(1);
			world.add(simulator, clock.now(), 0);
			for (let place = 0; event === 'smsReceived' && place < 9; place++) {
				world.change(simulator, place);
			}
			// In a list without order that is as long as before, a record behind a first page that looks sorted by chance
			// comes with the next one.
			if (store.order === 'shuffled') {
				await poll();
				clock.advance(1);
				world.add(simulator, clock.now(), 0);
			}
		}
		// SMS Received reads two pages in each poll. Open calls behind page 1 are found on the page in turn, some
		// polls after their end (docs/rules.md#late-records).
		const polls = event === 'smsReceived' ? 6 : 1 + Math.ceil(store.calls.size / pageLimit);
		for (let number = 0; number < polls; number++) await poll();
		const due = world.due(simulator).filter((id) => !before.has(id) && !ancient.has(id));
		const old = new Set([...before, ...ancient]);
		return { old, givenOut, due, last: await poll() };
	}

	it('gives out each event exactly once, whatever happens between the polls', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { maxLength: 25 }),
				fc.constantFrom(...orders),
				fc.record({ orderly: fc.boolean(), kept: fc.constantFrom(...keeping) }),
				async (steps, order, how) => {
					const simulator = simulators.get(order);
					if (simulator === undefined) throw new Error(`No simulator ${order}`);
					const { old, givenOut, due, last } = await play(simulator, { steps, ...how });
					expect(new Set(givenOut).size).toBe(givenOut.length);
					expect(givenOut.filter((id) => old.has(id))).toEqual([]);
					expect(due.filter((id) => !givenOut.includes(id))).toEqual([]);
					expect(last).toBe(0);
				},
			),
			{ numRuns: Number(process.env.RUNS ?? 50), seed: Number(process.env.SEED ?? 61) },
		);
	}, 600_000);
});
