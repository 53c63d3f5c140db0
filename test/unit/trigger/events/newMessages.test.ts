import type { IDataObject } from 'n8n-workflow';

import { smsReceived } from '../../../../nodes/VoiceSms/trigger/events/smsReceived';
import { Memory, dedupeKey } from '../../../../nodes/VoiceSms/trigger/memory';
import { list, pathOf } from '../../../harness/service/conversations';
import { Lists, pollOf } from '../../../harness/service/lists';

const iso = (second: number) => new Date(second * 1_000).toISOString();
type Time = number | undefined;

const old = { time: 20_000, key: dedupeKey('old'), record: {} };
/** Holds the message "old" of second 20, and reaches back to second 10. */
const memoryOf = () => Memory.of([old], { whole: false, oldest: 9_999 });

/** What the service shows of conversation c. */
interface Shown {
	conversation: IDataObject;
	messages: IDataObject[];
}

/** The inbound messages by their names, the newest time of a message, and the last time of the conversation. */
function found(inbound: Record<string, Time>, newest: number, last: Time): Shown {
	const sentAt = (second: Time) => (second === undefined ? null : iso(second));
	const came = Object.entries(inbound).map(([id, second]) => {
		return { id, direction: 'INBOUND', sentAt: sentAt(second) };
	});
	return {
		conversation: { id: 'c', lastMessageAt: sentAt(last) },
		messages: [...came, { id: 'answer', direction: 'OUTBOUND', sentAt: iso(newest) }],
	};
}

/** A poll that finds the conversation changed; all messages up to this second were read. */
async function polled({ conversation, messages }: Shown, memory: Memory, until: number) {
	const { api } = new Lists({ [list]: [conversation], [pathOf('c')]: messages });
	const poll = pollOf({ api });
	const { items } = (await smsReceived.poll(poll, {
		records: Memory.of([], { whole: true }),
		messages: memory,
		unexplained: {},
		published: { newest: 0, at: 0 },
		messagesUntil: until * 1_000,
		turn: { first: 0, last: 0, until: 0, pages: 1, total: 1 },
	}))!;
	return { items, ids: items.map(({ json }) => json.id), log: poll.log };
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
	it.each<[string, Shown, unknown[], unknown[]]>([
		[
			'nothing, and why, when no message is as new as it',
			found({ old: 20, ancient: 5 }, 29, 30),
			[],
			[tooOld],
		],
		[
			'nothing, and why, when it has no time itself',
			found({ old: 20, ancient: 5 }, 20, undefined),
			[],
			[tooOld],
		],
		[
			'nothing, and why, when it moved long ago',
			found({ old: 20, ancient: 5 }, 24, 24),
			[],
			[tooOld],
		],
		[
			'nothing when it moved just when it was last read',
			found({ old: 20, ancient: 5 }, 25, 25),
			[],
			[],
		],
		[
			'nothing, without a word, when another message has its time',
			found({ one: undefined }, 30, 30),
			[],
			[],
		],
		['nothing when all that was read is remembered', found({ old: 20 }, 24, 24), [], []],
		[
			'nothing without a time when the conversation has none either',
			found({ old: 20, one: undefined }, 20, undefined),
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
	])('is %s', async (_, shown, expected, log) => {
		const memory = memoryOf();
		expect(await polled(shown, memory, 25)).toMatchObject({ ids: expected, log });
		// Emitted, and counted as such.
		expect((await polled(shown, memory, 25)).ids).toEqual([]);
	});

	it('has the time of the conversation where the message has none', async () => {
		const { items } = await polled(found({ old: 20, new: undefined }, 20, 30), memoryOf(), 25);
		expect(items.map(({ time }) => time)).toEqual([30_000]);
	});

	it.each([
		['the one without a time', { one: undefined }, 30],
		['several without a time', { one: undefined, two: undefined }, 20],
	])('is the next message without a time once %s was seen', async (_, before, newest) => {
		const memory = memoryOf();
		expect((await polled(found(before, newest, 30), memory, 25)).ids).toEqual([]);
		const later = found({ ...before, next: undefined }, 30, 40);
		expect((await polled(later, memory, 30)).ids).toEqual(['next']);
	});

	it('is not doubted where the memory reaches back to the beginning', async () => {
		const memory = Memory.of([old], { whole: true });
		expect(await polled(found({ old: 20 }, 20, 30), memory, 25)).toMatchObject({
			ids: [],
			log: [],
		});
	});
});
