import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { messagesOf } from '../../api/lists';
import { isPathId } from '../../api/paths';
import type { List } from '../../api/types';
import { isDelivered } from '../../api/unstated';
import type { WaitTimes } from '../../fields/forms/waiting';
import type { Surroundings } from '../operation';
import { lookUntil } from './lookUntil';

/**
 * The service's answer to the SMS, with `status` and `deliveredAt` from the conversation after the
 * delivery. At the limit, both are the last known values, with `timedOut: true`. `deliveryNote` says if the
 * message was never seen or the last look failed.
 *
 * @param sent the service's answer to the SMS
 * @throws NodeApiError when the service refuses the conversation for good; UserError when the answer does
 * not name the message and the conversation
 */
export async function atDelivery(
	sent: IDataObject,
	waiting: WaitTimes,
	surroundings: Surroundings,
): Promise<IDataObject> {
	if (isDelivered(sent)) return sent;
	const { messageId, conversation: list } = sentMessage(sent, 'its delivery');
	const conversation = conversationOf(list, surroundings);
	conversation.await(messageId);
	const look = async (leftMs: () => number) => {
		await conversation.read(surroundings, leftMs());
		const shown = conversation.shown(messageId);
		return shown !== undefined && isDelivered(shown) ? shown : undefined;
	};
	const looking = { ...waiting, mayBeMissing: true };
	const { found, failure } = await lookUntil(looking, surroundings, look);
	const shown = conversation.shown(messageId);
	const known = { ...sent, ...stateOf(shown) };
	if (found !== undefined) return known;
	surroundings.hint('timedOut', notDelivered);
	return { ...known, timedOut: true, ...noteOf(shown, failure) };
}

/** A sent message, and the list that shows its status. */
interface SentMessage {
	messageId: string;
	conversation: List;
}

/**
 * @param sent the service's answer to the SMS
 * @param awaited what the node waits for, in an error: "the reply"
 * @throws UserError when the answer does not name the message and the conversation
 */
export function sentMessage(sent: IDataObject, awaited: string): SentMessage {
	const [messageId, conversationId] = [sent.messageId, sent.conversationId].map((id) => {
		return String(id ?? '');
	});
	if (messageId === '' || !isPathId(conversationId)) {
		throw new UserError(
			`The service returned no valid ID for the message or its conversation, so the node cannot wait for ${awaited}`,
		);
	}
	return { messageId, conversation: messagesOf(conversationId) };
}

function notDelivered(messages: number): string {
	return messages === 1
		? '1 message was not delivered within the limit. It may still arrive: do not send it again.'
		: `${messages} messages were not delivered within the limit. They may still arrive: do not send them again.`;
}

function stateOf({ status, deliveredAt }: IDataObject = {}): IDataObject {
	return {
		...(status === undefined ? {} : { status }),
		...(deliveredAt === undefined ? {} : { deliveredAt }),
	};
}

function noteOf(shown: IDataObject | undefined, failure: Error | undefined): IDataObject {
	if (failure !== undefined) {
		return { deliveryNote: `The conversation could not be read: ${failure.message}` };
	}
	if (shown !== undefined) return {};
	return {
		deliveryNote:
			'The conversation did not show this message, so the status is from the time of sending',
	};
}

/** Milliseconds for which a finished reading is fresh: the items of a run look at the same time. */
const freshForMs = 500;

const newConversations = () => new Map<string, Conversation>();

/** The conversation, shared by all items of the run that wait in it. */
function conversationOf(list: List, { shared }: Surroundings): Conversation {
	const all = shared(newConversations);
	const conversation = all.get(list.path) ?? new Conversation(list);
	all.set(list.path, conversation);
	return conversation;
}

/** Reads a conversation once for all awaited messages. */
class Conversation {
	/** The awaited messages by ID, as last shown; undefined until the first time. */
	private readonly awaited = new Map<string, IDataObject | undefined>();
	private reading?: { done: Promise<void>; endedAt: number };

	constructor(private readonly list: List) {}

	await(messageId: string) {
		if (!this.awaited.has(messageId)) this.awaited.set(messageId, undefined);
	}

	shown(messageId: string): IDataObject | undefined {
		return this.awaited.get(messageId);
	}

	/**
	 * Reads the conversation, unless another item is reading it or just did.
	 *
	 * @param withinMs milliseconds that a page may take
	 * @throws what `api.pages` throws, as the item's own error
	 */
	async read({ api, passed }: Surroundings, withinMs: number) {
		if (this.reading === undefined || passed() - this.reading.endedAt >= freshForMs) {
			const reading = { done: this.readAnew(api, withinMs), endedAt: Infinity };
			const end = () => void (reading.endedAt = passed());
			reading.done.then(end, end);
			this.reading = reading;
		}
		await this.reading.done.catch(
			async (error: Error) => await Promise.reject(api.forThisItem(error)),
		);
	}

	private async readAnew(api: Surroundings['api'], withinMs: number) {
		const { awaited } = this;
		const open = new Set([...awaited.keys()].filter((id) => !isDelivered(awaited.get(id) ?? {})));
		if (open.size === 0) return;
		// Only up to the last awaited message: a conversation may be long.
		const keep = (message: IDataObject) => (open.has(String(message.id)) ? message : undefined);
		const { records } = await api.pages(this.list, open.size, keep, withinMs);
		for (const message of records) awaited.set(String(message.id), message);
	}
}
