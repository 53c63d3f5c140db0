import type { IDataObject } from 'n8n-workflow';

import { conversations } from '../../../api/endpoints';
import { simplifyReceived } from '../../../fields/forms/simplify';
import { counted } from '../../../util/inWords';
import { isObject } from '../../../util/isObject';
import { withoutQuotations } from '../../../util/sameWords';
import type { Event, EmittedEvent, Poll } from '../../event';
import { companyNumber } from '../../filters';
import { type Candidate, Memory, byTime, dayMs, newestOf } from '../../memory';
import { freshOf, overlapMs, readWhole, warnOfMissing } from '../../watchedList';
import {
	type Conversation,
	type Messages,
	type Received,
	conversationOf,
	readConversations,
	readInTurn,
} from './conversations';
import { messageContains, words } from './words';

/**
 * How far the event has come. The memory of conversations holds the time up to which the messages of each were
 * read: its own floor. So a conversation that is left, or that stands on a page not read, waits as long as it takes.
 */
interface Cursor {
	records: Memory;
	/** Inbound messages that were seen. */
	messages: Memory;
	/**
	 * When the workflow was published, in milliseconds: the newest time of the service that the list then had,
	 * and the time by n8n's clock, until that is set back to before it. A conversation that was not in the list was
	 * put away, and its messages from before are old.
	 */
	published: { newest: number; at?: number };
	/** If conversations were left to the next poll: the last time of the oldest one, of a day at most. */
	behindTo?: number;
	/** How often a conversation was left because no message explained its change, by its version. */
	unexplained: Record<string, number>;
}

const nameInErrors = 'SMS conversations';
const timeField = 'lastMessageAt';
/** Conversations that are read at the baseline: the newest ones. */
const readAtStart = 40;
/** Conversations that a sample is looked for in. */
const conversationsSampled = 50;
/** Polls for which a conversation is left because no message explains its change. */
const maxUnexplained = 3;

