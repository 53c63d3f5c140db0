import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { classify } from '../../../api/errors/nodeError';
import { messagesOf } from '../../../api/endpoints';
import { isPathId } from '../../../api/paths';
import { isInbound } from '../../../api/unstated';
import { phoneDigits } from '../../../fields/phone/doubtfulPhone';
import { withinBudget } from '../../budget';
import type { Poll } from '../../event';
import { warnOf } from '../../news/log';
import {
	type Candidate,
	type Memory,
	dedupeKey,
	newestOf,
	parseTime,
	versionKey,
} from '../../news/memory';
import { type ListPart, readNewest } from '../../news/newest';
import type { PagesInTurn } from './pagesInTurn';

/** A message that came in, with its conversation. */
export interface Received {
	message: IDataObject;
	conversation: IDataObject;
	/** The texts of the company's messages that were read with it. */
	sent: unknown[];
}

/** The messages read of a conversation. */
export interface Messages {
	conversation: IDataObject;
	/** How many messages the service lists, or would list on the pages that were not read. */
	total: number;
	inbound: Array<Candidate<Received>>;
	/** Newest time of a message in either direction; undefined when an outbound one has no time. */
	newest: number | undefined;
	/** The same, without the times at which messages of the company were delivered: no message is new by them. */
	newestWritten: number;
}

/** How far the event has come. */
export interface Cursor {
	/** Conversations that were seen, each with its last state. */
	records: Memory;
	/** Inbound messages that were emitted. */
	messages: Memory;
	/** All messages up to this time were read, or are too old to be new. */
	messagesUntil: number;
	/**
	 * When the workflow was published, in milliseconds: the newest time of the service that the list then had,
	 * and the time by n8n's clock, until that is set back to before it. A conversation that was not in the list was
	 * put away, and its messages from before are old.
	 */
	published: { newest: number; at?: number };
	turn: PagesInTurn;
	/** How often a conversation was left because no message explained its change, by its version. */
	unexplained: Record<string, number>;
}

/** A message moves the last time of its conversation; a late message changes the count alone. */
export function candidateOf(conversation: IDataObject) {
	const { id, lastMessageAt, messageCount } = conversation;
	return {
		time: parseTime(lastMessageAt),
		key: dedupeKey(id ?? [lastMessageAt, messageCount]),
		version: versionKey(id, lastMessageAt, messageCount),
		record: conversation,
	};
}

/**
 * Reads conversations side by side, while there is time. One that cannot be read stops no other: n8n's
 * log names it.
 *
 * @param enough whether the newest messages that were read of a conversation are enough
 * @param leftBefore set if the last poll left conversations: then a single failure is no proof that the service is down
 * @returns `left` = conversations that could not be read, or that there was no time for
 */
export async function readConversations(
	poll: Poll,
	changed: IDataObject[],
	enough: (part: ListPart, inbound: Candidate[], conversation: IDataObject) => boolean,
	leftBefore = false,
) {
	const conversations = changed.filter(({ id }) => {
		const isReadable = isPathId(String(id ?? ''));
		if (!isReadable) poll.warn(`An SMS conversation cannot be read: its ID is "${id ?? ''}"`);
		return isReadable;
	});
	const work = async (conversation: IDataObject) => {
		const noAnswer = poll.closing.then(() => {
			throw new NodeOperationError(poll.node, 'The service did not answer in time');
		});
		return await Promise.race([readMessages(poll, conversation, enough), noAnswer]);
	};
	const results = await withinBudget(poll, conversations, work, (errors) => {
		const isAlone = leftBefore && errors.length === 1 && !classify(errors[0]).isOfAll;
		return isAlone ? undefined : errors.find((error) => !classify(error).isAboutOneRecord);
	});
	const [read, left]: [Messages[], IDataObject[]] = [[], []];
	const failed: string[] = [];
	let why = '';
	conversations.forEach((conversation, index) => {
		const result = results[index];
		if (result !== undefined && !(result instanceof Error)) return void read.push(result);
		left.push(conversation);
		if (result === undefined) return;
		failed.push(String(conversation.id));
		why ||= ` (${result.message})`;
	});
	warnOf(poll, 'Checked again later, because they cannot be read', failed, why, 'SMS conversation');
	return { read, left };
}

/**
 * Reads the messages of a conversation, from the newest until `enough` says so.
 *
 * @throws NodeApiError; UserError when the conversation has no identifier
 */
async function readMessages(
	{ api, node, bound }: Poll,
	conversation: IDataObject,
	enough: (part: ListPart, inbound: Candidate[], conversation: IDataObject) => boolean,
): Promise<Messages> {
	// A message from the company's own number is not from a customer, even if its direction says so.
	const own = phoneDigits(String(conversation.companyPhone ?? ''));
	const isOurs = ({ direction, fromPhone }: IDataObject) =>
		!isInbound(direction) || (own !== '' && phoneDigits(String(fromPhone ?? '')) === own);
	const outboundOf = ({ records }: ListPart) => records.filter(isOurs);
	const inboundOf = (part: ListPart) => {
		const sent = outboundOf(part).map(({ body }) => body);
		const inbound = part.records.filter((message) => !isOurs(message));
		return inbound.map((message): Candidate<Received> => {
			// Its own ID alone: when two conversations become one, their messages stay the same.
			const key = dedupeKey(message.id ?? [conversation.id, message.sentAt, message.body]);
			return { time: receivedAt(message), key, record: { message, conversation, sent } };
		});
	};
	const list = messagesOf(String(conversation.id));
	const watched = { api, list, timeField: 'sentAt', node, bound };
	const part = await readNewest(watched, (soFar) => enough(soFar, inboundOf(soFar), conversation));
	const allDated = outboundOf(part).every((message) => receivedAt(message) !== undefined);
	const newest = newestOf(part.records.map(receivedAt));
	const listed = new Set(part.records.map(({ id }) => id ?? {})).size;
	return {
		conversation,
		// The service may count more messages on a later page than it had listed on the pages before.
		total: part.whole ? listed : part.total - (part.missing ?? 0),
		inbound: inboundOf(part),
		newest: allDated ? newest : undefined,
		newestWritten: newestOf(
			part.records.map((one) => (isOurs(one) ? parseTime(one.sentAt) : receivedAt(one))),
		),
	};
}

/** When a message came in: delivery may take long, and either time may be missing. */
function receivedAt({ sentAt, deliveredAt }: IDataObject): number | undefined {
	return Math.max(parseTime(sentAt) ?? 0, parseTime(deliveredAt) ?? 0) || undefined;
}
