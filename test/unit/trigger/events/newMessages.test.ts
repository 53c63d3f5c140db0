import type {
	Messages,
	Received,
} from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
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
		total: Object.keys(inbound).length,
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