/** Finds the conversations that have changed, then reads their messages side by side. */
export const smsReceived: Event<Cursor> = {
	value: 'smsReceived',
	name: 'SMS Received',
	description: 'A customer sends an SMS',
	output: simplifyReceived.fields,
	forBuilder:
		'fromPhone is the customer, toPhone your number. To answer: to is fromPhone, from is toPhone. For STOP: filters: { words: { values: { list: "optOut" } } }, which adds matchedWord, then contact.update with contactId in mode "phone", fromPhone, and updateFields: { tags: "no-sms" }. One poll may bring SMS of several people: no $input.first().',
	nameInErrors,
	filters: [companyNumber, messageContains, words],

	readCursor(saved) {
		const [records, messages] = [Memory.read(saved.records), Memory.read(saved.messages)];
		const { published, unexplained, behindTo } = saved;
		if (!records || !messages || !isObject(unexplained)) return undefined;
		if (!isObject(published) || typeof published.newest !== 'number') return undefined;
		const others = { published, unexplained, behindTo } as unknown as Cursor;
		return { ...others, records, messages };
	},
	saveCursor: ({ records, messages, ...others }) => ({
		...others,
		records: records.save(),
		messages: messages.save(),
	}),

	async start(poll) {
		const part = await readWhole(poll.ownList(conversations, timeField));
		warnOfMissing(poll, part, nameInErrors);
		const newestFirst = part.records.map(conversationOf).sort(byTime).reverse();
		const records = Memory.of(newestFirst, part.oldest);
		const next = newestFirst[readAtStart];
		// The conversations read hold all messages from here on, as far as their times tell.
		const floor = next === undefined ? 0 : (next.time ?? records.newest()) + 1;
		const toRead = newestFirst.slice(0, readAtStart);
		const { read, left } = await readConversations(poll, toRead, () => floor);
		const inbound = read.flatMap((one) => one.inbound);
		// Of a conversation that cannot be read, all messages up to now count as seen.
		const messages = Memory.of(inbound, left.length > 0 ? records.newest() : floor - 1);
		const published = { newest: records.newest(poll.now()), at: poll.now() };
		return { records, messages, published, unexplained: {} };
	},

	async poll(poll, { records, messages, ...before }) {
		const watched = poll.ownList(conversations, timeField);
		const isBehind = before.behindTo !== undefined;
		const listed = await readInTurn(poll, watched, records, before.behindTo);
		const fresh = freshOf(poll, records, listed.map(conversationOf));
		if (fresh === undefined) return undefined;
		const published = publishedAsKnown(poll, before.published);
		const since = Math.max(publishedBy(poll, published, listed), records.floor);
		/** Up to when the messages of a conversation were read, or are old. */
		const untilOf = (one: Conversation) =>
			Math.max(published.newest, records.lastSeen(one) ?? since);
		/**
		 * Earlier messages are old. Those that come up to a day late are new, as far as the memory reaches. Where
		 * conversations were left, what came since they were read is new, however far it reaches.
		 */
		const floorOf = (one: Conversation) => {
			const until = untilOf(one);
			if (records.lastSeen(one) === undefined) return until;
			const remembered = isBehind ? Math.min(messages.floor, until + 1) : messages.floor;
			return Math.max(until - dayMs, remembered);
		};
		const tries = ({ version = '' }: Conversation) => before.unexplained[version] ?? 0;
		const downTo = (one: Conversation) => {
			// A second look reads all: a page of old messages with one time may look like the end of the news.
			if (tries(one) > 0) return -1;
			// The day before, too: later these messages may look late.
			if (records.lastSeen(one) === undefined) return since - dayMs;
			return Math.max(floorOf(one), untilOf(one) - overlapMs);
		};
		const wanted = fresh.filter(({ record }) => poll.filters.pass(record));
		const { read, left } = await readConversations(poll, wanted, downTo, isBehind);
		const unexplained = new Map(left.map((one) => [one.version ?? '', tries(one)]));
		const received: Array<Candidate<Received>> = [];
		for (const one of read) {
			const until = records.lastSeen(one.of);
			const inbound = withTimes(one, messages);
			const news = messages.newOf(inbound, floorOf(one.of));
			const lack = lackIn(one, messages, until);
			const isLeft = lack !== undefined && tries(one.of) < maxUnexplained;
			if (!isLeft) warnOfOld(poll, one, inbound, news, messages, lack, until);
			messages.add(inbound);
			received.push(...news);
			if (isLeft) {
				left.push(one.of);
				unexplained.set(one.of.version ?? '', tries(one.of) + 1);
			} else {
				const read = newestOf([one.of.time, one.newest, untilOf(one.of)]);
				// Not a time in the far future: no later message would be new.
				one.of.time = Math.min(read, poll.now() + dayMs);
			}
		}
		const isLeft = new Set(left);
		records.add(fresh.filter((one) => !isLeft.has(one)));
		// Filtered after the memory has counted them: another filter brings back no old message.
		const items = received
			.filter(({ record }) => poll.filters.pass(asSaid(record), { ofMessage: true }))
			.map((one) => itemOf(poll, one));
		const oldest = Math.min(...left.map(({ time = 0 }) => time));
		const behindTo = left.length > 0 ? Math.max(oldest, records.newest() - dayMs) : undefined;
		const state = { published, behindTo, unexplained: Object.fromEntries(unexplained) };
		return { items, cursor: { records, messages, ...state } };
	},

	async sample(poll) {
		const { api, list } = poll.ownList(conversations, timeField);
		const { records } = await api.pages(list, conversationsSampled);
		const wanted = records.filter((one) => poll.filters.pass(one)).map(conversationOf);
		for (const one of wanted.sort(byTime).reverse()) {
			const { read } = await readConversations(poll, [one], () => Infinity);
			const last = read
				.flatMap(({ inbound }) => inbound)
				.filter(({ record }) => poll.filters.pass(asSaid(record), { ofMessage: true }))
				.sort(byTime)
				.pop();
			if (last !== undefined) return itemOf(poll, last);
		}
		return undefined;
	},
};

