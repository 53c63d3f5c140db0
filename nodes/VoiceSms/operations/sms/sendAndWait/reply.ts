import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { messagesOf } from '../../../api/lists';
import { isNotFound, mayPass } from '../../../api/nodeError';
import { isPathId } from '../../../api/paths';
import type { Waiting } from '../../../fields/waiting';
import { lookUntil } from '../../lookUntil';
import type { Surroundings } from '../../operation';
import { Conversation } from './conversation';
import type { Words } from './words';
import { meaningOf } from './words';

export interface Replying {
	/** Milliseconds between two looks. */
	intervalMs: number;
	/** Undefined when the reply is taken as it is. */
	words?: Words;
}

/** Milliseconds that a reply is waited for where the user sets no limit: the execution is held so long. */
export const defaultReplyLimit = 3_600_000;
/** Milliseconds in which the service may not know a conversation yet that it has just made: its reads may lag. */
const newForMs = 60_000;

/**
 * The customer's next message after ours, as `data`. At the limit the answer to the sending with
 * `timedOut: true`, and `replyNote` where there is more to say than that none came.
 *
 * @param sent the service's answer to the sending
 * @throws NodeApiError when the service says for good that it does not give the conversation; UserError
 * when the answer does not say which one it is
 */
export async function replyTo(
	sent: IDataObject,
	{ words, ...waiting }: Replying & Waiting,
	surroundings: Surroundings,
): Promise<IDataObject> {
	const [messageId, conversationId] = [sent.messageId, sent.conversationId].map((id) => {
		return String(id ?? '');
	});
	if (messageId === '' || !isPathId(conversationId)) {
		throw new UserError(
			'The service gave no usable ID of the message and its conversation, so the reply cannot be waited for',
		);
	}
	const conversation = new Conversation(messageId);
	const list = messagesOf(conversationId);
	const began = surroundings.passed();
	let isSeen = false;
	const look = async () => {
		const { span } = conversation;
		const read = await surroundings.api.pages(list, Infinity, undefined, span);
		isSeen = true;
		return conversation.replyIn(read.records, read.missing + read.unaccounted === 0);
	};
	const passes = (error: unknown) => {
		const isNew = !isSeen && surroundings.passed() - began < newForMs;
		return mayPass(error) || (isNew && isNotFound(error));
	};
	// At once: the sooner the first look, the less it can have missed.
	const looking = { ...waiting, firstAfterMs: 0 };
	const { found, failure } = await lookUntil(looking, surroundings, look, passes);
	if (found === undefined) {
		const note =
			failure === undefined
				? conversation.doubt
				: `The conversation could not be looked at: ${failure.message}`;
		return { ...sent, timedOut: true, ...(note === undefined ? {} : { replyNote: note }) };
	}
	const text = String(found.body ?? '');
	const respondedAt =
		found.sentAt ?? found.deliveredAt ?? new Date(surroundings.now()).toISOString();
	const approved = words === undefined ? {} : { approved: meaningOf(text, words) };
	return { ...sent, data: { ...approved, text, respondedAt } };
}
