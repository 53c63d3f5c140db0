import type { IDataObject } from 'n8n-workflow';

import type { Failing } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/failing';
import type { Look } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/look';
import { lookInto, readAll } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/look';
import { ChosenFilters, companyNumber } from '../../../../nodes/VoiceSms/trigger/filters';
import { Memory } from '../../../../nodes/VoiceSms/trigger/news/memory';
import { keyOf } from '../../../../nodes/VoiceSms/trigger/news/sighting';
import { errorOf, Lists, roundOf } from '../../../harness/round';

const start = Date.parse('2026-06-01T12:00:00Z');
const minute = 60_000;
const iso = (ms: number) => new Date(start + ms).toISOString();
const pathOf = (id: string) => `/api/sms/${id}/messages`;

/** Messages that came in at these minutes, as the service gives them: newest first. */
const messagesAt = (id: string, ...minutes: number[]): IDataObject[] =>
	minutes.map((at) => ({ id: `${id} ${at}`, direction: 'INBOUND', sentAt: iso(at * minute) }));
const conversationOf = (id: string, last: number, more: IDataObject = {}): IDataObject => ({
	id,
	lastMessageAt: iso(last * minute),
	...more,
});
const failingOf = (id: string, until: number, fromStart = false): Failing => ({
	...{ id, until: start + until * minute, fromStart, polls: 2 },
});

interface Given {
	fresh?: IDataObject[];
	listed?: IDataObject[];
	failing?: Failing[];
	/** Minutes of the messages of conversation a that are remembered. */
	known?: number[];
	/** From this minute on. */
	floor?: number;
	/** All messages up to this minute were looked at. */
	until?: number;
	all?: IDataObject[];
}

/** A service with these messages of conversations, one a page, and a look at what the list told. */
function serviceOf(messages: Record<string, IDataObject[] | Error>) {
	const entries = Object.entries(messages).map(([id, found]): [string, IDataObject[]] => {
		return [pathOf(id), found instanceof Error ? [] : found];
	});
	const lists = new Lists(Object.fromEntries(entries), 1);
	const { page } = lists.api;
	const api: typeof lists.api = {
		...lists.api,
		async page(list, number) {
			const [, , , id] = list.path.split('/');
			const found = messages[id];
			if (found instanceof Error) throw found;
			return await page!(list, number);
		},
	};
	const look = async (round: ReturnType<typeof roundOf>, given: Given) => {
		const { fresh = [], listed = fresh, failing = [], floor = 0, until = 0, all = [] } = given;
		const known = (given.known ?? []).map((at) => ({
			time: start + at * minute,
			key: keyOf('a', `a ${at}`),
			record: {},
		}));
		const memory = Memory.of(known, { whole: false, oldest: start + floor * minute - 1 });
		const task = {
			...{ fresh, listed, failing, messages: memory, until: start + until * minute },
			all: async () => {
				lists.asked.push('all');
				return all;
			},
		};
		const { received, ...rest } = await lookInto(round, task);
		return { ids: received.map(({ record }) => record.message.id), received, ...rest };
	};
	return { api, lists, look };
}

