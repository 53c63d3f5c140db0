import type { IDataObject } from 'n8n-workflow';

import { counted } from '../../../util/inWords';
import type { Poll } from '../../event';
import { type Candidate, type Memory, parseTime } from '../../news/memory';
import { type ListPart, overlapMs, reachesBehind } from '../../news/newest';
import {
	type Cursor,
	type Messages,
	type Received,
	candidateOf,
	readConversations,
} from './conversations';

/** Polls for which a conversation is left because no message explains its change. */
const maxUnexplained = 3;

/**
 * Reads the messages of conversations that have changed.
 *
 * @param published when the workflow was published, in milliseconds by the service's clock
 * @returns `received` = new messages, which the memory then counts as emitted; `left` = changed
 * conversations that could not be read, that there was no time for, or that have a change that no message explains;
 * `unexplained` as in the cursor
 */
export async function newMessagesOf(
	poll: Poll,
	cursor: Cursor,
	changed: IDataObject[],
	published: number,
) {
	const { records, messages, messagesUntil: until } = cursor;
	const wanted = changed.filter((one) => poll.filters.pass(one));
	const triesOf = (one: IDataObject) => cursor.unexplained[candidateOf(one).version] ?? 0;
	/** Whether everything that may be new was read, late messages too. A second look reads all. */
	const enough = (part: ListPart, inbound: Candidate[], conversation: IDataObject) => {
		const last = inbound[inbound.length - 1];
		const isKnown = last === undefined || messages.knows(last);
		const isBehind = isKnown && reachesBehind(part, until - overlapMs);
		// The list of messages may count a message before it shows it.
		const mayLack = part.isShort || triesOf(conversation) > 0;
		return !mayLack && (isBehind || reachesBehind(part, messages.floor));
	};
	// An earlier poll left some. Afterwards the records of this poll are added.
	const leftBefore = until < records.newest;
	const { read, left } = await readConversations(poll, wanted, enough, leftBefore);
	const unexplained: Cursor['unexplained'] = {};
	const note = (one: IDataObject, tries: number) => {
		if (tries > 0) unexplained[candidateOf(one).version] = tries;
	};
	left.forEach((one) => note(one, triesOf(one)));
	const received = read.flatMap((one) => {
		const { conversation, inbound } = one;
		const before = records.lastSeen(candidateOf(conversation));
		// Messages of a conversation that was not there when the workflow was published.
		if (before === undefined) {
			messages.add(inbound.filter(({ time = published }) => time < published));
		}
		const missing = missingIn(one, messages, before);
		const isLeft = missing !== undefined && triesOf(conversation) < maxUnexplained;
		if (isLeft) {
			left.push(conversation);
			note(conversation, triesOf(conversation) + 1);
		}
		return newMessages(poll, one, messages, until, isLeft ? '' : missing);
	});
	return { received, left, unexplained };
}

/**
 * Why the messages that were read do not explain the change of their conversation; undefined if they do. The
 * list of conversations may show a message a moment before the list of messages does.
 *
 * @param before the last time of the conversation when it was last seen
 */
function missingIn(messages: Messages, memory: Memory, before = 0): string | undefined {
	const { conversation, total, newest, newestWritten, inbound } = messages;
	const { messageCount } = conversation;
	const last = parseTime(conversation.lastMessageAt);
	if (typeof messageCount === 'number' && total < messageCount) {
		return `the service counts ${counted(messageCount, 'message')} and lists ${total}`;
	}
	const isDated =
		last !== undefined && newest !== undefined && undatedOf(inbound, memory).length === 0;
	return !isDated || newest >= last || newestWritten > before
		? undefined
		: 'no message has the time of the change';
}

/**
 * The new messages of a conversation, oldest first. The memory then counts them as emitted. Example:
 * the memory holds messages 1 and 2, and the service gives 1, 2 and 3: 3 is new. If 3 has no time, it
 * gets the last time of the conversation, unless another message has that time. If 3 is missing, n8n's
 * log says so.
 *
 * @param until all messages up to this time were read
 * @param missing why a message seems to be missing; '' if the next poll looks again
 */
function newMessages(
	{ warn }: Poll,
	messages: Messages,
	memory: Memory,
	until: number,
	missing?: string,
): Array<Candidate<Received>> {
	const { conversation, newest } = messages;
	const inbound = withTimes(messages, memory);
	const fresh = memory.newOf(inbound);
	const isOld = (one: Candidate) => one.time !== undefined && !memory.remembers(one);
	const seemsOld = fresh.length === 0 && inbound.some(isOld);
	memory.add(fresh);
	// Remembered from now on, so that the next message without a time is the only one.
	const undated = undatedOf(inbound, memory);
	memory.add(undated);
	const last = parseTime(conversation.lastMessageAt);
	const isExplained = last !== undefined && newest !== undefined && newest >= last;
	const name = `the SMS conversation "${String(conversation.id)}"`;
	if (undated.length > 0 && !isExplained) {
		warn(
			`In ${name}, the trigger skips ${counted(undated.length, 'message')} without a time, because it cannot tell what is new`,
		);
	} else if (missing) {
		warn(`In ${name}, a message may be missing, also after three more polls: ${missing}`);
	} else if (missing === undefined && seemsOld && (!isExplained || last < until)) {
		warn(
			`In ${name}, something has changed, but no message is new: a message with a very old time looks like an old message`,
		);
	}
	return fresh;
}

const undatedOf = (inbound: Array<Candidate<Received>>, memory: Memory) =>
	inbound.filter((one) => one.time === undefined && !memory.remembers(one));

/**
 * The inbound messages, with times. If one message has no time, and no other message has the last
 * time of the conversation, that time is its own.
 */
function withTimes({ conversation, inbound, newest }: Messages, memory: Memory) {
	const undated = undatedOf(inbound, memory);
	const last = parseTime(conversation.lastMessageAt);
	const isLast = last !== undefined && newest !== undefined && newest < last;
	if (undated.length !== 1 || !isLast) return inbound;
	return inbound.map((one) => (one === undated[0] ? { ...one, time: last } : one));
}
