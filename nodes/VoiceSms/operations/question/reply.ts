import type { IDataObject } from 'n8n-workflow';

import { nobodyAnswered } from './page/openQuestion';
import type { WaitTimes } from '../../fields/forms/waitOptions';
import { isOptOut } from '../../fields/text/optOut';
import { lookUntil } from '../wait/lookUntil';
import { sentMessage } from '../wait/delivery';
import type { OperationContext } from '../context';
import { type CodedQuestion, withoutCode } from './code';
import { ReplyFinder } from './replyFinder';
import { otherQuestions } from './otherQuestions';
import { type Replying, type Words, yesOrNo } from './replyWords';

/** Facts of a question, besides its message. */
interface AskedBySms extends Omit<Replying, 'firstWords'>, WaitTimes {
	/** The numbers that it was sent from and went to. */
	from: string;
	to: string;
	/** Another number of the person's phone. */
	otherNumber?: string;
	/** Of a tool: its code, and the other questions of the execution that a reply may answer. */
	coded?: { question: CodedQuestion; othersOpen(): CodedQuestion[] };
}

/** Why a reply counts as neither yes nor no, even with the right words. */
const repliedToAnother =
	'Another message went to this person between the question and the reply, so the reply may answer the other message';
const saysTwoThings =
	'Several replies say different things, so it is unclear which one is the answer';
const anotherIsOpen =
	'Another question to this person is open, so the reply may answer the other question';
const codeIsTaken =
	'Another message has the code of this question as a number, so it is unclear which message the reply answers';

const notWhole = 'Some messages of the conversation could not be read';
const answersOthers = 'The person answered another question only';
const optedOut = 'The person answered with a word that means: no more SMS';

/** For a model, about "approved": null. */
const isUnclear =
	'The reply is neither a clear yes nor a clear no. Nothing was agreed to. Tell the user, or ask again.';
/** For a model, if an answer may have been missed. */
const notHeard = 'No clear answer could be read. Nothing was agreed to. Tell the user.';
const wantsNoMore =
	'The person wants no more SMS. Do not write to this person again. Tell the user.';

/**
 * The customer's answer to the question, as `data`: the next message or, for a tool, the next one that names the
 * question's code or can mean no other question. At the limit, the answer to the SMS with `timedOut: true`.
 * `replyNote` tells about doubts. A model gets its meaning in words.
 *
 * @param sent the service's answer to the SMS
 * @throws NodeApiError when the service refuses the conversation for good; UserError when the answer to the
 * SMS does not name the message and the conversation
 */
export async function replyTo(
	sent: IDataObject,
	{ words, from, to, otherNumber, coded, ...waiting }: AskedBySms,
	context: OperationContext,
): Promise<IDataObject> {
	const { messageId, conversation: list } = sentMessage(sent, 'the reply');
	const conversation = new ReplyFinder(messageId, { from, to }, coded?.question.messageIds);
	const withoutOwnCode = ({ body }: IDataObject) =>
		coded && withoutCode(String(body ?? ''), coded.question.code);
	let missed: string | undefined;
	const look = async () => {
		const { records, missing } = await context.api.pages(list, Infinity);
		const others = otherQuestions(conversation, records, { messageId, words, coded, ...waiting });
		const saidIn = (reply: IDataObject) => {
			const text = String(reply.body ?? '');
			// A person who wants no more SMS says so to every question, also with the code of one.
			const withoutAny = others.withoutCodes(text);
			return isOptOut(withoutAny) ? withoutAny : (withoutOwnCode(reply) ?? text);
		};
		const isNamed = (reply: IDataObject) => withoutOwnCode(reply) !== undefined;
		let replies: IDataObject[] = [];
		let ofThis: IDataObject[] = [];
		const reply = conversation.replyIn(records, missing === 0, (all) => {
			ofThis = all.filter((one) => isNamed(one) || !others.isNamedIn(one));
			const groups = [all.filter((one) => isOptOut(saidIn(one))), all.filter(isNamed), ofThis];
			replies = groups.find(({ length }) => length > 0) ?? [];
			missed = missing > 0 ? notWhole : all.length > 0 ? answersOthers : undefined;
			return replies[0];
		});
		if (reply === undefined) return undefined;
		const doubtOf = (one: IDataObject) => {
			if (isNamed(one)) return others.haveCode(one) ? codeIsTaken : undefined;
			// The missing message may be another open question.
			if (coded !== undefined && missing > 0) return notWhole;
			if (conversation.mayAnswerAnother(one, records)) return repliedToAnother;
			return others.mayBeMeant(one) ? anotherIsOpen : undefined;
		};
		const means = (one: IDataObject) => words && yesOrNo(saidIn(one), words);
		const isNo = (one: IDataObject) => means(one) === false && doubtOf(one) === undefined;
		const isUnsure =
			conversation.isContradicted(reply, replies) || (means(reply) === true && ofThis.some(isNo));
		const doubt = doubtOf(reply) ?? (isUnsure ? saysTwoThings : undefined);
		const isReaction = conversation.isQuotedIn(reply, records);
		return { reply, said: saidIn(reply), isReaction, doubt };
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
		const told = replyNote === undefined ? nobodyAnswered : { message: notHeard };
		return { ...noted(sent, replyNote), timedOut: true, ...(context.asTool ? told : {}) };
	}
	const { reply, said, isReaction, doubt } = found;
	const meant = meaningIn(said, { words, isReaction, doubt });
	if (coded !== undefined && (meant.isClear || doubt === codeIsTaken)) {
		coded.question.isAnswered = true;
	}
	const { sentAt, deliveredAt } = reply;
	const respondedAt = sentAt ?? deliveredAt ?? new Date(context.now()).toISOString();
	const text = String(reply.body ?? '');
	const data = { ...meant.data, text, respondedAt };
	if (meant.optedOut !== true) {
		const message = context.asTool && !meant.isClear ? { message: isUnclear } : {};
		return { ...noted(sent, doubt), data, ...message };
	}
	const told = context.asTool ? { ...sent, message: wantsNoMore } : noted(sent, optedOut);
	return { ...told, data, optedOut: true };
}

/** What a reply means: with words, whether the person approves. */
function meaningIn(
	said: string,
	{ words, isReaction, doubt }: { words?: Words; isReaction: boolean; doubt?: string },
): { data: { approved?: boolean | null }; isClear: boolean; optedOut?: true } {
	if (isOptOut(said)) return { data: { approved: false }, isClear: true, optedOut: true };
	if (words === undefined) return { data: {}, isClear: doubt === undefined };
	const approved = doubt !== undefined || isReaction ? null : yesOrNo(said, words);
	return { data: { approved }, isClear: approved !== null };
}

function noted(sent: IDataObject, replyNote: string | undefined): IDataObject {
	return { ...sent, ...(replyNote === undefined ? {} : { replyNote }) };
}
