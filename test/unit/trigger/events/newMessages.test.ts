import type { IDataObject } from 'n8n-workflow';

import { itemOf } from '../../../../nodes/VoiceSms/trigger/events/smsReceived';
import type {
	Messages,
	Received,
} from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import { readMessages } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import { newMessages } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/newMessages';
import { Memory, dedupeKey } from '../../../../nodes/VoiceSms/trigger/news/memory';
import type { Candidate } from '../../../../nodes/VoiceSms/trigger/news/memory';
import { pollOf } from '../../../harness/service/lists';

const iso = (second: number) => new Date(second * 1_000).toISOString();
type Time = number | undefined;

const messageOf = (id: string, second?: Time): Candidate<Received> => ({
	time: second === undefined ? undefined : second * 1_000,
	key: dedupeKey(id),
	record: { message: { id }, conversation: { id: 'c' }, sent: [] },
});
const idsOf = (candidates: Array<Candidate<Received>>) =>
	candidates.map(({ record }) => record.message.id);

/** Holds the message "old" of second 20, and reaches back to second 10. */
const memoryOf = () => Memory.of([messageOf('old', 20)], { whole: false, oldest: 9_999 });

/** What was read: the inbound messages by their names, and the times of the conversation. */
function found(inbound: Record<string, Time>, newest: Time, last: Time): Messages {
	const lastMessageAt = last === undefined ? null : iso(last);
	return {
		conversation: { id: 'c', lastMessageAt },
		inbound: Object.entries(inbound).map(([id, second]) => messageOf(id, second)),
		newest: newest === undefined ? undefined : newest * 1_000,
	};
}

const tooOld = expect.stringMatching(
	/^In the SMS conversation "c", something has changed, but no message is new/,
);
const undated = (count: number): unknown =>
	expect.stringMatching(
		new RegExp(
			`^In the SMS conversation "c", the trigger skips ${count} message${count === 1 ? '' : 's'} without a time`,
		),
	);

describe('what is new in a conversation', () => {
	it.each<[string, Messages, unknown[], unknown[]]>([
		['a message that came', found({ old: 20, new: 30 }, 30, 30), ['new'], []],
		['nothing when an answer went out', found({ old: 20 }, 30, 30), [], []],
		['nothing, and why, when no message is as new as it', found({ old: 20 }, 29, 30), [], [tooOld]],
		[
			'nothing, and why, when its messages are of long ago',
			found({ ancient: 8 }, 8, 30),
			[],
			[tooOld],
		],
		[
			'nothing, and why, when it has no time itself',
			found({ old: 20 }, 20, undefined),
			[],
			[tooOld],
		],
		['nothing, and why, when it moved long ago', found({ old: 20 }, 24, 24), [], [tooOld]],
		['nothing when it moved just when it was last read', found({ old: 20 }, 25, 25), [], []],
		[
			'a message without a time by that of the conversation',
			found({ old: 20, new: undefined }, 20, 30),
			['new'],
			[],
		],
		[
			'nothing without a time when another explains the conversation',
			found({ old: 20, which: undefined }, 30, 30),
			[],
			[],
		],
		[
			'nothing of several without a time',
			found({ old: 20, one: undefined, two: undefined }, 20, 30),
			[],
			[undated(2)],
		],
		[
			'nothing without a time when the conversation has none either',
			found({ old: 20, one: undefined }, 20, undefined),
			[],
			[undated(1)],
		],
		[
			'nothing without a time when an answer without a time may explain it',
			found({ old: 20, one: undefined }, undefined, 30),
			[],
			[undated(1)],
		],
		[
			'a message that came, though another has no time',
			found({ old: 20, new: 29, one: undefined, two: undefined }, 29, 30),
			['new'],
			[undated(2)],
		],
		[
			'a message that came, though something else came too',
			found({ new: 25 }, 25, 30),
			['new'],
			[],
		],
	])('is %s', (_, messages, expected, log) => {
		const poll = pollOf();
		const memory = memoryOf();
		expect(idsOf(newMessages(poll, messages, memory, 25_000))).toEqual(expected);
		expect(poll.log).toEqual(log);
		// Given out, and counted as such.
		expect(newMessages(pollOf(), messages, memory, 25_000)).toEqual([]);
	});

	it('has the time of the conversation where the message has none', () => {
		const messages = found({ old: 20, new: undefined }, 20, 30);
		const [fresh] = newMessages(pollOf(), messages, memoryOf(), 25_000);
		expect(fresh.time).toBe(30_000);
	});

	it.each([
		['the one without a time', { one: undefined }, 30],
		['several without a time', { one: undefined, two: undefined }, 20],
	])('is the next message without a time once %s was seen', (_, before, newest) => {
		const memory = memoryOf();
		expect(newMessages(pollOf(), found(before, newest, 30), memory, 25_000)).toEqual([]);
		const later = found({ ...before, next: undefined }, 30, 40);
		expect(idsOf(newMessages(pollOf(), later, memory, 30_000))).toEqual(['next']);
	});

	it('is not doubted where the memory reaches back to the beginning', () => {
		const poll = pollOf();
		const memory = Memory.of([messageOf('old', 20)], { whole: true });
		expect(newMessages(poll, found({ old: 20 }, 20, 30), memory, 25_000)).toEqual([]);
		expect(poll.log).toEqual([]);
	});
});

