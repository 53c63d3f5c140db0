import type { IDataObject } from 'n8n-workflow';

import { isPathId } from '../../../api/paths';
import type { Poll } from '../../event';
import type { Candidate } from '../../news/candidate';
import { parseTime } from '../../news/candidate';
import type { ListPart } from '../../news/complete';
import { overlapMs, reachesBehind } from '../../news/complete';
import type { Memory } from '../../news/memory';
import type { Unread } from './conversations';
import { readConversations } from './conversations';
import type { Messages, Received } from './messages';
import type { Retry } from './retries';
import { afterFailure } from './retries';
import { counted } from '../../../util/inWords';

/** What the list of conversations told, and what earlier polls came to. */
interface ConversationNews {
	/** Conversations that have changed. */
	changed: IDataObject[];
	/** All conversations of the list that were read. */
	listed: IDataObject[];
	/** Conversations that earlier polls could not read. */
	retries: Retry[];
	/** Inbound messages given out. */
	messages: Memory;
	/** All messages up to this time were read, but for those of `retries`. */
	until: number;
}

/**
 * Reads the messages of conversations that have changed, and of those to retry.
 *
 * @returns `received` = new messages, which the memory then counts as given out; `left` = changed
 * conversations that there was no time for; `retries` = conversations for the next poll to retry
 */
export async function receive(
	poll: Poll,
	{ changed, listed, retries, messages, until }: ConversationNews,
) {
	const retryOf = new Map(retries.map((retry) => [retry.id, retry]));
	const wanted = changed.filter((one) => poll.filters.pass(one) && isReadable(poll, one));
	const wantedIds = new Set(wanted.map(({ id }) => String(id)));
	const listedOf = new Map(listed.map((one) => [one.id, one]));
	const unread: Unread[] = [
		...wanted.map((conversation) => {
			return { conversation, retry: retryOf.get(String(conversation.id)) };
		}),
		...retries
			.filter(({ id }) => !wantedIds.has(id))
			.map((retry) => ({ conversation: listedOf.get(retry.id) ?? { id: retry.id }, retry })),
	];
	const { read, failed, left } = await readConversations(poll, unread, enough);
	const leftRetries = left.flatMap(({ retry }) => retry ?? []);
	return {
		received: read.flatMap((one) => newMessages(poll, one, messages, until)),
		left: new Set(
			left.map(({ conversation }) => conversation).filter((one) => wanted.includes(one)),
		),
		retries: [
			...failed.map(({ conversation, retry, error }) => {
				const first = { id: String(conversation.id), until, fromStart: false, polls: 0 };
				return afterFailure(retry ?? first, error);
			}),
			...leftRetries,
		],
	};

	/** Whether everything that may be new was read, late messages too. */
	function enough(part: ListPart, inbound: Candidate[], { retry }: Unread): boolean {
		const floor = retry ? Math.min(messages.floor, retry.until + 1) : messages.floor;
		if (reachesBehind(part, floor)) return true;
		// Nothing of it is remembered, so that no message ends the search earlier.
		if (retry?.fromStart) return false;
		const last = inbound[inbound.length - 1];
		const lastIsKnown = last === undefined || messages.knows(last, retry?.until);
		return lastIsKnown && reachesBehind(part, (retry?.until ?? until) - overlapMs);
	}
}

function isReadable({ warn }: Poll, { id }: IDataObject): boolean {
	const readable = isPathId(String(id ?? ''));
	if (!readable) warn(`An SMS conversation cannot be read: its ID is "${String(id ?? '')}"`);
	return readable;
}

/**
 * The new messages of a conversation, oldest first. The memory then counts them as given out.
 *
 * @param until all messages up to this time were read
 */
export function newMessages(
	{ warn }: Poll,
	{ retry, ...messages }: Messages & { retry?: Retry },
	memory: Memory,
	until: number,
): Array<Candidate<Received>> {
	if (retry?.fromStart) memory.add(messages.inbound.filter((one) => isOfBaseline(one, retry)));
	const inbound = withTimes(messages, memory);
	const fresh = memory.newOf(inbound, retry?.until);
	memory.add(fresh);
	const { conversation, newest } = messages;
	const last = parseTime(conversation.lastMessageAt);
	const isExplained = last !== undefined && newest !== undefined && newest >= last;
	// Remembered from now on, so that the next message without a time is the only one.
	const undated = undatedOf(inbound, memory);
	memory.add(undated);
	const name = `the SMS conversation "${String(conversation.id)}"`;
	const isUnclear = fresh.length === 0 && retry === undefined && memory.floor > 0;
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

const isOfBaseline = ({ time }: Candidate, { until }: Retry) => time === undefined || time <= until;

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
