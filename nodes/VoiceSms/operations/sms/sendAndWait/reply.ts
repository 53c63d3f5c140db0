import type { IDataObject } from 'n8n-workflow';

import type { WaitTimes } from '../../../fields/forms/waiting';
import { lookUntil } from '../../wait/lookUntil';
import { LooksAtConversation, sentMessage } from '../../wait/sentMessage';
import type { Surroundings } from '../../operation';
import { Conversation } from './conversation';
import type { Words } from './words';
import { meaningOf } from './words';

export interface Replying {
	/** Milliseconds between two looks. */
	intervalMs: number;
	/** Undefined without yes and no words. */
	words?: Words;
}

/** Why a reply counts as neither yes nor no, even with the right words. */
const repliedToAnother =
	'Another message went to this person between the question and the reply, so the reply may answer the other message';

/** Milliseconds to wait for a reply when the user sets no limit: the execution stays open that long. */
export const defaultReplyLimit = 3_600_000;

/**
 * The customer's next message after the question, as `data`. At the limit, the answer to the SMS with
 * `timedOut: true`. `replyNote` tells about doubts.
 *
 * @param sent the service's answer to the SMS
 * @param how with `from`, the number that the question was sent from
 * @throws NodeApiError when the service refuses the conversation for good; UserError when the answer to the
 * SMS does not name the message and the conversation
 */
export async function replyTo(
	sent: IDataObject,
	{ words, from, ...waiting }: Replying & WaitTimes & { from: string },
	surroundings: Surroundings,
): Promise<IDataObject> {
	const { messageId, conversation: list } = sentMessage(sent, 'the reply');
	const conversation = new Conversation(messageId, from);
	const looks = new LooksAtConversation(surroundings);
	const look = async () => {
		const read = await surroundings.api.pages(list, Infinity);
		looks.found();
		const reply = conversation.replyIn(read.records, read.missing === 0);
		if (reply === undefined) return undefined;
		return { reply, isUnsure: conversation.mayAnswerAnother(reply, read.records) };
	};
	// At once: an early first look misses less.
	const looking = { ...waiting, firstAfterMs: 0 };
	const { found, failure } = await lookUntil(looking, surroundings, look, looks.goOn);
	if (found === undefined) {
		const note =
			failure === undefined
				? conversation.doubt
				: `The conversation could not be read: ${failure.message}`;
		return { ...sent, timedOut: true, ...(note === undefined ? {} : { replyNote: note }) };
	}
	const { reply, isUnsure } = found;
	const text = String(reply.body ?? '');
	const respondedAt =
		reply.sentAt ?? reply.deliveredAt ?? new Date(surroundings.now()).toISOString();
	const approved =
		words === undefined ? {} : { approved: isUnsure ? null : meaningOf(text, words) };
	const note = isUnsure ? { replyNote: repliedToAnother } : {};
	return { ...sent, data: { ...approved, text, respondedAt }, ...note };
}
