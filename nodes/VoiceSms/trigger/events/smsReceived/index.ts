import type { IDataObject } from 'n8n-workflow';

import { conversations } from '../../../api/lists';
import type { Event } from '../../event';
import { companyNumber } from '../../filters';
import type { Candidate } from '../../news/candidate';
import { byTime, dedupeKey, parseTime } from '../../news/candidate';
import type { ListPart } from '../../news/complete';
import { isSorted, reachesBehind, warnAbout } from '../../news/complete';
import { Memory } from '../../news/memory';
import type { WatchedList } from '../../news/newest';
import { readNews, readWhole } from '../../news/newest';
import { readConversations } from './conversations';
import type { Received } from './messages';
import { itemOf } from './messages';
import { receive } from './receive';
import type { Retry } from './retries';
import { afterFailure, forgetDeleted, mayBeDeleted, readRetries, saveRetries } from './retries';
import { words } from './words';

/** How far the event has come. */
interface Cursor {
	/** Conversations that were seen, each as it stood. */
	records: Memory;
	/** Inbound messages given out. */
	messages: Memory;
	/** All messages up to this time were read, but for those of `retries`. */
	messagesUntil: number;
	/** Whether the list of conversations was newest-first when it was last read. */
	sorted: boolean;
	retries: Retry[];
}

const nameInErrors = 'SMS conversations';
const timeField = 'lastMessageAt';
/** Conversations that are read at the baseline: the newest ones. */
const readAtStart = 40;
/** Conversations that a sample is looked for in. */
const sampled = 50;

/** A message moves the last time of its conversation; a late message changes the count alone. */
const candidateOf = (conversation: IDataObject): Candidate<IDataObject> => ({
	time: parseTime(conversation.lastMessageAt),
	key: dedupeKey(conversation.id, conversation.lastMessageAt, conversation.messageCount),
	record: conversation,
});

/** Finds the conversations that have changed, then reads their messages side by side. */
export const smsReceived: Event<Cursor> = {
	value: 'smsReceived',
	name: 'SMS Received',
	description: 'A customer sends an SMS',
	nameInErrors,
	filters: [companyNumber, words],

	readCursor(saved) {
		const records = Memory.read(saved.records);
		const messages = Memory.read(saved.messages);
		const { messagesUntil, sorted } = saved;
		if (records === undefined || messages === undefined || typeof messagesUntil !== 'number') {
			return undefined;
		}
		const retries = readRetries(saved.failing);
		return { records, messages, messagesUntil, sorted: sorted === true, retries };
	},
	saveCursor: ({ records, messages, messagesUntil, sorted, retries }) => ({
		records: records.save(),
		messages: messages.save(),
		messagesUntil,
		sorted,
		failing: saveRetries(retries),
	}),

	async start(poll) {
		const part = await readWhole(poll.ownList(conversations, timeField));
		const records = Memory.of(part.records.map(candidateOf), part);
		warnAbout(poll, part, nameInErrors, undefined, 0);
		records.total = part.total;
		const newestFirst = part.records.map(candidateOf).sort(byTime).reverse();
		const next = newestFirst[readAtStart];
		// The conversations read hold all messages from here on, as far as their times tell.
		const floor = next === undefined ? 0 : (next.time ?? records.newest) + 1;
		const unread = newestFirst
			.slice(0, readAtStart)
			.map(({ record }) => ({ conversation: record }));
		const { read, failed } = await readConversations(poll, unread, (soFar) =>
			reachesBehind(soFar, floor),
		);
		const inbound = read.flatMap((one) => one.inbound);
		return {
			records,
			messages: Memory.of(inbound, { whole: next === undefined, oldest: floor - 1 }),
			messagesUntil: records.newest,
			sorted: isSorted(part.records, timeField),
			retries: failed.map(({ conversation: { id, lastMessageAt }, error }) => {
				const until = parseTime(lastMessageAt) ?? records.newest;
				return afterFailure({ id: String(id), until, fromStart: true, polls: 0 }, error);
			}),
		};
	},

	async poll(poll, { records, messages, messagesUntil, sorted, retries: before }) {
		const watched = poll.ownList(conversations, timeField);
		// Page 1 may look sorted although the list is in another order, so the whole list must have been.
		const isTrusted = sorted && !before.some(mayBeDeleted);
		const { part, fresh } = await readNews(watched, records, candidateOf, isTrusted);
		const { received, left, retries } = await receive(poll, {
			changed: fresh.map(({ record }) => record),
			listed: part.records,
			retries: forgetDeleted(poll, before, part),
			messages,
			until: messagesUntil,
		});
		messages.trim();
		if (left.size > 0 && messages.floor > messagesUntil) {
			poll.warn(
				'More SMS came than the memory holds, so the earliest SMS of some conversations may be left out',
			);
		}
		records.add(fresh.filter(({ record }) => !left.has(record)));
		// Changed conversations count as fresh, so growth cannot be checked.
		warnAbout(poll, part, nameInErrors, records.total, Infinity);
		// Conversations that were left are missing from the count, so that the next poll looks for them.
		records.total = part.total - left.size;
		// Filtered after the memory has counted them: another filter brings back no old message.
		const wanted = received.filter(({ record }) => poll.filters.passMessage(record.message));
		const complete = await withConversations(watched, part, wanted);
		return {
			items: complete.map((one) => itemOf(poll, one)),
			cursor: {
				records,
				messages,
				messagesUntil: left.size === 0 ? records.newest : messagesUntil,
				sorted: isSorted(part.records, timeField),
				retries,
			},
		};
	},

	async sample(poll) {
		const { api, list } = poll.ownList(conversations, timeField);
		const { records } = await api.pages(list, sampled);
		const wanted = records.filter((one) => poll.filters.pass(one)).map(candidateOf);
		const newestFirst = wanted.sort(byTime).reverse();
		for (const { record } of newestFirst) {
			const { read } = await readConversations(poll, [{ conversation: record }], () => true);
			const last = read
				.flatMap(({ inbound }) => inbound)
				.filter(({ record: { message } }) => poll.filters.passMessage(message))
				.sort(byTime)
				.pop();
			if (last !== undefined) return itemOf(poll, last);
		}
		return undefined;
	},
};

/** Messages with their conversations: a retried one may stand further down the list than was read. */
async function withConversations(
	watched: WatchedList,
	part: ListPart,
	received: Array<Candidate<Received>>,
): Promise<Array<Candidate<Received>>> {
	const listed = new Set(part.records);
	const isListed = ({ record }: Candidate<Received>) => listed.has(record.conversation);
	if (received.every(isListed)) return received;
	const { records } = await readWhole(watched);
	const all = new Map(records.map((conversation) => [conversation.id, conversation]));
	return received.map((one) => {
		const { message, conversation } = one.record;
		if (isListed(one)) return one;
		return { ...one, record: { message, conversation: all.get(conversation.id) ?? conversation } };
	});
}
