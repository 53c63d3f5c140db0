import type { IDataObject } from 'n8n-workflow';

import { messagesOf } from '../api/lists';
import { isInbound } from '../api/unstated';
import type { Sighting } from './fresh';
import { keyOf, timeOf } from './memory';
import type { Reading } from './news';
import { readNewest } from './newest';
import type { Item, Tools } from './tools';
import { hasNumber } from './tools';

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

/** Whether the conversation is with the company number that the user wants to see. */
export const isWanted = ({ filters }: Tools, { companyPhone }: IDataObject) =>
	hasNumber(filters.companyNumber, companyPhone);

/** Inbound messages of a conversation. */
export async function readMessages(
	tools: Tools,
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
	const messages = messagesOf(String(conversation.id));
	return inboundOf(
		await readNewest(tools, messages, 'sentAt', (soFar) => enough(soFar, inboundOf(soFar))),
	);
}

/** The event of a message. */
export function itemOf({ simple }: Tools, { time, record }: Sighting<Received>): Item {
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