describe('a conversation with news', () => {
	it.each<[string, number[], number[], number, number[], number]>([
		// One message a page; pages are read in steps of 1, 1, 2, 4.
		['to more than ten minutes behind the last look', [60], [49, 48, 47, 46], 59, [60], 4],
		['no further than that', [60], [48, 47, 46], 59, [60], 2],
		['as far for late ones when nothing else is new', [54], [58, 57, 47, 46], 58, [54], 4],
		['until one is known', [60, 45, 44], [43, 42], 59, [44, 45, 60], 4],
		['to its beginning when it is short', [60, 59], [], 60, [59, 60], 2],
		['to where the memory begins', [60, 30, 10, 5, 4, 3], [], 25, [30, 60], 4],
	])('is read %s', async (_, news, known, until, expected, pages) => {
		const minutes = [...news, ...known].sort((a, b) => b - a);
		const { api, lists, look } = serviceOf({ a: messagesAt('a', ...minutes) });
		const fresh = [conversationOf('a', 60)];
		const { ids, left, failing } = await look(roundOf({ api }), { fresh, floor: 20, until, known });
		expect(ids).toEqual(expected.map((at) => `a ${at}`));
		expect(lists.asked).toHaveLength(pages);
		expect([left.size, failing]).toStrictEqual([0, []]);
	});

	it('is not looked into when it does not pass the filters or has no usable ID', async () => {
		const { api, lists, look } = serviceOf({});
		const filters = new ChosenFilters([companyNumber], { companyNumber: '1' });
		const round = roundOf({ api, filters });
		const fresh = [
			conversationOf('a', 60, { companyPhone: '+2' }),
			...['..', '', undefined].map((id) => ({ id, companyPhone: '+1' })),
		];
		const { ids, left } = await look(round, { fresh });
		expect([ids, left.size, lists.asked]).toEqual([[], 0, []]);
		expect(round.log).toEqual(
			['..', '', ''].map((id) => `An SMS conversation cannot be read: its identifier is "${id}"`),
		);
	});

	it('is left for the next poll when there is no time for it', async () => {
		const messages = { a: messagesAt('a', 60), b: messagesAt('b', 61), c: messagesAt('c', 62) };
		const { api, look } = serviceOf(messages);
		const fresh = ['a', 'b', 'c'].map((id) => conversationOf(id, 60));
		const round = roundOf({ api, bound: 1, mayStart: () => false });
		const { ids, left } = await look(round, { fresh });
		expect(ids).toEqual(['a 60']);
		expect([...left]).toEqual(fresh.slice(1));
	});

	it('that cannot be read is tried again from where all had been looked at', async () => {
		const { api, look } = serviceOf({ a: errorOf(500), b: messagesAt('b', 60) });
		const fresh = ['a', 'b'].map((id) => conversationOf(id, 60));
		const { ids, failing } = await look(roundOf({ api }), { fresh, until: 55 });
		expect(ids).toEqual(['b 60']);
		expect(failing).toEqual([{ ...failingOf('a', 55), polls: 0 }]);
	});
});

describe('a conversation that could not be read before', () => {
	it.each<[string, boolean, number[], unknown[], number]>([
		['all that came since, at activation', true, [60, 31, 30, 29, 28], [31, 60], 4],
		[
			'all that came since and is not remembered, later on',
			false,
			[60, 31, 30, 29, 28],
			[31, 60],
			4,
		],
	])('gives out %s', async (_, fromStart, minutes, expected, pages) => {
		const { api, lists, look } = serviceOf({ a: messagesAt('a', ...minutes) });
		const failing = [failingOf('a', 30, fromStart)];
		const listed = [conversationOf('a', 60)];
		const { ids } = await look(roundOf({ api }), { failing, listed, floor: 50, until: 60 });
		expect(ids).toEqual(expected.map((at) => `a ${String(at)}`));
		expect(lists.asked).toHaveLength(pages);
	});

	it('is read to where it was last looked at, and no further', async () => {
		for (const [minutes, pages] of [
			[[60, 30, 29, 28, 27], 2],
			[[30, 29, 28, 27, 26], 1],
		] as const) {
			const { api, lists, look } = serviceOf({ a: messagesAt('a', ...minutes) });
			const given = { listed: [conversationOf('a', 60)], floor: 50, until: 60 };
			await look(roundOf({ api }), { ...given, failing: [failingOf('a', 30, true)] });
			expect(lists.asked).toHaveLength(pages);
		}
	});

	it('gives out all of the millisecond after that in which it was last looked at', async () => {
		const since = [iso(30 * minute + 1), iso(30 * minute + 1), iso(30 * minute), iso(0)];
		const messages = since.map((sentAt, index) => ({ id: index, direction: 'INBOUND', sentAt }));
		const { api, look } = serviceOf({ a: messages });
		const given = { listed: [conversationOf('a', 60)], floor: 50, until: 60 };
		const { ids } = await look(roundOf({ api }), { ...given, failing: [failingOf('a', 30, true)] });
		expect(ids).toEqual([1, 0]);
	});

	it('is looked into once, also when it has news', async () => {
		const { api, lists, look } = serviceOf({ a: messagesAt('a', 60) });
		const fresh = [conversationOf('a', 60)];
		const { ids } = await look(roundOf({ api }), { fresh, failing: [failingOf('a', 30)] });
		expect([ids, lists.asked.length]).toEqual([['a 60'], 1]);
	});

	it('that fails once more is kept as it was, and the log does not name it again', async () => {
		const { api, look } = serviceOf({ a: errorOf(404), b: errorOf(500) });
		const round = roundOf({ api });
		const before = [failingOf('a', 30, true), failingOf('b', 31)];
		const { failing } = await look(round, { fresh: [conversationOf('b', 60)], failing: before });
		expect(failing).toEqual([
			{ ...failingOf('b', 31), polls: 0 },
			{ ...failingOf('a', 30, true), polls: 3 },
		]);
		expect(round.log).toEqual([]);
	});

	it('that there is no time for is kept as it was', async () => {
		const { api, look } = serviceOf({ a: messagesAt('a', 60), b: messagesAt('b', 60) });
		const round = roundOf({ api, bound: 1, mayStart: () => false });
		const { failing, left } = await look(round, {
			fresh: [conversationOf('a', 60)],
			failing: [failingOf('b', 30)],
		});
		expect(failing).toEqual([failingOf('b', 30)]);
		expect(left.size).toBe(0);
	});

	it('has its record looked up where the list did not tell it, if it has news', async () => {
		const { api, lists, look } = serviceOf({
			a: messagesAt('a', 60),
			b: [],
			c: messagesAt('c', 61),
		});
		const all = [conversationOf('a', 60, { customerName: 'Ann' })];
		const failing = ['a', 'b', 'c'].map((id) => failingOf(id, 30));
		const { received } = await look(roundOf({ api }), { failing, all });
		expect(received.map(({ record }) => record)).toEqual([
			{ message: messagesAt('a', 60)[0], conversation: all[0] },
			{ message: messagesAt('c', 61)[0], conversation: { id: 'c' } },
		]);
		expect(lists.asked.filter((what) => what === 'all')).toHaveLength(2);
	});

	it('has the record of the list where that told it', async () => {
		const { api, lists, look } = serviceOf({ a: messagesAt('a', 60) });
		const listed = [conversationOf('a', 60, { customerName: 'Ann' })];
		const { received } = await look(roundOf({ api }), { failing: [failingOf('a', 30)], listed });
		expect(received[0].record.conversation).toEqual(listed[0]);
		expect(lists.asked).not.toContain('all');
	});
});

