import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Api } from '../../nodes/VoiceSms/api/connect';
import type { List } from '../../nodes/VoiceSms/api/types';
import { events } from '../../nodes/VoiceSms/trigger/events';
import type { Event, Round } from '../../nodes/VoiceSms/trigger/event';
import { ChosenFilters } from '../../nodes/VoiceSms/trigger/filters';
import { holdsAllNews, overlapMs } from '../../nodes/VoiceSms/trigger/news/complete';
import { Memory } from '../../nodes/VoiceSms/trigger/news/memory';
import { keyOf } from '../../nodes/VoiceSms/trigger/news/sighting';
import type { TriggerFields } from '../../nodes/VoiceSms/trigger/settings';
import { readState, unreadable, writeState } from '../../nodes/VoiceSms/trigger/state';

const node = { name: 'Trigger', type: 'trigger', typeVersion: 1, parameters: {} } as INode;
const start = Date.parse('2026-06-01T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

type Order = 'newest-first' | 'oldest-first' | 'shuffled' | 'as they came';
const timeFields: Record<List['key'], string> = {
	calls: 'createdAt',
	clients: 'createdAt',
	conversations: 'lastMessageAt',
	messages: 'sentAt',
};

/** A service in memory, with small pages. */
class Service {
	calls: IDataObject[] = [];
	clients: IDataObject[] = [];
	conversations: IDataObject[] = [];
	messages: IDataObject[] = [];
	requests = 0;
	/** The request that fails; 0 = none. */
	failAt = 0;
	warnings: string[] = [];
	recordings = new Set<string>();
	mayStart = () => true;
	private ids = 0;

	constructor(
		readonly order: Order = 'newest-first',
		readonly pageSize = 3,
	) {}

	nextId = () => `id-${++this.ids}`;

	receive(conversationId: string, direction: string, sentAt: number): IDataObject {
		const message = { id: this.nextId(), conversationId, direction, sentAt: iso(sentAt) };
		this.messages.push(message);
		const known = this.conversations.find(({ id }) => id === conversationId);
		const conversation = known ?? {
			id: conversationId,
			companyPhone: '+1',
			lastMessageAt: message.sentAt,
			messageCount: 0,
		};
		if (known === undefined) this.conversations.push(conversation);
		const last = String(conversation.lastMessageAt);
		conversation.lastMessageAt = message.sentAt > last ? message.sentAt : last;
		conversation.messageCount = Number(conversation.messageCount) + 1;
		return message;
	}

	private sorted({ path, key }: List): IDataObject[] {
		const timeOf = (one: IDataObject) => String(one[timeFields[key]]);
		const all =
			key === 'messages'
				? this.messages.filter(({ conversationId }) => path.includes(`/${String(conversationId)}/`))
				: this[key];
		const oldestFirst = [...all].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
		if (this.order === 'oldest-first') return oldestFirst;
		if (this.order === 'as they came') return [...all].reverse();
		if (this.order === 'newest-first') return oldestFirst.reverse();
		return oldestFirst
			.filter((_, at) => at % 2)
			.concat(oldestFirst.filter((_, at) => at % 2 === 0));
	}

	private request() {
		if (++this.requests === this.failAt) throw new Error('down');
	}

	round(recordingPolls?: number): Round {
		const api = {
			page: async (list: List, page: number) => {
				this.request();
				const all = this.sorted(list);
				const limit = this.pageSize;
				const records = structuredClone(all.slice((page - 1) * limit, page * limit));
				const totalPages = Math.ceil(all.length / limit);
				return { records, pagination: { total: all.length, page, limit, totalPages } };
			},
			pages: async (list: List, wanted: number) => {
				const all = this.sorted(list);
				for (let page = 0; page * this.pageSize < Math.max(1, all.length); page++) this.request();
				return { records: structuredClone(all.slice(0, wanted)), missing: 0, unaccounted: 0 };
			},
			get: async (path: string) => {
				this.request();
				const [, callId, recording] = /calls\/([^/]+)(\/recording)?/.exec(path) ?? [];
				const call = this.calls.find(({ id }) => id === callId);
				if (call !== undefined && recording === undefined) return structuredClone(call);
				if (this.recordings.has(callId)) return { recordingUrl: 'https://files.example/1.wav' };
				throw new NodeApiError(node, { cause: 'status' }, { httpCode: '404' });
			},
			download: async () => ({ data: '', mimeType: 'audio/wav' }),
		};
		const source = (list: List, timeField: string) => {
			return { api: api as unknown as Api, list, timeField, node, bound: 4 };
		};
		return {
			api: api as unknown as Api,
			node,
			fields: {
				flag: () => recordingPolls !== undefined,
				text: () => 'data',
				options: { count: () => recordingPolls },
			} as unknown as TriggerFields,
			filters: new ChosenFilters([], {}),
			simple: false,
			store: undefined as never,
			bound: 4,
			mayStart: () => this.mayStart(),
			closing: new Promise(() => {}),
			leftMs: () => 60_000,
			now: () => start,
			warn: (message) => this.warnings.push(message),
			ownList: source,
			otherList: source,
		};
	}
}

/** The trigger as n8n runs it: state kept in memory, saved when something is given out. */
class Trigger {
	readonly givenOut: string[] = [];
	/** Bytes of the state. */
	size = 0;
	private live: IDataObject | undefined;
	private saved: IDataObject | undefined;

	constructor(
		readonly service: Service,
		readonly event: string,
		readonly recordingPolls?: number,
	) {}

	async poll(): Promise<IDataObject[]> {
		const round = this.service.round(this.recordingPolls);
		const work = events.find(({ value }) => value === this.event) as Event<unknown>;
		const before = this.live && work.readProgress(structuredClone(this.live));
		const { items, progress } =
			before === undefined
				? { items: [], progress: await work.start(round) }
				: await work.poll(round, before);
		const first = this.live === undefined;
		this.live = work.saveProgress(progress);
		if (first || items.length > 0) this.saved = this.live;
		this.size = Buffer.byteLength(JSON.stringify(this.live));
		expect(this.size).toBeLessThan(100_000);
		const { event } = this;
		for (const { json } of items) {
			const version = event === 'contactUpdated' ? `@${String(json.updatedAt)}` : '';
			this.givenOut.push(String(json.id) + version);
		}
		return items.map(({ json }) => json);
	}

	/** n8n begins anew with what it had saved: a poll without events may be forgotten. */
	restart() {
		this.live = this.saved;
	}
}

type Step =
	| { do: 'new'; late: number; kind: number }
	| { do: 'change'; which: number }
	| { do: 'delete'; which: number }
	| { do: 'tick'; ms: number }
	| { do: 'restart' }
	| { do: 'poll'; failAt: number; hurried: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('new' as const),
			// Late, or by a clock that was put back.
			late: fc.constantFrom(0, 0, 0, 1, 2_000, 60_000),
			kind: fc.nat(3),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat(30) }),
	},
	fc.record({ do: fc.constant('delete' as const), which: fc.nat(30) }),
	fc.record({ do: fc.constant('tick' as const), ms: fc.constantFrom(1, 1_000) }),
	fc.record({ do: fc.constant('restart' as const) }),
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('poll' as const),
			failAt: fc.constantFrom(0, 0, 1, 2, 3, 5),
			hurried: fc.boolean(),
		}),
	},
);

