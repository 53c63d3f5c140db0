import type { IDataObject } from 'n8n-workflow';

import { nobodyAnswered } from './page/openQuestion';
import type { WaitTimes } from '../../fields/forms/waiting';
import type { Collection } from '../../fields/read/collection';
import { ofPeople } from '../../fields/read/values';
import { plainWord } from '../../util/sameWords';
import { lookUntil } from '../wait/lookUntil';
import { sentMessage } from '../wait/delivery';
import type { OperationContext } from '../operation';
import { ReplyFinder } from './conversation';

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
 * `timedOut: true`; `data` is then null, as a column of n8n's table. `replyNote` tells about doubts. A model
 * is told in words what that means.
 *
 * @param sent the service's answer to the SMS
 * @param how with `from`, the number that the question was sent from
 * @throws NodeApiError when the service refuses the conversation for good; UserError when the answer to the
 * SMS does not name the message and the conversation
 */
export async function replyTo(
	sent: IDataObject,
	{ words, from, ...waiting }: Replying & WaitTimes & { from: string },
	context: OperationContext,
): Promise<IDataObject> {
	const { messageId, conversation: list } = sentMessage(sent, 'the reply');
	const conversation = new ReplyFinder(messageId, from);
	const look = async () => {
		const read = await context.api.pages(list, Infinity);
		const reply = conversation.replyIn(read.records, read.missing === 0);
		if (reply === undefined) return undefined;
		const isReaction = conversation.isQuotedIn(reply, read.records);
		const another = conversation.mayAnswerAnother(reply, read.records);
		if (another) return { reply, isReaction, doubt: repliedToAnother };
		return conversation.isContradicted(reply, read.records)
			? { reply, isReaction, doubt: saysTwoThings }
			: { reply, isReaction, doubt: undefined };
	};
	// At once: an early first look misses less.
	const looking = { ...waiting, firstAfterMs: 0, mayBeMissing: () => true };
	const { found, failure } = await lookUntil(looking, context, look);
	const unread = failure && `The conversation could not be read: ${failure.message}`;
	const replyNote = found === undefined ? (unread ?? conversation.doubt) : found.doubt;
	const answer = { ...sent, ...(replyNote === undefined ? {} : { replyNote }) };
	if (found === undefined) {
		const told = context.asTool ? nobodyAnswered : { data: null };
		return { ...answer, timedOut: true, ...told };
	}
	const { body, sentAt, deliveredAt } = found.reply;
	const text = String(body ?? '');
	const respondedAt = sentAt ?? deliveredAt ?? new Date(context.now()).toISOString();
	if (words === undefined) return { ...answer, data: { text, respondedAt } };
	const isUnsure = replyNote !== undefined || found.isReaction;
	const approved = isUnsure ? null : meaningOf(text, words);
	const data = { approved, text, respondedAt };
	const message = context.asTool && approved === null ? { message: isUnclear } : {};
	return { ...answer, data, ...message };
}

/** Words for yes and for no, in the form of `plainWord`. */
interface Words {
	yes: string[];
	no: string[];
}

/** The words that the user set; undefined without any. */
export function readWords(replyOptions: Collection): Words | undefined {
	const values = replyOptions.group('values');
	const [yes, no] = ['yesWords', 'noWords'].map((name) => {
		return (values.list(name) ?? []).map(plainWord).filter((word) => word !== '');
	});
	if (yes.length + no.length === 0) return undefined;
	const both = yes.find((word) => no.includes(word));
	if (both !== undefined) {
		const advice = 'Remove this word from one of the two fields.';
		return values.refuse('noWords', `and 'Yes Words' both contain "${both}"`, advice, ofPeople);
	}
	const never = values.list('yesWords')?.find((word) => meaningOf(word, { yes, no }) === null);
	if (never !== undefined) {
		return values.refuse(
			'yesWords',
			`cannot contain "${never}", because a reply with these signs is no clear yes`,
			'Use words of letters and numbers, separated by commas.',
			ofPeople,
		);
	}
	return { yes, no };
}

/**
 * The meaning of a reply: true if the reply is one of the words for yes, with nothing beside it but `beside`;
 * false if it is one of the words for no; otherwise null. "Yes 👍" is yes. "no problem" is neither: asking
 * again is better than misunderstanding.
 */
export function meaningOf(reply: string, { yes, no }: Words): boolean | null {
	const said = plainWord(reply);
	if (yes.includes(said)) return beside.test(reply.split(said).join('')) ? true : null;
	return no.includes(said) ? false : null;
}

/**
 * What may stand in a yes: letters, which `plainWord` compares, with hyphens and apostrophes between them;
 * spaces and signs that are not seen; `. , !`, also of other languages; and emoji that approve, in any color.
 * A question mark or another emoji may turn a yes into something else, as does striking it out.
 */
const beside =
	/^(?:(?![\u0334-\u0338\u202D\u202E])[\p{L}\p{N}\p{M}\p{Cf}\p{Cc}\s.,!¡！。，]|(?<=[\p{L}\p{M}])[\p{Pd}'’‘](?=\p{L})|[👍👌✅✔🙏🙂😀😃😄😁😊👏🤝🎉💯🆗❤♥]|\p{Emoji_Modifier})*$/u;
