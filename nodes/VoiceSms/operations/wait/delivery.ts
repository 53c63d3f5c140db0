import { type IDataObject, UserError } from 'n8n-workflow';

import { whyOf } from '../../api/errors/nodeError';
import type { Api } from '../../api/api';
import { isPathId } from '../../api/paths';
import { type List, messagesOf } from '../../api/endpoints';
import { isDelivered } from '../../api/unstated';
import type { WaitTimes } from '../../fields/forms/waitOptions';
import type { OperationContext } from '../context';
import { lookUntil } from './lookUntil';

/** Milliseconds for which a finished reading is fresh: the items of a run look at the same time. */
const freshForMs = 500;

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
	context: OperationContext,
): Promise<IDataObject> {
	if (isDelivered(sent)) return sent;
	const { messageId, conversation: list } = sentMessage(sent, 'its delivery');
	const conversations = context.shared(newConversations);
	const conversation = conversations.get(list.path) ?? new DeliveryWatch(list);
	conversations.set(list.path, conversation);
	const { awaited } = conversation;
	if (!awaited.has(messageId)) awaited.set(messageId, undefined);
	const looking = { ...waiting, mayBeMissing: () => true };
	const { found, failure } = await lookUntil(looking, context, async (leftMs) => {
		await conversation.read(context.api.within(leftMs()), context.passed);
		return isDelivered(awaited.get(messageId) ?? {}) || undefined;
	});
	const shown = awaited.get(messageId);
	const known = { ...sent };
	for (const name of ['status', 'deliveredAt']) {
		if (shown?.[name] !== undefined) known[name] = shown[name];
	}
	if (found !== undefined) return known;
	known.timedOut = true;
	if (failure !== undefined) {
		known.deliveryNote = `The conversation could not be read: ${whyOf(failure)}`;
	} else if (shown === undefined) {
		known.deliveryNote =
			'The conversation did not show this message, so the status is from the time of sending';
	}
	return known;
}

/**
 * The ID of a sent message, and the list that shows its status, from the service's answer to the SMS.
 *
 * @param awaited what the node waits for, in an error: "the reply"
 * @throws UserError when the answer does not name the message and the conversation
 */
export function sentMessage(
	{ messageId, conversationId }: IDataObject,
	awaited: string,
): { messageId: string; conversation: List } {
	const id = String(conversationId ?? '');
	if (isPathId(id) && String(messageId ?? '') !== '') {
		return { messageId: String(messageId), conversation: messagesOf(id) };
	}
	throw new UserError(
		`The service returned no valid ID for the message or its conversation, so the node cannot wait for ${awaited}`,
	);
}

const newConversations = () => new Map<string, DeliveryWatch>();

/** Reads a conversation once for all messages of the run that are awaited in it. */
class DeliveryWatch {
	/** The awaited messages by ID, as last shown; undefined until the first time. */
	readonly awaited = new Map<string, IDataObject | undefined>();
	private reading = { done: Promise.resolve(), endedAt: -Infinity };

	constructor(private readonly list: List) {}

	/** Reads it, unless another item reads it or has read it a moment ago. */
	async read(api: Api, passed: () => number) {
		if (passed() - this.reading.endedAt >= freshForMs) {
			const reading = { done: this.readAnew(api), endedAt: Infinity };
			const end = () => void (reading.endedAt = passed());
			reading.done.then(end, end);
			this.reading = reading;
		}
		await this.reading.done.catch(
			async (error: Error) => await Promise.reject(api.forThisItem(error)),
		);
	}

	private async readAnew(api: Api) {
		const { awaited } = this;
		const open = new Set([...awaited.keys()].filter((id) => !isDelivered(awaited.get(id) ?? {})));
		if (open.size === 0) return;
		// Only up to the last awaited message: a conversation may be long.
		const keep = (message: IDataObject) => (open.has(String(message.id)) ? message : undefined);
		const { records } = await api.pages(this.list, open.size, keep);
		for (const message of records) awaited.set(String(message.id), message);
	}
}
