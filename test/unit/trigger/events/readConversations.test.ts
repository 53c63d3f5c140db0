import type { IDataObject } from 'n8n-workflow';

import { smsReceived } from '../../../../nodes/VoiceSms/trigger/events/smsReceived';
import { Memory, dedupeKey } from '../../../../nodes/VoiceSms/trigger/memory';
import { Lists, pollOf } from '../../../harness/service/lists';

const start = Date.parse('2026-06-01T12:00:00Z');
const minute = 60_000;
const iso = (ms: number) => new Date(start + ms).toISOString();
const list = '/api/sms';
const pathOf = (id: string) => `/api/sms/${id}/messages`;

/** Messages that came in at these minutes, as the service gives them: newest first. */
const messagesAt = (id: string, ...minutes: number[]): IDataObject[] =>
	minutes.map((at) => ({ id: `${id} ${at}`, direction: 'INBOUND', sentAt: iso(at * minute) }));
interface Given {
	/** The minute of the last message, as the list of conversations has it. */
	last: number;
	/** Minutes of the messages of conversation a that are remembered. */
	known: number[];
	/** From this minute on. */
	floor: number;
	/** All messages up to this minute were read. */
	until: number;
}

/** A service with these messages of conversation a, one a page, and a poll after this state. */
function serviceOf(messages: IDataObject[]) {
	const lists = new Lists({ [pathOf('a')]: messages, [list]: [] }, 1);
	const poll = async ({ last, known, floor, until }: Given) => {
		lists.records[list] = [{ id: 'a', lastMessageAt: iso(last * minute) }];
		const remembered = known.map((at) => ({
			time: start + at * minute,
			key: dedupeKey(`a ${at}`),
			record: {},
		}));
		const { items } = (await smsReceived.poll(pollOf({ api: lists.api }), {
			records: Memory.of([], { whole: true }),
			messages: Memory.of(remembered, { whole: false, oldest: start + floor * minute - 1 }),
			published: { newest: 0, at: 0 },
			messagesUntil: start + until * minute,
			unexplained: {},
			turn: { first: 0, last: 0, until: 0, pages: 1, total: 1 },
		}))!;
		return items.map(({ json }) => json.id);
	};
	return { lists, poll };
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
		const { lists, poll } = serviceOf(messagesAt('a', ...minutes));
		const ids = await poll({ last: 60, known, floor: 20, until });
		expect(ids).toEqual(expected.map((at) => `a ${at}`));
		expect(lists.asked.filter((what) => what.startsWith(pathOf('a')))).toHaveLength(pages);
	});
});
