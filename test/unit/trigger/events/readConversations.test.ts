import type { IDataObject } from 'n8n-workflow';

import { newMessagesOf } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/newMessages';
import { Memory, dedupeKey } from '../../../../nodes/VoiceSms/trigger/news/memory';
import { Lists, pollOf } from '../../../harness/service/lists';

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
			key: dedupeKey(`a ${at}`),
			record: {},
		}));
		const memory = Memory.of(known, { whole: false, oldest: start + floor * minute - 1 });
		const records = Memory.of([], { whole: true });
		const cursor = {
			...{ records, messages: memory, unexplained: {}, published: { newest: 0, at: 0 } },
			messagesUntil: start + until * minute,
			turn: { first: 0, until: 0, pages: 1 },
		};
		const result = await newMessagesOf(current, cursor, changed, 0);
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
});