/** Changes the world of one event, and says what is to be given out. */
interface World {
	begin(service: Service, now: number): void;
	add(service: Service, now: number, late: number, kind: number): void;
	change(service: Service, which: number, now: number): void;
	remove(service: Service, which: number): void;
	/** What stands there now and is to have been given out by the end. */
	due(service: Service): string[];
	before: Set<string>;
}

function listWorld(key: 'calls' | 'clients', due: (record: IDataObject) => string[]): World {
	const list = (service: Service) => service[key] as IDataObject[];
	return {
		before: new Set(),
		begin(service, now) {
			for (let index = 0; index < 8; index++)
				this.add(service, now - 100_000 + index, 0, index % 4);
			// The oldest conversation has news: in the order of their beginning, none is sorted by it.
			service.receive('c0', 'OUTBOUND', now - 50_000);
		},
		add(service, now, late, kind) {
			const createdAt = iso(now - late);
			const status = ['ENDED', 'ONGOING', 'ERROR', 'REGISTERED'][kind];
			list(service).push(
				key === 'calls'
					? { id: service.nextId(), createdAt, status }
					: { id: service.nextId(), createdAt, updatedAt: createdAt },
			);
		},
		change(service, which, now) {
			const record = list(service)[which];
			if (record === undefined) return;
			if (key === 'clients') record.updatedAt = iso(now);
			else if (!['ENDED', 'ERROR'].includes(String(record.status))) record.status = 'ENDED';
		},
		remove: (service, which) => void list(service).splice(which, 1),
		due: (service) => list(service).flatMap(due),
	};
}

