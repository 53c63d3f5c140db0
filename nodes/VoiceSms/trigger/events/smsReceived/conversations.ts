import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { judge, toNodeError } from '../../../api/errors/nodeError';
import { messagesOf } from '../../../api/lists';
import { isPathId } from '../../../api/paths';
import { isInbound } from '../../../api/unstated';
import { withinBudget } from '../../budget';
import type { Poll } from '../../event';
import { type Candidate, type Memory, dedupeKey, parseTime, savedRows } from '../../news/memory';
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

/**
 * What is remembered of a conversation that could not be read. Every poll retries it. The memories
 * cannot tell: while it is unreadable, others may push its messages out of them.
 */
export interface Missed {
	/** All of its messages up to this time were given out, or are older than the baseline. */
	until: number;
	/** Whether it could not be read at the baseline: then none of its messages is remembered. */
	fromStart: boolean;
}

/** How far the event has come. */
export interface Cursor {
	/** Conversations that were seen, each as it stood. */
	records: Memory;
	/** Inbound messages given out. */
	messages: Memory;
	/** All messages up to this time were read, but for those of `missed`. */
	messagesUntil: number;
	/** Whether the list of conversations was newest-first when it was last read. */
	sorted: boolean;
	/** Conversations that could not be read, by their IDs. */
	missed: Map<string, Missed>;
}

/** The form that n8n keeps. */
export const saveMissed = (missed: Map<string, Missed>) =>
	[...missed].map(([id, { until, fromStart }]) => [id, until, fromStart]);

/** The conversations as they were saved; entries that cannot be read are left out. */
export function readMissed(saved: unknown): Map<string, Missed> {
	const missed = new Map<string, Missed>();
	for (const [id, until, fromStart] of savedRows(saved)) {
		if (typeof id !== 'string' || typeof until !== 'number') continue;
		missed.set(id, { until, fromStart: fromStart === true });
	}
	return missed;
}

/** Most conversations to retry: 10 kB of the state. When more fail, the service does. */
const mostMissed = 100;

/**
 * Reads conversations side by side, while there is time. One that cannot be read stops no other; if
 * it could be read so far, or has no usable ID, n8n's log names it.
 *
 * @param missed conversations that earlier polls could not read, by their IDs
 * @param enough whether the newest messages that were read of a conversation are enough
 * @returns `left` = conversations that there was no time for
 * @throws the error of a conversation when it says more of the service: a wrong key, too many
 * requests, the same failure for all, more failures than can be remembered
 */
export async function readConversations(
	poll: Poll,
	listed: IDataObject[],
	missed: Map<string, Missed>,
	enough: (part: ListPart, inbound: Candidate[], conversation: IDataObject) => boolean,
) {
	const conversations = listed.filter(({ id }) => {
		const isReadable = isPathId(String(id ?? ''));
		if (!isReadable) poll.warn(`An SMS conversation cannot be read: its ID is "${id ?? ''}"`);
		return isReadable;
	});
	const read: Messages[] = [];
	const failed: Array<{ conversation: IDataObject; error: Error }> = [];
	const left: IDataObject[] = [];
	const results = await withinBudget(poll, conversations, async (conversation) => {
		const reading = readMessages(poll, conversation, (...soFar) => enough(...soFar, conversation));
		const noAnswer = poll.closing.then(() => {
			throw new NodeOperationError(poll.node, 'The service did not answer in time');
		});
		try {
			return await Promise.race([reading, noAnswer]);
		} catch (error) {
			// A wrong key, too many requests and the end of the poll concern all conversations.
			const { name, httpCode } = error as { name: string; httpCode?: unknown };
			const ofAll = name === 'NodeApiError' && ['401', '429'].includes(String(httpCode));
			if (ofAll || poll.leftMs() === 0) throw toNodeError(poll.node, error);
			return error as Error;
		}
	});
	conversations.forEach((conversation, index) => {
		const result = results[index];
		if (result === undefined) left.push(conversation);
		else if (result instanceof Error) failed.push({ conversation, error: result });
		else read.push(result);
	});

	const newlyFailed = failed.filter(({ conversation }) => !missed.has(String(conversation.id)));
	const general = newlyFailed.find(({ error }) => !judge(error).isAboutOneRecord);
	if (general !== undefined && read.length === 0) throw general.error;
	if (newlyFailed.length > 0 && newlyFailed.length + missed.size > mostMissed) {
		throw newlyFailed[0].error;
	}
	for (const { conversation, error } of newlyFailed) {
		poll.warn(
			`The SMS conversation "${String(conversation.id)}" cannot be read: ${error.message}. Each poll tries again. Other conversations do not wait for it.`,
		);
	}
	return { read, failed, left };
}

/**
 * Reads the messages of a conversation, from the newest until `enough` says so.
 *
 * @throws NodeApiError; UserError when the conversation has no identifier
 */
export async function readMessages(
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
