import type { IDataObject } from 'n8n-workflow';

import { readConversations } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import { newMessagesOf } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/newMessages';
import { ChosenFilters, companyNumber } from '../../../../nodes/VoiceSms/trigger/filters';
import { Memory, dedupeKey } from '../../../../nodes/VoiceSms/trigger/news/memory';
import { errorOf, Lists, pollOf } from '../../../harness/service/lists';

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
interface Given {
	changed?: IDataObject[];
	/** Minutes of the messages of conversation a that are remembered. */
	known?: number[];
	/** From this minute on. */
	floor?: number;
	/** All messages up to this minute were read. */
	until?: number;
}

/** A service with these messages of conversations, one a page, and a poll after what the list told. */
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
	const poll = async (current: ReturnType<typeof pollOf>, given: Given) => {
		const { changed = [], floor = 0, until = 0 } = given;
		const known = (given.known ?? []).map((at) => ({
			time: start + at * minute,
			key: dedupeKey('a', `a ${at}`),
			record: {},
		}));
		const memory = Memory.of(known, { whole: false, oldest: start + floor * minute - 1 });
		const records = Memory.of([], { whole: true });
		const cursor = { records, messages: memory, messagesUntil: start + until * minute };
		const result = await newMessagesOf(current, cursor, changed);
		const ids = result.received.map(({ record }) => record.message.id);
		return { ...result, ids };
	};
	return { api, lists, poll };
}

describe('a conversation with news', () => {
	it.each<[string, number[], number[], number, number[], number]>([
		// One message a page; pages are read in steps of 1, 1, 2, 4.
		['to more than ten minutes behind the last reading', [60], [49, 48, 47, 46], 59, [60], 4],
		['no further than that', [60], [48, 47, 46], 59, [60], 2],
		['as far for late ones when nothing else is new', [54], [58, 57, 47, 46], 58, [54], 4],
		['until one is known', [60, 45, 44], [43, 42], 59, [44, 45, 60], 4],
		['to its beginning when it is short', [60, 59], [], 60, [59, 60], 2],
		['to where the memory begins', [60, 30, 10, 5, 4, 3], [], 25, [30, 60], 4],
	])('is read %s', async (_, news, known, until, expected, pages) => {
		const minutes = [...news, ...known].sort((a, b) => b - a);
		const { api, lists, poll } = serviceOf({ a: messagesAt('a', ...minutes) });
		const changed = [conversationOf('a', 60)];
		const given = { changed, floor: 20, until, known };
		const { ids, left } = await poll(pollOf({ api }), given);
		expect(ids).toEqual(expected.map((at) => `a ${at}`));
		expect(lists.asked).toHaveLength(pages);
		expect(left).toEqual([]);
	});

	it('is not read when it does not pass the filters or has no usable ID', async () => {
		const { api, lists, poll } = serviceOf({});
		const filters = new ChosenFilters([companyNumber], { companyNumber: '1' });
		const current = pollOf({ api, filters });
		const changed = [
			conversationOf('a', 60, { companyPhone: '+2' }),
			...['..', '', undefined].map((id) => ({ id, companyPhone: '+1' })),
		];
		const { ids, left } = await poll(current, { changed });
		expect([ids, left, lists.asked]).toEqual([[], [], []]);
		expect(current.log).toEqual(
			['..', '', ''].map((id) => `An SMS conversation cannot be read: its ID is "${id}"`),
		);
	});

	it('is left for the next poll when there is no time for it', async () => {
		const messages = { a: messagesAt('a', 60), b: messagesAt('b', 61), c: messagesAt('c', 62) };
		const { api, poll } = serviceOf(messages);
		const changed = ['a', 'b', 'c'].map((id) => conversationOf(id, 60));
		const current = pollOf({ api, bound: 1, mayStart: () => false });
		const { ids, left } = await poll(current, { changed });
		expect(ids).toEqual(['a 60']);
		expect(left).toEqual(changed.slice(1));
	});

	it('is left for the next poll when it cannot be read', async () => {
		const { api, poll } = serviceOf({ a: errorOf(500), b: messagesAt('b', 60) });
		const changed = ['a', 'b'].map((id) => conversationOf(id, 60));
		const { ids, left } = await poll(pollOf({ api }), { changed, until: 55 });
		expect([ids, left]).toEqual([['b 60'], changed.slice(0, 1)]);
	});
});

describe('conversations that are read side by side', () => {
	const enough = () => true;
	const read = async (current: ReturnType<typeof pollOf>, ...ids: string[]) =>
		await readConversations(
			current,
			ids.map((id) => ({ id })),
			enough,
		);

	it('come back in their order, with those that cannot be read', async () => {
		const error = errorOf(404);
		const { api } = serviceOf({ a: error, b: messagesAt('b', 1) });
		const current = pollOf({ api });
		const result = await read(current, 'a', 'b');
		expect(result.read.map(({ conversation }) => conversation.id)).toEqual(['b']);
		expect(result.left).toEqual([{ id: 'a' }]);
		expect(current.log).toEqual([
			`Checked again later, because they cannot be read: SMS conversation a (${error.message})`,
		]);
	});

	it.each([
		['none answers', [], true],
		['another answers', ['b'], false],
	])('fail the poll for a lost connection when %s', async (_, others, fails) => {
		const { api } = serviceOf({ a: errorOf({ cause: 'lost' }), b: messagesAt('b', 1) });
		const reading = read(pollOf({ api }), 'a', ...others);
		if (fails) await expect(reading).rejects.toThrow('lost');
		else expect((await reading).read).toHaveLength(1);
	});

	it('are named in one line of the log where they fail', async () => {
		const { api } = serviceOf({ a: errorOf(404), b: errorOf(404) });
		const current = pollOf({ api });
		await read(current, 'a', 'b');
		expect(current.log).toEqual([expect.stringContaining(': SMS conversations a, b (')]);
	});

	it('are as many at once as requests may be', async () => {
		let [underWay, most] = [0, 0];
		const page = async () => {
			most = Math.max(most, ++underWay);
			await new Promise(setImmediate);
			underWay--;
			return { records: [], pagination: { total: 0, page: 1, limit: 1, totalPages: 0 } };
		};
		await read(pollOf({ api: { page }, bound: 2 }), 'a', 'b', 'c', 'd', 'e');
		expect(most).toBe(2);
	});
});