const worlds: Record<string, () => World> = {
	callCreated: () => listWorld('calls', ({ id }) => [String(id)]),
	contactCreated: () => listWorld('clients', ({ id }) => [String(id)]),
	contactUpdated: () =>
		listWorld('clients', ({ id, createdAt, updatedAt }) =>
			String(updatedAt) > String(createdAt) ? [`${String(id)}@${String(updatedAt)}`] : [],
		),
	callEnded: () =>
		listWorld('calls', ({ id, status }) =>
			['ENDED', 'ERROR'].includes(String(status)) ? [String(id)] : [],
		),
	smsReceived: () => ({
		before: new Set(),
		begin(service, now) {
			service.receive('c0', 'INBOUND', now - 200_000);
			for (let index = 0; index < 12; index++)
				this.add(service, now - 100_000 + index, 0, index % 4);
			// The oldest conversation has news: in the order of their beginning, none is sorted by it.
			service.receive('c0', 'OUTBOUND', now - 50_000);
		},
		add(service, now, late, kind) {
			const direction = kind === 3 ? 'OUTBOUND' : 'INBOUND';
			service.receive(`c${(service.requests + kind) % 5}`, direction, now - late);
		},
		change: (service, which, now) => void service.receive(`c${which % 9}`, 'OUTBOUND', now),
		remove: (service, which) => void service.messages.splice(which, 1),
		due: (service) =>
			service.messages
				.filter(({ direction }) => direction === 'INBOUND')
				.map(({ id }) => String(id)),
	}),
};

