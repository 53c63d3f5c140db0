import type { IDataObject } from 'n8n-workflow';

import { judge } from '../../../api/errors/nodeError';
import { counted } from '../../../util/inWords';
import type { Poll } from '../../event';
import { type Candidate, type Memory, parseTime } from '../../news/memory';
import { type ListPart, overlapMs, reachesBehind } from '../../news/newest';
import {
	type Cursor,
	type Messages,
	type Missed,
	type Received,
	readConversations,
} from './conversations';

/**
 * Reads the messages of conversations that have changed, and retries those that earlier polls could not
 * read. Example: A has a new message, B is unreadable since Monday, C cannot be read now. A's message is
 * received, B stays missed from Monday on, and C is missed from `messagesUntil` on.
 *
 * @param changed conversations that have changed
 * @param listed all conversations of the list that were read
 * @returns `received` = new messages, which the memory then counts as given out; `left` = changed
 * conversations that there was no time for; `missed` = conversations for the next poll to retry; `gone`
 * = those of `missed` that the service says it does not have
 */
export async function receive(
	poll: Poll,
	{ missed, messages, messagesUntil: until }: Omit<Cursor, 'records' | 'sorted'>,
	changed: IDataObject[],
	listed: IDataObject[],
) {
	const missedOf = ({ id }: IDataObject) => missed.get(String(id));
	const recordOf = new Map(listed.map((one) => [String(one.id), one]));
	const wanted = changed.filter((one) => poll.filters.pass(one));
	const toRead = new Map(wanted.map((one) => [String(one.id), one]));
	// Last, so that they take no time from the others.
	for (const id of missed.keys()) {
		if (!toRead.has(id)) toRead.set(id, recordOf.get(id) ?? { id });
	}
	const all = [...toRead.values()];
	const { read, failed, left } = await readConversations(poll, all, missed, enough);
	const leftIds = new Set(left.map(({ id }) => String(id)));
	return {
		received: read.flatMap((one) =>
			newMessages(poll, one, messages, until, missedOf(one.conversation)),
		),
		left: new Set(left.filter((one) => missedOf(one) === undefined)),
		missed: new Map([
			...[...missed].filter(([id]) => leftIds.has(id)),
			...failed.map(({ conversation }): [string, Missed] => {
				return [String(conversation.id), missedOf(conversation) ?? { until, fromStart: false }];
			}),
		]),
		gone: failed
			.filter(({ error }) => judge(error).isMissing)
			.map(({ conversation }) => conversation),
	};

	/** Whether everything that may be new was read, late messages too. */
	function enough(part: ListPart, inbound: Candidate[], conversation: IDataObject): boolean {
		const before = missedOf(conversation);
		const floor = before ? Math.min(messages.floor, before.until + 1) : messages.floor;
		if (reachesBehind(part, floor)) return true;
		// Nothing of it is remembered, so that no message ends the search earlier.
		if (before?.fromStart) return false;
		const last = inbound[inbound.length - 1];
		const lastIsKnown = last === undefined || messages.knows(last, before?.until);
		return lastIsKnown && reachesBehind(part, (before?.until ?? until) - overlapMs);
	}
}

/**
 * The new messages of a conversation, oldest first. The memory then counts them as given out. Example:
 * the memory holds messages 1 and 2, and the service gives 1, 2 and 3: 3 is new. If 3 has no time, it
 * gets the last time of the conversation, unless another message has that time. If 3 is missing, n8n's
 * log says that nothing explains the change.
 *
 * @param until all messages up to this time were read
 * @param missed set when earlier polls could not read the conversation
 */
export function newMessages(
	{ warn }: Poll,
	messages: Messages,
	memory: Memory,
	until: number,
	missed?: Missed,
): Array<Candidate<Received>> {
	const { conversation, newest } = messages;
	if (missed?.fromStart) {
		const isOld = ({ time }: Candidate) => time === undefined || time <= missed.until;
		memory.add(messages.inbound.filter(isOld));
	}
	const inbound = withTimes(messages, memory);
	const fresh = memory.newOf(inbound, missed?.until);
	memory.add(fresh);
	// Remembered from now on, so that the next message without a time is the only one.
	const undated = undatedOf(inbound, memory);
	memory.add(undated);
	const last = parseTime(conversation.lastMessageAt);
	const isExplained = last !== undefined && newest !== undefined && newest >= last;
	const name = `the SMS conversation "${String(conversation.id)}"`;
	const isUnclear = fresh.length === 0 && missed === undefined && memory.floor > 0;
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
