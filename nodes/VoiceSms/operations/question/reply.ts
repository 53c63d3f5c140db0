import type { IDataObject } from 'n8n-workflow';

import type { WaitTimes } from '../../fields/forms/waitOptions';
import { isOptOut } from '../../fields/text/optOut';
import { lookUntil } from '../wait/lookUntil';
import { sentMessage } from '../wait/delivery';
import type { OperationContext } from '../context';
import { ReplyFinder } from './replyFinder';
import { mayAnswerOther } from './otherQuestions';
import { type Replying, type Words, yesOrNo } from './replyWords';

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

/**
 * The customer's answer to the question, as `data`: the next message. At the limit, the answer to the SMS with `timedOut: true`.
 * `replyNote` tells about doubts.
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
	let missed: string | undefined;
	const look = async () => {
		const { records, missing } = await context.api.pages(list, Infinity);
		let replies: IDataObject[] = [];
		const reply = conversation.replyIn(records, missing === 0, (all) => {
			const optOuts = all.filter((one) => isOptOut(textOf(one)));
			replies = optOuts.length > 0 ? optOuts : all;
			missed = missing > 0 ? notWhole : undefined;
			return replies[0];
		});
		if (reply === undefined) return undefined;
		const doubtOf = (one: IDataObject) => {
			if (conversation.mayAnswerAnother(one, records)) return repliedToAnother;
			if (conversation.isCopy(one, records)) return isDoubled;
			const asked = { messageId, words, ...waiting };
			return mayAnswerOther(conversation, one, records, asked) ? anotherIsOpen : undefined;
		};
		const means = (one: IDataObject) => words && yesOrNo(textOf(one), words);
		const isNo = (one: IDataObject) => means(one) === false && doubtOf(one) === undefined;
		const isUnsure =
			conversation.isContradicted(reply, replies) || (means(reply) === true && replies.some(isNo));
		const doubt = doubtOf(reply) ?? (isUnsure ? saysTwoThings : undefined);
		return { reply, isReaction: conversation.isQuotedIn(reply, records), doubt };
	};
	// At once: an early first look misses less.
	const looking = { ...waiting, firstAfterMs: 0, mayBeMissing: () => true };
	const { found, failure } = await lookUntil(looking, context, look);
	if (found === undefined) {
		const unread = failure && `The conversation could not be read: ${failure.message}`;
		const elsewhere =
			otherNumber &&
			`A reply from ${otherNumber}, the other number of this phone, is in another conversation, which was not read`;
		const replyNote = unread ?? conversation.doubt ?? missed ?? elsewhere;
		return { ...noted(sent, replyNote), timedOut: true };
	}
	const { reply, isReaction, doubt } = found;
	const text = textOf(reply);
	const meant = meaningIn(text, { words, isReaction, doubt });
	const { sentAt, deliveredAt } = reply;
	const respondedAt = sentAt ?? deliveredAt ?? new Date(context.now()).toISOString();
	const data = { ...meant.data, text, respondedAt };
	if (!meant.optedOut) return { ...noted(sent, doubt), data };
	return { ...noted(sent, optedOut), data, optedOut: true };
}

const textOf = ({ body }: IDataObject) => String(body ?? '');

/** What a reply means: with words, whether the person approves. */
function meaningIn(
	said: string,
	{ words, isReaction, doubt }: { words?: Words; isReaction: boolean; doubt?: string },
): { data: { approved?: boolean | null }; optedOut: boolean } {
	if (isOptOut(said)) return { data: { approved: false }, optedOut: true };
	if (words === undefined) return { data: {}, optedOut: false };
	const approved = doubt !== undefined || isReaction ? null : yesOrNo(said, words);
	return { data: { approved }, optedOut: false };
}

function noted(sent: IDataObject, replyNote: string | undefined): IDataObject {
	return { ...sent, ...(replyNote === undefined ? {} : { replyNote }) };
}
