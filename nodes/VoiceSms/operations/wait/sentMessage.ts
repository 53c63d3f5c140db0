import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isNotFound, mayPass } from '../../api/errors/nodeError';
import { messagesOf } from '../../api/lists';
import { isPathId } from '../../api/paths';
import type { List } from '../../api/types';
import type { Surroundings } from '../operation';

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

/**
 * For so many milliseconds after the first failed look a conversation may be missing, because reads may
 * lag.
 */
const missingForMs = 60_000;

/** Decides whether to look at a conversation again after an error. */
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
