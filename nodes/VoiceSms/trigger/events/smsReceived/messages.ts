import type { IDataObject } from 'n8n-workflow';

import { messagesOf } from '../../../api/lists';
import { isInbound } from '../../../api/unstated';
import type { Item, Poll } from '../../event';
import type { Candidate } from '../../news/candidate';
import { dedupeKey, parseTime } from '../../news/candidate';
import type { ListPart } from '../../news/complete';
import { readNewest } from '../../news/newest';

/** A message that came in, with its conversation. */
export interface Received {
	message: IDataObject;
	conversation: IDataObject;
}

/** The messages read of a conversation. */
export interface Messages {
	conversation: IDataObject;
	inbound: Array<Candidate<Received>>;
	/** Newest time of a message in either direction; undefined when an outbound one has no time. */
	newest: number | undefined;
}

/** When a message came in: delivery may take long, and either time may be missing. */
function receivedAt({ sentAt, deliveredAt }: IDataObject): number | undefined {
	const times = [parseTime(sentAt), parseTime(deliveredAt)].filter((time) => time !== undefined);
	return times.length === 0 ? undefined : Math.max(...times);
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
	const inboundOf = ({ records }: ListPart) =>
		records
			.filter(({ direction }) => isInbound(direction))
			.map((message): Candidate<Received> => {
				const key = dedupeKey(conversation.id, message.id);
				return { time: receivedAt(message), key, record: { message, conversation } };
			});
	const list = messagesOf(String(conversation.id));
	const watched = { api, list, timeField: 'sentAt', node, bound };
	const part = await readNewest(watched, (soFar) => enough(soFar, inboundOf(soFar)));
	const times = part.records.map(receivedAt).filter((time) => time !== undefined);
	const outbound = part.records.filter(({ direction }) => !isInbound(direction));
	const allDated = outbound.every((message) => receivedAt(message) !== undefined);
	return {
		conversation,
		inbound: inboundOf(part),
		newest: allDated ? times.reduce((newest, time) => Math.max(newest, time), 0) : undefined,
	};
}

/** The event of a message. */
export function itemOf({ simple, filters }: Poll, { time, record }: Candidate<Received>): Item {
	const { message, conversation } = record;
	const added = filters.addedTo(message);
	if (!simple) return { json: { ...message, ...added, conversation }, time };
	const { id, conversationId, fromPhone, toPhone, body, status, sentAt } = message;
	const { customerName, customerEmail } = conversation;
	const json = {
		...{ id, conversationId, fromPhone, toPhone, body, status, sentAt },
		...{ customerName, customerEmail },
		...added,
	};
	return { json, time };
}