/**
 * When the workflow was published, by the clock of the service: as long ago as n8n's clock says, and the present
 * is not before the newest time of the list. So neither clock need be right.
 */
function publishedBy({ now }: Poll, { newest, at }: Cursor['published'], listed: IDataObject[]) {
	if (at === undefined) return newest;
	const times = listed.map((one) => conversationOf(one).time);
	const present = newestOf(times.filter((time) => time !== undefined && time <= now()));
	return Math.max(newest, present - (now() - at));
}

/** Where n8n's clock was set back to before that, it tells nothing of the time since: not in later polls either. */
function publishedAsKnown({ now }: Poll, { newest, at }: Cursor['published']): Cursor['published'] {
	return at === undefined || now() < at ? { newest } : { newest, at };
}

/** The message as its filters see it: a quotation of the company's own words says nothing. */
function asSaid({ message, sent }: Received): IDataObject {
	return { ...message, body: withoutQuotations(String(message.body ?? ''), sent) };
}

function itemOf({ simple, filters }: Poll, { time, record }: Candidate<Received>): EmittedEvent {
	const { message, conversation } = record;
	const added = filters.addedTo(asSaid(record));
	if (!simple) return { json: { ...message, ...added, conversation }, time };
	const { customerName, customerEmail } = conversation;
	const json = simplifyReceived({ ...message, customerName, customerEmail });
	return { json: { ...added, ...json }, time };
}

const isUndated = (memory: Memory) => (one: Candidate) =>
	one.time === undefined && !memory.remembers(one);

/** Whether a message has the last time of its conversation; undefined where times are missing. */
function isExplained({ of, newest, isDated }: Messages): boolean | undefined {
	return isDated && of.time !== undefined ? newest >= of.time : undefined;
}

/**
 * The inbound messages, with times. If one message has no time, and no other message has the last
 * time of the conversation, that time is its own.
 */
function withTimes(one: Messages, memory: Memory) {
	const undated = one.inbound.filter(isUndated(memory));
	const last = undated.length === 1 && isExplained(one) === false ? one.of.time : undefined;
	return one.inbound.map((message) => ({
		...message,
		time: message.time ?? (memory.lastSeen(message) || last),
	}));
}

/**
 * Why the messages that were read do not explain the change of their conversation; undefined if they do. The
 * list of conversations may show a message a moment before the list of messages does.
 *
 * @param until up to when the messages of the conversation had been read
 */
function lackIn(one: Messages, memory: Memory, until = 0): string | undefined {
	const { messageCount } = one.of.record;
	if (typeof messageCount === 'number' && one.listed < messageCount) {
		return `the service counts ${counted(messageCount, 'message')} and lists ${one.listed}`;
	}
	const isOpen = isExplained(one) === false && one.newestWritten <= until;
	if (!isOpen || one.inbound.some(isUndated(memory))) return undefined;
	return 'no message has the time of the change';
}

/** Tells n8n's log of messages that are not given out, because they cannot be told from old ones. */
function warnOfOld(
	{ warn }: Poll,
	one: Messages,
	inbound: Array<Candidate<Received>>,
	news: Candidate[],
	memory: Memory,
	lack: string | undefined,
	until = 0,
) {
	const name = `the SMS conversation "${String(one.of.record.id)}"`;
	const undated = inbound.filter(isUndated(memory)).length;
	const isOld = inbound.some((message) => message.time && !memory.remembers(message));
	const isOpen = isExplained(one) !== true;
	if (undated > 0 && isOpen) {
		warn(
			`In ${name}, the trigger skips ${counted(undated, 'message')} without a time, because it cannot tell what is new`,
		);
	} else if (lack !== undefined) {
		warn(`In ${name}, a message may be missing, also after three more polls: ${lack}`);
	} else if (news.length === 0 && isOld && (isOpen || (one.of.time ?? 0) <= until)) {
		warn(
			`In ${name}, something has changed, but no message is new: a message with a very old time looks like an old message`,
		);
	}
}
