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

/** A message moves its conversation's last time; one that comes late moves the count alone. */
export const conversationSighting = (conversation: IDataObject): Sighting<IDataObject> => ({
	time: timeOf(conversation.lastMessageAt),
	key: keyOf(conversation.id, conversation.lastMessageAt, conversation.messageCount),
	record: conversation,
});

/** Inbound messages of a conversation. */
export async function readMessages(
	round: Round,
	conversation: IDataObject,
	enough: (reading: Reading, inbound: Array<Sighting<Received>>) => boolean,
): Promise<Array<Sighting<Received>>> {
	const inboundOf = ({ records }: Reading) =>
		records
			.filter(({ direction }) => isInbound(direction))
			.map((message): Sighting<Received> => {
				const key = keyOf(conversation.id, message.id);
				return { time: timeOf(message.sentAt), key, record: { message, conversation } };
			});
	const source = round.otherList(messagesOf(String(conversation.id)), 'sentAt');
	return inboundOf(await readNewest(source, (soFar) => enough(soFar, inboundOf(soFar))));
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
