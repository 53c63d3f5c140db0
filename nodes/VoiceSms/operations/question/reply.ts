import type { IDataObject } from 'n8n-workflow';

import { whyOf } from '../../api/errors/nodeError';
import type { WaitTimes } from '../../fields/forms/waitOptions';
import { optOutWordIn, yesOrNo } from '../../fields/text/answerWords';
import { lookUntil } from '../wait/lookUntil';
import { sentMessage } from '../wait/delivery';
import type { OperationContext } from '../context';
import { newReader } from './readNewest';
import { ReplyFinder } from './replyFinder';
import { mayAnswerOther } from './otherQuestions';
import type { Replying } from './replyWords';

/** Facts of a question, besides its message. */
interface AskedBySms extends Replying, WaitTimes {
	/** The numbers that it was sent from and went to. */
	from: string;
	to: string;
	/** Another number of the person's phone. */
	otherNumber?: string;
}

/** Why a reply counts as neither yes nor no, even with the right words. */
const repliedToAnother =
	'Another message went to this person between the question and the reply, so the reply may answer the other message';
const saysTwoThings =
	'Several replies say different things, so it is unclear which one is the answer';
const isDoubled =
	'The person wrote the same a moment before this question, so the reply may be a copy of that';
const anotherIsOpen =
	'Another question to this person is open, so the reply may answer the other question';

const notWhole = 'Some messages of the conversation could not be read';
const optedOut = 'The person answered with a word that means: no more SMS';

/** A reply, and why it may not be the answer. */
interface Reply {
	reply: IDataObject;
	approved?: boolean | null;
	doubt?: string;
	optedOut?: true;
}

/**
 * The customer's answer to the question, as `data`: with words, the first clear yes or no; without, the next message.
 * An opt-out is an answer, too. At the limit, the last unclear reply; without any, the answer to the SMS with
 * `timedOut: true`. `replyNote` tells about doubts.
 *
 * @param sent the service's answer to the SMS
 * @throws NodeApiError when the service refuses the conversation for good; UserError when the answer to the
 * SMS does not name the message and the conversation
 */
export async function replyTo(
	sent: IDataObject,
	{ words, from, to, otherNumber, ...waiting }: AskedBySms,
	context: OperationContext,
): Promise<IDataObject> {
	const { messageId, conversation: list } = sentMessage(sent, 'the reply');
	const conversation = new ReplyFinder(messageId, { from, to });
	const read = newReader(list, messageId);
	const asked = { messageId, words, ...waiting };
	let missed: string | undefined;
	let unclear: Reply | undefined;
	const look = async (): Promise<Reply | undefined> => {
		const { records, missing } = await read(context.api);
		const replies = conversation.repliesIn(records, missing === 0);
		missed = missing > 0 ? notWhole : undefined;
		const stop = replies.find((one) => optOutWordIn(textOfReply(one)) !== undefined);
		if (stop !== undefined) {
			return { reply: stop, approved: false, doubt: optedOut, optedOut: true };
		}
		const doubtOf = (one: IDataObject) => {
			if (conversation.mayAnswerAnother(one, records)) return repliedToAnother;
			if (conversation.isCopy(one, records)) return isDoubled;
			return mayAnswerOther(conversation, one, records, asked) ? anotherIsOpen : undefined;
		};
		if (words === undefined) {
			const [reply] = replies as Array<IDataObject | undefined>;
			return reply && { reply, doubt: doubtOf(reply) };
		}
		const meant = replies.map((reply): Reply => {
			const doubt = doubtOf(reply);
			const isClear = doubt === undefined && !conversation.isQuotedIn(reply, records);
			return { reply, approved: isClear ? yesOrNo(textOfReply(reply), words) : null, doubt };
		});
		const clear = meant.filter(({ approved }) => approved !== null);
		if (new Set(clear.map(({ approved }) => approved)).size === 1) return clear[0];
		const last = meant[meant.length - 1] as Reply | undefined;
		unclear = last && {
			...last,
			approved: null,
			doubt: clear.length > 0 ? saysTwoThings : last.doubt,
		};
		return undefined;
	};
	// At once: an early first look misses less.
	const looking = { ...waiting, firstAfterMs: 0, mayBeMissing: () => true };
	const { found = unclear, failure } = await lookUntil(looking, context, look);
	if (found === undefined) {
		const unread = failure && `The conversation could not be read: ${whyOf(failure)}`;
		const elsewhere =
			otherNumber &&
			`A reply from ${otherNumber}, the other number of this phone, is in another conversation, which was not read`;
		const replyNote = unread ?? conversation.doubt ?? missed ?? elsewhere;
		return { ...noted(sent, replyNote), timedOut: true };
	}
	const { reply, doubt, optedOut: isOptOut, ...meaning } = found;
	const { sentAt, deliveredAt } = reply;
	const respondedAt = sentAt ?? deliveredAt ?? new Date(context.now()).toISOString();
	const data = { ...meaning, text: textOfReply(reply), respondedAt };
	return { ...noted(sent, doubt), data, ...(isOptOut && { optedOut: true }) };
}

const textOfReply = ({ body }: IDataObject) => String(body ?? '');

function noted(sent: IDataObject, replyNote: string | undefined): IDataObject {
	return { ...sent, ...(replyNote === undefined ? {} : { replyNote }) };
}
