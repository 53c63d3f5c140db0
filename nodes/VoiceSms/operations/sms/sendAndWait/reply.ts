import type { IDataObject } from 'n8n-workflow';

import { nobodyAnswered } from '../../../answer/openQuestion';
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

const saysTwoThings =
	'Several replies came at the same time and say different things, so it is unclear which one is the answer';

/** For a model, about "approved": null. */
const isUnclear =
	'The reply is neither a clear yes nor a clear no. Nothing was agreed to. Tell the user, or ask again.';

/** Milliseconds to wait for a reply when the user sets no limit: the execution stays open that long. */
export const defaultReplyLimit = 3_600_000;

/**
 * The customer's next message after the question, as `data`. At the limit, the answer to the SMS with
 * `timedOut: true`. `replyNote` tells about doubts. A model is also told what that means.
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
		if (conversation.mayAnswerAnother(reply, read.records))
			return { reply, doubt: repliedToAnother };
		const isContradicted = conversation.isContradicted(reply, read.records);
		return isContradicted ? { reply, doubt: saysTwoThings } : { reply };
	};
	// At once: an early first look misses less.
	const looking = { ...waiting, firstAfterMs: 0 };
	const { found, failure } = await lookUntil(looking, surroundings, look, looks.goOn);
	if (found === undefined) {
		const note =
			failure === undefined
				? conversation.doubt
				: `The conversation could not be read: ${failure.message}`;
		return {
			...sent,
			timedOut: true,
			...(note === undefined ? {} : { replyNote: note }),
			...(surroundings.asTool ? nobodyAnswered : {}),
		};
	}
	const { reply, doubt } = found;
	const text = String(reply.body ?? '');
	const respondedAt =
		reply.sentAt ?? reply.deliveredAt ?? new Date(surroundings.now()).toISOString();
	const approved = doubt === undefined && words !== undefined ? meaningOf(text, words) : null;
	return {
		...sent,
		data: { ...(words === undefined ? {} : { approved }), text, respondedAt },
		...(doubt === undefined ? {} : { replyNote: doubt }),
		...(surroundings.asTool && words !== undefined && approved === null
			? { message: isUnclear }
			: {}),
	};
}
