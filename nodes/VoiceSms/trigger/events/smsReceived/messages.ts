import type { IDataObject } from 'n8n-workflow';

import { messagesOf } from '../../../api/lists';
import { isInbound } from '../../../api/unstated';
import type { Item, Round } from '../../event';
import type { Reading } from '../../news/complete';
import { readNewest } from '../../news/newest';
import type { Sighting } from '../../news/sighting';
import { keyOf, timeOf } from '../../news/sighting';

/** A message that came in, with its conversation. */
export interface Received {
	message: IDataObject;
	conversation: IDataObject;
}

/** The messages read of a conversation. */
export interface Messages {
	conversation: IDataObject;
	inbound: Array<Sighting<Received>>;
	/** Newest time of a message in either direction; undefined when one of them has no time. */
	newest: number | undefined;
}

/** When a message came: it may have been under way for long, and either time may be missing. */
function cameAt({ sentAt, deliveredAt }: IDataObject): number | undefined {
	const times = [timeOf(sentAt), timeOf(deliveredAt)].filter((time) => time !== undefined);
	return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Reads the messages of a conversation, from the newest until `enough` says so.
 *
 * @throws NodeApiError; UserError when the conversation has no identifier
 */
export async function readMessages(
	round: Round,
	conversation: IDataObject,
	enough: (reading: Reading, inbound: Array<Sighting<Received>>) => boolean,
): Promise<Messages> {
	const inboundOf = ({ records }: Reading) =>
		records
			.filter(({ direction }) => isInbound(direction))
			.map((message): Sighting<Received> => {
				const key = keyOf(conversation.id, message.id);
				return { time: cameAt(message), key, record: { message, conversation } };
			});
	const source = round.otherList(messagesOf(String(conversation.id)), 'sentAt');
	const reading = await readNewest(source, (soFar) => enough(soFar, inboundOf(soFar)));
	const times = reading.records.map(cameAt).filter((time) => time !== undefined);
	const outbound = reading.records.filter(({ direction }) => !isInbound(direction));
	const allDated = outbound.every((message) => cameAt(message) !== undefined);
	return {
		conversation,
		inbound: inboundOf(reading),
		newest: allDated ? times.reduce((newest, time) => Math.max(newest, time), 0) : undefined,
	};
}

/** The event of a message. */
export function itemOf({ simple }: Round, { time, record }: Sighting<Received>): Item {
	const { message, conversation } = record;
	if (!simple) return { json: { ...message, conversation }, time };
	const { id, conversationId, fromPhone, toPhone, body, status, sentAt } = message;
	const { customerName, customerEmail } = conversation;
	const json = {
		...{ id, conversationId, fromPhone, toPhone, body, status, sentAt },
		...{ customerName, customerEmail },
	};
	return { json, time };
}