describe.each(Object.keys(worlds))('%s', (event) => {
	it('gives out each event exactly once, whatever happens between the polls', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { maxLength: 30 }),
				fc.constantFrom<Order>('newest-first', 'oldest-first', 'shuffled', 'as they came'),
				fc.boolean(),
				async (steps, order, orderly) => {
					const service = new Service(order);
					const world = worlds[event]();
					let now = start;
					world.begin(service, now);
					const trigger = new Trigger(service, event);
					expect(await trigger.poll()).toEqual([]);
					const before = new Set(world.due(service));
					for (const one of steps) {
						if (orderly && one.do === 'delete') continue;
						if (orderly) now += one.do === 'tick' ? one.ms * 900 : 1;
						if (one.do === 'new') world.add(service, now, orderly ? 0 : one.late, one.kind);
						else if (one.do === 'change') world.change(service, one.which, now);
						else if (one.do === 'delete') world.remove(service, one.which);
						else if (one.do === 'tick') now += one.ms;
						else if (one.do === 'restart') trigger.restart();
						else {
							service.failAt = one.failAt === 0 ? 0 : service.requests + one.failAt;
							service.mayStart = () => !one.hurried;
							await trigger.poll().catch((error: Error) => expect(error.message).toBe('down'));
							service.failAt = 0;
							service.mayStart = () => true;
						}
					}
					if (!orderly) {
						// News makes a poll look through the overlap, where late records may be.
						now += 1;
						world.add(service, now, 0, 0);
						for (let number = 0; event === 'smsReceived' && number < 9; number++) {
							world.change(service, number, now);
						}
					}
					await trigger.poll();
					expect(new Set(trigger.givenOut).size).toBe(trigger.givenOut.length);
					expect(trigger.givenOut.filter((id) => before.has(id))).toEqual([]);
					expect(
						world.due(service).filter((id) => !before.has(id) && !trigger.givenOut.includes(id)),
					).toEqual([]);
					expect(await trigger.poll()).toEqual([]);
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe('what is read of a list that is sorted newest-first', () => {
	const minute = 60_000;
	const seconds = (...all: number[]) =>
		all.map((second) => ({ time: second * 1_000, key: keyOf(second), record: {} }));
	const known = Memory.of(seconds(3_600, 3_590, 3_000, 2_900, 2_000), {
		whole: false,
		oldest: 999_999,
	});
	known.total = 100;

	it.each<[string, boolean, number[], number]>([
		['is enough when all is known and it reaches behind the newest', true, [3_600, 3_590], 100],
		['is not when all has the newest time', false, [3_600], 100],
		['is not when the list has become longer than was found', false, [3_600, 3_590], 101],
		['is not when the oldest read is new', false, [3_700, 3_650], 102],
		['is not when news does not reach behind the overlap', false, [3_700, 3_590], 101],
		['is enough when news reaches behind the overlap', true, [3_700, 3_600, 2_900], 101],
		['is not when records were deleted', false, [3_600, 3_590], 99],
		['is enough when all is read that is remembered', true, [3_600, 900], 105],
	])('%s', (_, expected, times, total) => {
		const sightings = seconds(...times);
		const oldest = sightings[sightings.length - 1].time;
		const reading = { records: [], total, whole: false, oldest };
		expect(overlapMs).toBe(10 * minute);
		expect(holdsAllNews(reading, sightings, known)).toBe(expected);
	});

	it('is more than a page when a clock ahead has left a record in the future', async () => {
		const service = new Service();
		const trigger = new Trigger(service, 'smsReceived');
		for (let number = 0; number < 9; number++) service.receive(`c${number}`, 'INBOUND', start);
		service.receive('ahead', 'INBOUND', start + 60 * minute);
		await trigger.poll();
		for (let number = 0; number < 9; number++) service.receive(`c${number}`, 'INBOUND', start + 1);
		expect(await trigger.poll()).toHaveLength(9);
	});

	it('finds a late record that alone has come', async () => {
		const service = new Service();
		const trigger = new Trigger(service, 'callCreated');
		for (let second = 0; second < 20; second++) {
			service.calls.push({ id: service.nextId(), createdAt: iso(start + second * 1_000) });
		}
		await trigger.poll();
		service.calls.push({ id: 'late', createdAt: iso(start + 14_500) });
		expect(await trigger.poll()).toMatchObject([{ id: 'late' }]);
	});

	it('reaches to the last poll that read all, in conversations left for a later one', async () => {
		const service = new Service();
		const trigger = new Trigger(service, 'smsReceived');
		service.receive('a', 'INBOUND', start);
		await trigger.poll();
		service.receive('b', 'INBOUND', start + minute);
		service.receive('a', 'INBOUND', start + 30 * minute);
		for (const minutes of [15, 16, 60, 61]) {
			service.receive('b', 'OUTBOUND', start + minutes * minute);
		}
		service.receive('b', 'OUTBOUND', start);
		service.mayStart = () => false;
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('finds a late message behind known ones', async () => {
		const service = new Service();
		const trigger = new Trigger(service, 'smsReceived');
		for (let second = 0; second < 9; second++) {
			service.receive('a', 'INBOUND', start + second * 1_000);
		}
		await trigger.poll();
		const { id } = service.receive('a', 'INBOUND', start + 2_500);
		expect(await trigger.poll()).toMatchObject([{ id }]);
	});

	it('is the whole list of conversations when that was found in another order', async () => {
		const service = new Service('as they came');
		const trigger = new Trigger(service, 'smsReceived');
		for (let number = 0; number < 9; number++) {
			service.receive(`c${number}`, 'INBOUND', start + number * minute);
		}
		service.receive('c0', 'INBOUND', start + 5.5 * minute);
		await trigger.poll();
		service.receive('c0', 'INBOUND', start + 20 * minute);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('a record older than the memory reaches', () => {
	it('is not given out, and the log says so', async () => {
		const service = new Service('newest-first', 100);
		const trigger = new Trigger(service, 'callCreated');
		await trigger.poll();
		for (let index = 0; index < 3_000; index++) {
			service.calls.push({ id: service.nextId(), createdAt: iso(start + index) });
		}
		await trigger.poll();
		service.calls.push({ id: 'too old', createdAt: iso(start) });
		expect(await trigger.poll()).toEqual([]);
		expect(service.warnings).toEqual([expect.stringMatching(/^1 calls appeared with no time, or/)]);
	});
});

describe('the cost of a poll without news', () => {
	it.each(['callCreated', 'callEnded', 'contactCreated', 'smsReceived'])(
		'is one request for %s',
		async (event) => {
			const service = new Service('newest-first', 3);
			const world = worlds[event]();
			for (let index = 0; index < 60; index++) world.add(service, start + index, 0, 0);
			const trigger = new Trigger(service, event);
			await trigger.poll();
			service.requests = 0;
			expect(await trigger.poll()).toEqual([]);
			expect(service.requests).toBe(1);
		},
	);
});

describe('calls under way', () => {
	const call = (id: string, createdAt: number, status = 'ONGOING') => ({
		id,
		createdAt: iso(createdAt),
		status,
	});

	it('are followed, all of them, when there are more than the state has room for', async () => {
		const service = new Service('newest-first', 50);
		const trigger = new Trigger(service, 'callEnded');
		await trigger.poll();
		for (let index = 0; index < 3_000; index++) {
			service.calls.push(
				call(`${String(index).padStart(8, '0')}-0000-0000-0000-000000000000`, start),
			);
		}
		expect(await trigger.poll()).toEqual([]);
		for (const one of service.calls) one.status = 'ENDED';
		while ((await trigger.poll()).length > 0);
		expect(new Set(trigger.givenOut).size).toBe(3_000);
		expect(trigger.givenOut).toHaveLength(3_000);
	});

	it('are given up after a day where new ones need the room, and the log says so', async () => {
		const service = new Service('newest-first', 50);
		const trigger = new Trigger(service, 'callEnded');
		await trigger.poll();
		const day = 24 * 60 * 60_000;
		for (let index = 0; index < 1_000; index++) {
			service.calls.push(call(`stuck-${index}-${'x'.repeat(40)}`, start));
		}
		await trigger.poll();
		service.calls.push(call('later', start + 2 * day, 'ENDED'), call('new', start + 2 * day));
		await trigger.poll();
		await trigger.poll();
		await trigger.poll();
		const open = service.calls.find(({ id }) => id === 'new');
		if (open) open.status = 'ENDED';
		await trigger.poll();
		await trigger.poll();
		expect(trigger.givenOut).toEqual(expect.arrayContaining(['later', 'new']));
		expect(service.warnings[0]).toMatch(/did not end within a day/);
	});

	it('wait for their recordings, without holding up the others, and not for ever', async () => {
		const service = new Service();
		const trigger = new Trigger(service, 'callEnded', 3);
		await trigger.poll();
		service.calls.push(call('soon', start, 'ENDED'), call('never', start, 'ENDED'));
		service.calls.push(call('there', start, 'ENDED'));
		service.recordings.add('there');
		expect(await trigger.poll()).toMatchObject([{ id: 'there', recordingAttached: true }]);
		service.recordings.add('soon');
		expect(await trigger.poll()).toMatchObject([{ id: 'soon', recordingAttached: true }]);
		expect(await trigger.poll()).toMatchObject([{ id: 'never', recordingAttached: false }]);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('the state', () => {
	it.each<[string, (service: Service, number: number) => unknown]>([
		['smsReceived', (service, number) => service.receive(`c${number}`, 'INBOUND', start + number)],
		[
			'callEnded',
			(service, number) =>
				service.calls.push({
					id: `${String(number).padStart(8, '0')}-0000-0000-0000-000000000000`,
					createdAt: iso(start + number),
					status: number < 3_000 ? 'ENDED' : 'ONGOING',
				}),
		],
		[
			'contactUpdated',
			(service, number) =>
				service.clients.push({
					id: `contact-${number}`,
					createdAt: iso(start),
					updatedAt: iso(start + 1 + number),
				}),
		],
	])('of %s stays below 100 kB at its fullest', async (event, add) => {
		const service = new Service('newest-first', 100);
		const trigger = new Trigger(service, event);
		await trigger.poll();
		for (let number = 0; number < 4_200; number++) add(service, number);
		await trigger.poll();
		expect(trigger.size).toBeGreaterThan(40_000);
		expect(trigger.size).toBeLessThan(90_000);
		expect(await trigger.poll()).toEqual([]);
	});

	const progress = { records: { newest: 1, floor: 0, seen: '', total: 3 } };

	it('comes back as it was written', () => {
		const data = {};
		writeState(data, 'watch', progress);
		expect(readState(data, ['watch'])).toEqual({ progress });
	});

	it.each<[string, IDataObject, unknown]>([
		['none', {}, {}],
		['of the old watch', { state: { version: 1, watch: 'old', progress } }, { progress }],
		[
			'of another event',
			{ state: { version: 1, watch: 'b', progress } },
			{ useless: expect.stringContaining('changed') as unknown },
		],
		[
			'of a newer version',
			{ state: { version: 2, watch: 'a', progress } },
			{ useless: expect.stringContaining('newer') as unknown },
		],
		['that is no state', { state: 'x' }, { useless: unreadable }],
		['without its progress', { state: { version: 1, watch: 'a' } }, { useless: unreadable }],
	])('reads a state %s', (_, data, expected) => {
		expect(readState(data, ['a', 'old'])).toEqual(expected);
	});

	it.each(events.map(({ value, readProgress }) => [value, readProgress]))(
		'of %s is not read without its memory',
		(_, readProgress) => {
			expect(readProgress({})).toBeUndefined();
			expect(readProgress({ records: { newest: 1, floor: 0 } })).toBeUndefined();
		},
	);
});
