import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isNotFound, mayPass } from '../../api/errors/nodeError';
import { messagesOf } from '../../api/lists';
import { isPathId } from '../../api/paths';
import type { List } from '../../api/types';
import type { Surroundings } from '../operation';

/** A message that was sent, and the list that shows what becomes of it. */
export interface SentMessage {
	messageId: string;
	conversation: List;
}

/**
 * @param sent the service's answer to the sending
 * @param awaited what is waited for, in the words of the error: "the reply"
 * @throws UserError when the answer does not say which message or conversation it is
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

/** Milliseconds for which a conversation may be missing, from the first look that misses it: reads may lag. */
const missingForMs = 60_000;

/** Whether looks at a conversation go on after one that failed. */
export class LooksAtConversation {
	private missedSince?: number;

	constructor(private readonly surroundings: Pick<Surroundings, 'passed'>) {}

	/** A look found the conversation. */
	found() {
		this.missedSince = undefined;
	}

	readonly goOn = (error: unknown): boolean => {
		if (mayPass(error)) return true;
		if (!isNotFound(error)) return false;
		const now = this.surroundings.passed();
		this.missedSince ??= now;
		return now - this.missedSince < missingForMs;
	};
}
