import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { classify, toNodeError } from '../../../api/errors/nodeError';
import { messagesOf } from '../../../api/lists';
import { isPathId } from '../../../api/paths';
import { isInbound } from '../../../api/unstated';
import { withinBudget } from '../../budget';
import type { Poll } from '../../event';
import { type Candidate, type Memory, dedupeKey, parseTime, warnOf } from '../../news/memory';
import { type ListPart, readNewest } from '../../news/newest';

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
	inbound: Array<Candidate<Received>>;
	/** Newest time of a message in either direction; undefined when an outbound one has no time. */
	newest: number | undefined;
}

/** How far the event has come. */
export interface Cursor {
	/** Conversations that were seen, each as it stood. */
	records: Memory;
	/** Inbound messages given out. */
	messages: Memory;
	/** All messages up to this time were read, or are too old to be new. */
	messagesUntil: number;
	/** Whether the list of conversations was newest-first when it was last read. */
	sorted: boolean;
}

/**
 * Reads conversations side by side, while there is time. One that cannot be read stops no other: n8n's
 * log names it.
 *
 * @param enough whether the newest messages that were read of a conversation are enough
 * @param leftBefore whether an earlier poll left some: one that fails alone may be the same again
 * @returns `left` = conversations that could not be read, or that there was no time for
 * @throws the error of a conversation when it says more of the service: a wrong key, too many
 * requests, the same failure for all
 */
export async function readConversations(
	poll: Poll,
	listed: IDataObject[],
	enough: (part: ListPart, inbound: Candidate[]) => boolean,
	leftBefore = false,
) {
	const conversations = listed.filter(({ id }) => {
		const isReadable = isPathId(String(id ?? ''));
		if (!isReadable) poll.warn(`An SMS conversation cannot be read: its ID is "${id ?? ''}"`);
		return isReadable;
	});
	const results = await withinBudget(poll, conversations, async (conversation) => {
		const noAnswer = poll.closing.then(() => {
			throw new NodeOperationError(poll.node, 'The service did not answer in time');
		});
		try {
			return await Promise.race([readMessages(poll, conversation, enough), noAnswer]);
		} catch (error) {
			// A wrong key, too many requests and the end of the poll concern all conversations.
			const { name, httpCode } = error as { name: string; httpCode?: unknown };
			const ofAll = name === 'NodeApiError' && ['401', '429'].includes(String(httpCode));
			if (ofAll || poll.leftMs() === 0) throw toNodeError(poll.node, error);
			return error as Error;
		}
	});
	const [read, left]: [Messages[], IDataObject[]] = [[], []];
	const [failed, errors]: [string[], Error[]] = [[], []];
	conversations.forEach((conversation, index) => {
		const result = results[index];
		if (result !== undefined && !(result instanceof Error)) return void read.push(result);
		left.push(conversation);
		if (result === undefined) return;
		failed.push(String(conversation.id));
		errors.push(result);
	});
	const general = errors.find((error) => !classify(error).isAboutOneRecord);
	const isOfAll = read.length === 0 && (errors.length > 1 || !leftBefore);
	if (general !== undefined && isOfAll) throw general;
	const why = ` (${errors[0]?.message})`;
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
	enough: (part: ListPart, inbound: Array<Candidate<Received>>) => boolean,
): Promise<Messages> {
	const outboundOf = ({ records }: ListPart) =>
		records.filter(({ direction }) => !isInbound(direction));
	const inboundOf = (part: ListPart) => {
		const sent = outboundOf(part).map(({ body }) => body);
		const inbound = part.records.filter(({ direction }) => isInbound(direction));
		return inbound.map((message): Candidate<Received> => {
			const key = dedupeKey(conversation.id, message.id);
			return { time: receivedAt(message), key, record: { message, conversation, sent } };
		});
	};
	const list = messagesOf(String(conversation.id));
	const watched = { api, list, timeField: 'sentAt', node, bound };
	const part = await readNewest(watched, (soFar) => enough(soFar, inboundOf(soFar)));
	const allDated = outboundOf(part).every((message) => receivedAt(message) !== undefined);
	const times = part.records.map((message) => receivedAt(message) ?? 0);
	const newest = allDated ? times.reduce((one, other) => Math.max(one, other), 0) : undefined;
	return { conversation, inbound: inboundOf(part), newest };
}

/** When a message came in: delivery may take long, and either time may be missing. */
function receivedAt({ sentAt, deliveredAt }: IDataObject): number | undefined {
	return Math.max(parseTime(sentAt) ?? 0, parseTime(deliveredAt) ?? 0) || undefined;
}