describe('the messages of a conversation', () => {
	const inbound = (id: string, sentAt?: number, deliveredAt?: number): IDataObject => ({
		id,
		direction: 'INBOUND',
		sentAt: sentAt === undefined ? null : iso(sentAt),
		deliveredAt: deliveredAt === undefined ? null : iso(deliveredAt),
	});
	const read = async (records: IDataObject[]) => {
		const pagination = { total: records.length, page: 1, limit: 50, totalPages: 1 };
		const page = async () => ({ records, pagination });
		return await readMessages(pollOf({ api: { page } }), { id: 'c' }, () => true);
	};

	it.each<[string, IDataObject, Time]>([
		['when it was sent', inbound('a', 20), 20],
		['when it was delivered, if that was later', inbound('a', 20, 30), 30],
		['when it was sent, if that was later', inbound('a', 30, 20), 30],
		['when it was delivered, if nothing else is known', inbound('a', undefined, 30), 30],
		['at no time that is known', inbound('a'), undefined],
	])('came %s', async (_, message, second) => {
		const [{ time }] = (await read([message])).inbound;
		expect(time).toBe(second === undefined ? undefined : second * 1_000);
	});

	it('are those that came in, and the newest time is that of both directions', async () => {
		const answer = { ...inbound('answer', 40), direction: 'OUTBOUND' };
		const messages = await read([answer, inbound('b', 30), inbound('a', 20), inbound('undated')]);
		expect(idsOf(messages.inbound)).toEqual(['b', 'a', 'undated']);
		expect(messages.newest).toBe(40_000);
		const unknown = await read([inbound('b', 30), { id: 'answer', direction: 'OUTBOUND' }]);
		expect(unknown.newest).toBeUndefined();
		expect((await read([])).newest).toBe(0);
	});
});

it('an SMS is given out with its conversation, or simplified with who sent it', () => {
	const message = { id: 'm', conversationId: 'c', body: 'hi', status: 'DELIVERED', companyId: 'x' };
	const conversation = {
		id: 'c',
		customerName: 'Ann',
		customerEmail: 'ann@a.test',
		status: 'OPEN',
	};
	const one = { time: 7, key: 'k', record: { message, conversation, sent: [] } };
	expect(itemOf(pollOf(), one)).toEqual({ json: { ...message, conversation }, time: 7 });
	const simple = {
		...{ customerName: 'Ann', fromPhone: null, body: 'hi', sentAt: null, toPhone: null },
		...{ status: 'DELIVERED', customerEmail: 'ann@a.test', conversationId: 'c', id: 'm' },
	};
	const { json, time } = itemOf(pollOf({ simple: true }), one);
	expect(time).toBe(7);
	expect(Object.entries(json)).toStrictEqual(Object.entries(simple));
});
