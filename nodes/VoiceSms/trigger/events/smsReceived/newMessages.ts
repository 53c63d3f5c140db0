import type { IDataObject } from 'n8n-workflow';

import { counted } from '../../../util/inWords';
import type { Poll } from '../../event';
import { type Candidate, type Memory, parseTime } from '../../news/memory';
import { type ListPart, overlapMs, reachesBehind } from '../../news/newest';
import { type Cursor, type Messages, type Received, readConversations } from './conversations';

/**
 * Reads the messages of conversations that have changed.
 *
 * @param changed conversations that have changed
 * @returns `received` = new messages, which the memory then counts as given out; `left` = changed
 * conversations that could not be read, or that there was no time for
 */
export async function newMessagesOf(
	poll: Poll,
	{ records, messages, messagesUntil: until }: Omit<Cursor, 'sorted'>,
	changed: IDataObject[],
) {
	const wanted = changed.filter((one) => poll.filters.pass(one));
	/** Whether everything that may be new was read, late messages too. */
	const enough = (part: ListPart, inbound: Candidate[]) => {
		const last = inbound[inbound.length - 1];
		const lastIsKnown = last === undefined || messages.knows(last);
		return (
			reachesBehind(part, messages.floor) || (lastIsKnown && reachesBehind(part, until - overlapMs))
		);
	};
	// An earlier poll left some. Afterwards the records of this poll are added.
	const leftBefore = until < records.newest;
	const { read, left } = await readConversations(poll, wanted, enough, leftBefore);
	return { received: read.flatMap((one) => newMessages(poll, one, messages, until)), left };
}

/**
 * The new messages of a conversation, oldest first. The memory then counts them as given out. Example:
 * the memory holds messages 1 and 2, and the service gives 1, 2 and 3: 3 is new. If 3 has no time, it
 * gets the last time of the conversation, unless another message has that time. If 3 is missing, n8n's
 * log says that nothing explains the change.
 *
 * @param until all messages up to this time were read
 */
export function newMessages(
	{ warn }: Poll,
	messages: Messages,
	memory: Memory,
	until: number,
): Array<Candidate<Received>> {
	const { conversation, newest } = messages;
	const inbound = withTimes(messages, memory);
	const fresh = memory.newOf(inbound);
	memory.add(fresh);
	// Remembered from now on, so that the next message without a time is the only one.
	const undated = undatedOf(inbound, memory);
	memory.add(undated);
	const last = parseTime(conversation.lastMessageAt);
	const isExplained = last !== undefined && newest !== undefined && newest >= last;
	const name = `the SMS conversation "${String(conversation.id)}"`;
	const isUnclear = fresh.length === 0 && memory.floor > 0;
	if (undated.length > 0 && !isExplained) {
		warn(
			`In ${name}, the trigger skips ${counted(undated.length, 'message')} without a time, because it cannot tell what is new`,
		);
	} else if (isUnclear && (!isExplained || last < until)) {
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
