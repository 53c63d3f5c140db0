import type { IDataObject } from 'n8n-workflow';

import { messagesOf } from '../../../api/endpoints';
import { classify } from '../../../api/errors/nodeError';
import { type WatchedList, newestOf, parseTime, readNewest } from '../../../api/list/readNewest';
import { type Page, pagesOf } from '../../../api/list/readPage';
import { isInbound } from '../../../api/unstated';
import { phoneDigits } from '../../../fields/phone/doubtfulPhone';
import type { SharedWork } from '../../budget';
import type { Poll } from '../../event';
import { type Candidate, type Memory, dedupeKey, versionKey } from '../../memory';

/** A conversation of the list: another version after each message. */
export type Conversation = Candidate<IDataObject>;

/** A message that came in, with its conversation. */
export interface Received {
	message: IDataObject;
	conversation: IDataObject;
	/** The texts of the company's messages that were read with it. */
	sent: unknown[];
}

/** The messages read of a conversation. */
export interface Messages {
	of: Conversation;
	/** How many messages the service lists. */
	listed: number;
	inbound: Array<Candidate<Received>>;
	/** Newest time of a message in either direction. */
	newest: number;
	/** The same, without the times at which messages of the company were delivered: no message is new by them. */
	newestWritten: number;
}

/** A message moves the last time of its conversation; a late message changes the count alone. */
export function conversationOf(record: IDataObject): Conversation {
	const { id, lastMessageAt, messageCount } = record;
	return {
		time: parseTime(lastMessageAt),
		key: dedupeKey(id ?? [lastMessageAt, messageCount]),
		version: versionKey(id, lastMessageAt, messageCount),
		record,
	};
}

/** Where the next poll goes on: at this page, and down to this time of a conversation. */
export interface Behind {
	page: number;
	to: number;
}

/** Later than all conversations. */
const nowhere = Number.MAX_SAFE_INTEGER;

/**
 * Reads the pages of the list that may hold news, each after the news of the one before: page 1, the page at which the
 * last poll was behind, and the next page in turn, so that in any order of the list all pages are read within as many
 * polls. After each of these, it reads on as long as a page ends with a conversation that has news, or that is not
 * older than where the last poll was behind.
 *
 * @param take reads the news of a page: gives the conversations left for want of time, and those that wait alone
 * @returns where the next poll goes on, if something behind page 1 was left
 */
export async function readPages(
	poll: Poll,
	{ api, list }: WatchedList,
	records: Memory,
	work: SharedWork,
	first: Page,
	before: Behind | undefined,
	take: (listed: Conversation[]) => Promise<Record<'left' | 'waiting', Conversation[]>>,
): Promise<Behind | undefined> {
	const pages = pagesOf(first.pagination, first.records.length);
	const inTurn = 2 + (poll.turn % Math.max(1, pages - 1));
	const read = new Set<number>();
	let behind: Behind | undefined;
	const leave = (page: number, to: number) => {
		const { page: first = page, to: oldest = to } = behind ?? {};
		if (page > 1) behind = { page: Math.min(first, page), to: Math.min(oldest, to) };
	};
	const pageOf = async (page: number) =>
		await api.page(list, page).catch((error: Error) => {
			// A service that asks for fewer requests has answered page 1.
			if (!classify(error).asksForFewer) work.note(error);
		});
	for (const from of [1, before?.page ?? 1, inTurn]) {
		let last: Conversation | undefined;
		for (let page = from; page <= pages && !read.has(page); page++) {
			const { records: listed } =
				(page === 1 ? first : !work.stopped() && (await pageOf(page))) || {};
			if (listed === undefined) {
				// The page in turn will have another turn.
				if (last !== undefined || from !== inTurn) leave(page, last?.time ?? before?.to ?? nowhere);
				return behind;
			}
			read.add(page);
			const candidates = listed.map(conversationOf);
			last = candidates[candidates.length - 1];
			const isNews = last !== undefined && !records.knows(last);
			const { left, waiting } = await take(candidates);
			if (left.length > 0) leave(page, Math.min(...left.map(({ time = 0 }) => time)));
			if (waiting.length > 0) leave(page, nowhere);
			const isBehind = before !== undefined && page >= before.page;
			if (!isNews && !(isBehind && (last?.time ?? 0) >= before.to)) break;
		}
	}
	return behind;
}

/**
 * Reads conversations side by side, while there is time. One that cannot be read stops no other: n8n's
 * log names it.
 *
 * @param downTo the time down to which messages of a conversation may be new
 * @returns `left` = conversations that could not be read (`failed`), or that there was no time for
 */
export async function readConversations(
	poll: Poll,
	work: SharedWork,
	conversations: Conversation[],
	downTo: (one: Conversation) => number,
) {
	const results = await work.each(conversations, async (one) => {
		return await readMessages(poll, one, downTo(one));
	});
	const isRead = (one: Messages | Error | undefined): one is Messages =>
		one !== undefined && !(one instanceof Error);
	const failed = conversations.filter((_, index) => results[index] instanceof Error);
	if (failed.length > 0) {
		const names = failed.slice(0, 5).map(({ record }) => String(record.id));
		const more = failed.length > 5 ? ` and ${failed.length - 5} more` : '';
		const why = results.find((one) => one instanceof Error)?.message;
		const what = `SMS conversation${failed.length === 1 ? '' : 's'} ${names.join(', ')}${more}`;
		poll.warn(`Checked again later, because they cannot be read: ${what} (${why})`);
	}
	return {
		read: results.filter(isRead),
		left: conversations.filter((_, index) => !isRead(results[index])),
		failed: new Set(failed),
	};
}

async function readMessages(poll: Poll, of: Conversation, downTo: number): Promise<Messages> {
	const { node, bound, leftMs } = poll;
	const conversation = of.record;
	// A message from the company's own number is not from a customer, even if its direction says so.
	const own = phoneDigits(String(conversation.companyPhone ?? ''));
	const isOurs = ({ direction, fromPhone }: IDataObject) =>
		!isInbound(direction) || (own !== '' && phoneDigits(String(fromPhone ?? '')) === own);
	const list = messagesOf(String(conversation.id));
	// The limit leaves most of the poll's time to the others if the service never answers.
	const api = poll.api.within(leftMs() / 4);
	const watched = { api, list, timeField: 'sentAt', node, bound };
	const { records, listed } = await readNewest(watched, (soFar) => {
		// A short page may lack a message that is counted already.
		return soFar.isShort !== true && soFar.oldest < downTo;
	});
	const ours = records.filter(isOurs);
	const sent = ours.map(({ body }) => body);
	const inbound = records
		.filter((message) => !isOurs(message))
		.map((message): Candidate<Received> => {
			// Its own ID alone: when two conversations become one, their messages stay the same.
			const key = dedupeKey(message.id ?? [conversation.id, message.sentAt, message.body]);
			return { time: receivedAt(message), key, record: { message, conversation, sent } };
		});
	const written = ours.map(({ sentAt }) => parseTime(sentAt));
	return {
		of,
		listed,
		inbound,
		newest: newestOf(records.map(receivedAt)),
		newestWritten: newestOf([...written, ...inbound.map(({ time }) => time)]),
	};
}

/** When a message came in: delivery may take long, and either time may be missing. */
function receivedAt({ sentAt, deliveredAt }: IDataObject): number | undefined {
	return newestOf([parseTime(sentAt), parseTime(deliveredAt)]) || undefined;
}
