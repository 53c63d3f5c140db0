import {
	type IDataObject,
	type NodeApiError,
	type NodeHint,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';

import type { Question } from './page/openQuestion';
import { addTo, isMaybeDone } from '../../api/errors/nodeError';
import { isOwnComputer } from '../../api/paths';
import { columns } from '../../fields/forms/simplify';
import { asWaitInterval } from '../../fields/forms/waitOptions';
import { onePhone, spellingsOf } from '../../fields/phone/phone';
import type { FieldReader } from '../../fields/read/reader';
import type { Operation, OperationContext } from '../operation';
import { type SmsText, linesOfParts, readText, withAddition } from '../../fields/text/smsText';
import { cut } from '../../util/fitted';
import { isReview } from '../../util/execution';
import { isObject } from '../../util/isObject';
import { rethrow } from '../../util/rethrow';
import { approveLabel, declineLabel, defaultReplyInterval, fields } from './fields';
import { type Limit, checkAhead, defaultReplyLimit, leftOf, readLimit } from './limit';
import { readPageTexts } from './pageTexts';
import { askWithCode, codedQuestion } from './askWithCode';
import { type Replying, readReplyOptions, replyTo } from './reply';
import { argumentAsRead, inSms, onPage } from './reviewed';
import { makeLink, openQuestion, sleepUntil } from './sleep';
import { whyNotTogether } from './together';

/** Most characters in the SMS of a tool's question; the page shows all of it. */
const maxToolQuestionLength = 300;
/** The page behind the link; without a question of its own, it shows the text of the SMS. */
type PageOf = Pick<Question, 'approval' | 'texts'> & { question?: string };
type QuestionTexts = ReturnType<typeof questionTexts>;

interface Input {
	to: string;
	from: string;
	message: SmsText;
	/** The message between the objects in it (`FieldReader.textsAround`). */
	texts: string[];
	/** How the person answers: on a page, with its buttons if any, or by SMS. */
	by: { page: PageOf } | { reply: Replying };
	limit?: Limit;
}

export const smsSendAndWait: Operation<Input> = {
	resource: 'sms',
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send an SMS and wait',
	description: 'Send an SMS and wait until the person has answered, on a page or by SMS',
	toolText:
		"Sends a question by SMS to one person and waits for the answer. From_Number: a phone number of the user's company, never invented. To_Number: the person. Write both with + and country code, such as +15550100042. Message: the whole question, best one for yes or no; how to answer is added. No argument may be empty. Returns data: approved is true (yes), false (no) or null (no clear answer: ask again), or text has the person's words. noAnswer or timedOut: true: nothing is agreed. optedOut: true: never write to this person again. After an error that says unclear, do not send it again.",
	output: columns(
		'outcome reason data.approved data.text data.respondedAt noAnswer timedOut optedOut to body status from messageId conversationId',
	),
	forBuilder: `The answer is inside data: read $json.data?.approved, never $json.approved. It is true or false with responseType approval. With smsReply it exists only if you set replyOptions: { values: { yesWords: 'yes, y', noWords: 'no, n' } }, and is null for another reply. data.text is for freeText and smsReply. If nobody answered, noAnswer or timedOut is true and there is no data: treat that as "no". optedOut is true after STOP: send this person nothing more (options.skipTag in each later send). With a page (approval, freeText), one item for each run. Condition for ifElse: leftValue expr('{{ $json.data?.approved }}'), operator { type: 'boolean', operation: 'true', singleValue: true }, typeValidation 'loose'.`,
	permission: 'sms:send',
	creates: true,
	asks: true,
	pastTense: 'sent',
	unfinished: 'Asked, but nobody waits for the answer',
	onceKey: ['question', 'order-1042-approval'],
	fields,
	read: (item) => ({
		to: item.phone('to'),
		from: item.phone('from'),
		message: readText(item, 'message'),
		texts: item.textsAround('message'),
		by: readBy(item),
		limit: readLimit(item.options, item.timeZone),
	}),
	nameInErrors: ({ to }) => `SMS to ${to}`,
	receiver: ({ to }) => to,
	row: {
		first: ['outcome', 'reason', 'data', 'approved', 'to', 'body', 'status', 'from'],
		told: columns('noAnswer optedOut segments encoding replacedCharacters timedOut replyNote'),
		last: columns('messageId conversationId carrierSid'),
	},
	columns: { to: 'to', body: 'message' },
	linesForPeople: (sent, inputs) => [
		...linesOfAnswers(sent),
		...linesOfParts(
			sent,
			inputs.map((input) => input?.message),
		),
	],
	requestColumns: ({ to, from, message: { body, shown } }) => ({ to, from, body, ...shown }),
	requestNames: columns('to from body segments encoding replacedCharacters'),
	lane: ({ to }) => onePhone(to),
	// The limit may be another in each call: it is counted from now. A review is about one call of one tool.
	request: ({ to, from, message: { given } }, reviewed) => ({
		...{ to: onePhone(to), from: onePhone(from) },
		...(reviewed === undefined
			? { given }
			: { tool: reviewed.tool, toolParameters: reviewed.toolParameters }),
	}),
	whyNot: whyNotTogether,
	run: async (input, context) => {
		const { to, from, message, by, limit } = input;
		const now = context.now();
		checkAhead(limit, now);
		const until = now + (limit === undefined ? defaultReplyLimit : leftOf(limit, now));
		const asked =
			'reply' in by && context.asTool ? askWithCode(input, by.reply, until, context) : undefined;
		const { body, shown } =
			'page' in by
				? withLink(questionTexts(input, context), message, by.page, context)
				: (asked?.text ?? message);
		// A service that asks for fewer requests may let the SMS through when its link is closed.
		const hasEnd = 'page' in by && limit !== undefined && 'at' in limit;
		const api = hasEnd ? context.api.within(limit.at - now) : context.api;
		const sending = api.post('/api/sms/send', { to, from, body });
		const answer = await sending.catch((error: NodeApiError) => {
			// The person may answer, and nobody waits for that.
			if (isMaybeDone(error)) {
				addTo(error, 'The person may have got the question, but nobody waits for the answer.');
			} else asked?.drop();
			rethrow(error);
		});
		asked?.keep(answer);
		return { body, ...shown, ...answer };
	},
	sleep: async ({ by, limit }, context) => {
		if (!('page' in by)) return undefined;
		const now = context.now();
		const until = limit === undefined ? WAIT_INDEFINITELY : new Date(now + leftOf(limit, now));
		return await sleepUntil(until, context);
	},
	// Nobody has the answer to a question before.
	finishes: () => true,
	finish: async ({ to, from, by, limit }, sent, context) => {
		if (!('reply' in by)) {
			openQuestion(context.n8n);
			return sent;
		}
		const limitMs = limit === undefined ? defaultReplyLimit : leftOf(limit, context.now());
		const otherNumber = spellingsOf(to).find((number) => number !== to);
		const coded = codedQuestion(sent as IDataObject, context);
		const how = { ...by.reply, from, to, otherNumber, coded, limitMs };
		return await replyTo(sent as IDataObject, how, context);
	},
};

function readBy(item: FieldReader): Input['by'] {
	const responseType = item.choice('responseType');
	if (responseType === 'smsReply') {
		const intervalMs =
			item.options.count('waitInterval', asWaitInterval) ?? defaultReplyInterval * 1000;
		return { reply: { intervalMs, ...readReplyOptions(item.collection('replyOptions')) } };
	}
	const texts = readPageTexts(item);
	if (responseType === 'freeText') return { page: texts };
	const values = item.collection('approvalOptions').group('values');
	const label = (name: string, usual: string) => values.text(name)?.trim() || usual;
	const approve = label('approveLabel', approveLabel);
	const decline = label('disapproveLabel', declineLabel);
	// One button only if the user chose it: otherwise the person must be able to decline.
	const isSingle = values.choice('approvalType') === 'single';
	return { page: { ...texts, approval: isSingle ? { approve } : { approve, decline } } };
}

/** Of several people who are asked by SMS, those whose answer is missing or unclear. */
function linesOfAnswers(sent: IDataObject[]): string[] {
	const silent = sent.filter(({ timedOut }) => timedOut === true).length;
	const unclear = sent.filter(({ data }) => isObject(data) && data.approved === null).length;
	if (sent.length < 2 || silent + unclear === 0) return [];
	return [
		`Of ${sent.length} people, ${silent} did not answer, and ${unclear} answered neither yes nor no.`,
	];
}

/** The text of the SMS, with the link to the page. */
function withLink(
	question: QuestionTexts,
	message: SmsText,
	{ question: ofPage, ...page }: PageOf,
	{ asTool, hint, n8n }: OperationContext,
): SmsText {
	const shown = ofPage === undefined ? question.onPage : { question: ofPage };
	const link = makeLink(n8n, { ...page, ...shown });
	const { hostname, origin } = new URL(link);
	// Only this computer can open the address.
	if (isOwnComputer(hostname)) {
		hint(
			`The link in the SMS begins with ${origin}. A phone cannot open this address. Set the public address of n8n in WEBHOOK_URL.`,
		);
	}
	const text = asTool ? cut(question.inSms, maxToolQuestionLength) : question.inSms;
	return withAddition(`${text}\n${link}`, message, 'its link');
}

/** The question as the SMS has it, and as the page has it: with the arguments of a call that a person reviews. */
function questionTexts({ message, texts }: Input, { json, n8n }: OperationContext) {
	if (!isReview(n8n)) return { inSms: message.body, onPage: { question: message.body } };
	const call = isObject(json.toolParameters) ? json.toolParameters : {};
	const [question, ...others] = texts.map(argumentAsRead);
	const after = others.join('');
	return {
		inSms: [question, ...others].join(inSms(call)),
		onPage: { question, ...(others.length > 0 && { call: onPage(call), after }) },
	};
}

/**
 * Shown beside n8n's own hint for several items of any `sendAndWait`: "This action will run only once, for
 * the first input item" (n8n-editor-ui, `getNodeHints`). For SMS Reply and a dry run, n8n's hint is untrue. n8n throws
 * for `$input` when there is no input.
 */
export const allWaitHint: NodeHint = {
	message:
		"Ignore the line from n8n that this action runs only once: with Dry Run, the node checks every input item. With the Response Type 'SMS Reply', it asks the person in every input item, and the workflow goes on when the slowest has answered.",
	type: 'info',
	location: 'outputPane',
	displayCondition:
		'={{ (() => { try { return $parameter.operation === "sendAndWait" && ($parameter.responseType === "smsReply" || $parameter.options.dryRun) && $input.all().length > 1 } catch (error) { return false } })() }}',
};