describe('looks into conversations', () => {
	const lookAt = (id: string, failing?: Failing): Look => ({
		conversation: { id },
		enough: () => true,
		failing,
	});

	it('that say nothing of what becomes of a failing one leave it alone', async () => {
		const { api } = serviceOf({ a: errorOf(404), b: messagesAt('b', 1) });
		const round = roundOf({ api });
		const { read, failing, left } = await readAll(round, [lookAt('a'), lookAt('b')], []);
		expect(read.map(({ look }) => look.conversation.id)).toEqual(['b']);
		expect([failing, left]).toEqual([[], []]);
		expect(round.log).toEqual([expect.stringContaining('"a" cannot be read')]);
	});

	it.each([
		['none answers', [], true],
		['another answers', ['b'], false],
	])('fail the poll for a lost connection when %s', async (_, others, fails) => {
		const { api } = serviceOf({ a: errorOf({ cause: 'lost' }), b: messagesAt('b', 1) });
		const reading = readAll(roundOf({ api }), [lookAt('a'), ...others.map((id) => lookAt(id))], []);
		if (fails) await expect(reading).rejects.toThrow('lost');
		else expect((await reading).read).toHaveLength(1);
	});

	it('that fail are named in the log in their order', async () => {
		const { api } = serviceOf({ a: errorOf(404), b: errorOf(404) });
		const round = roundOf({ api });
		await readAll(round, [lookAt('a'), lookAt('b')], []);
		expect(round.log).toEqual(
			['a', 'b'].map((id) => expect.stringContaining(`"${id}" cannot`) as unknown),
		);
	});

	it('are as many at once as requests may be', async () => {
		let [underWay, most] = [0, 0];
		const page = async () => {
			most = Math.max(most, ++underWay);
			await new Promise(setImmediate);
			underWay--;
			return { records: [], pagination: { total: 0, page: 1, limit: 1, totalPages: 0 } };
		};
		const looks = ['a', 'b', 'c', 'd', 'e'].map((id) => lookAt(id));
		await readAll(roundOf({ api: { page }, bound: 2 }), looks, []);
		expect(most).toBe(2);
	});

	it('fail the poll when too many fail, with those that did before', async () => {
		const known = Array.from({ length: 100 }, (_, index) => failingOf(`old ${index}`, 0));
		const { api } = serviceOf({ a: errorOf(404) });
		await expect(readAll(roundOf({ api }), [lookAt('a')], known)).rejects.toThrow('HTTP 404');
		await expect(readAll(roundOf({ api }), [lookAt('a')], known.slice(1))).resolves.toBeDefined();
	});
});
