import { type IDataObject, type NodeApiError, WAIT_INDEFINITELY } from 'n8n-workflow';

import { addTo, isMaybeDone, rethrow } from '../../api/errors/nodeError';
import { columns } from '../../fields/forms/simplify';
import { onePhone } from '../../fields/phone/phone';
import { type SmsText, linesOfParts, readText } from '../../fields/text/smsText';
import { tally } from '../../util/inWords';
import type { Operation } from '../operation';
import { type AnswerBy, readAnswerBy } from './answerBy';
import { fields } from './fields';
import { type Limit, checkAhead, defaultReplyLimit, leftOf, readLimit } from './limit';
import { replyTo } from './reply';
import { openQuestion, sleepUntil } from './sleep';
import { whyNotTogether } from './together';
import { withLink } from './withLink';

interface Input {
	to: string;
	from: string;
	message: SmsText;
	/** The message between the objects in it (`FieldReader.textsAround`). */
	texts: string[];
	by: AnswerBy;
	limit?: Limit;
}

export const smsSendAndWait: Operation<Input> = {
	resource: 'sms',
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send an SMS and wait',
	description: 'Send an SMS and wait until the person has answered, on a page or by SMS',
	toolText:
		"Sends a question by SMS to one person and waits for the answer. From_Number: a phone number of the user's company, never invented. To_Number: the person. Write both with + and country code, such as +15550100042. Message: the whole question; a link to the page for the answer is added. No argument may be empty. Returns data: approved is true (yes) or false (no), or text has the person's words. noAnswer: true: nothing is agreed. After an error that says unclear, do not send it again.",
	output: columns(
		'outcome reason data.approved data.text data.respondedAt noAnswer timedOut optedOut to body status from messageId conversationId',
	),
	forBuilder: `The answer is inside data: read $json.data?.approved, never $json.approved. It is true or false with responseType approval, and with smsReply also null for any other reply. The next SMS is the answer; with replyOptions: { values: { yesWords: 'yes, y', noWords: 'no, n' } } the first clear yes or no is. data.text is for freeText and smsReply. smsReply keeps the execution running until the answer; not in a tool. After a "no" the workflow goes on: branch. On the error output, ask again only if error.mayHaveBeenDone is false. If nobody answered, noAnswer or timedOut is true and there is no data: treat that as "no". optedOut is true after STOP: send this person nothing more (options.skipTag in each later send). to, body, from and status of the output are the question's: read your own columns of these names with $('Node').item.json. SMS replies of several items come out together, after the slowest. To store each at once: send, write its output to into your row, and a trigger smsReceived finds the row by fromPhone. In tests, a yes counts only if no other question to this number is open. With a page (approval, freeText), one item for each run. Condition for ifElse: leftValue expr('{{ $json.data?.approved }}'), operator { type: 'boolean', operation: 'true', singleValue: true }, typeValidation 'loose'.`,
	permission: 'sms:send',
	creates: true,
	asks: true,
	pastTense: 'sent',
	fields,
	read: (item) => ({
		to: item.phone('to'),
		from: item.phone('from'),
		message: readText(item, 'message'),
		texts: item.textsAround('message'),
		by: readAnswerBy(item),
		limit: readLimit(item.options, item.timeZone),
	}),
	nameInErrors: ({ to }) => `SMS to ${to}`,
	sends: {
		receiver: ({ to }) => to,
		onceKey: ['question', 'order-1042-approval'],
		columns: { to: 'to', body: 'message' },
		requestColumns: ({ to, from, message: { body, parts } }) => ({ to, from, body, ...parts }),
		requestNames: columns('to from body segments encoding'),
	},
	row: {
		first: ['outcome', 'reason', 'data', 'approved', 'to', 'body', 'status', 'from'],
		told: columns('noAnswer optedOut segments encoding timedOut replyNote'),
		last: columns('messageId conversationId carrierSid'),
	},
	lines: (sent, inputs, asTool) => {
		if (asTool) return [];
		const messages = inputs.map((input) => input?.message);
		return [...linesOfAnswers(sent), ...linesOfParts(sent, messages)];
	},
	lane: ({ to }) => onePhone(to),
	// The limit may be another in each call: it is counted from now. A review is about one call of one tool.
	request: ({ to, from, message: { given } }, reviewed) => ({
		to: onePhone(to),
		from: onePhone(from),
		...(reviewed === undefined
			? { given }
			: { tool: reviewed.tool, toolParameters: reviewed.toolParameters }),
	}),
	whyNot: whyNotTogether,
	run: async (input, context) => {
		const { to, from, message, by, limit } = input;
		const now = context.now();
		checkAhead(limit, now);
		const { body, parts } = 'page' in by ? withLink(input, by.page, context) : message;
		// A service that asks for fewer requests may let the SMS through when its link is closed.
		const hasEnd = 'page' in by && limit !== undefined && 'at' in limit;
		const api = hasEnd ? context.api.within(limit.at - now) : context.api;
		const sending = api.post('/api/sms/send', { to, from, body });
		const answer = await sending.catch((error: NodeApiError) => {
			// The person may answer, and nobody waits for that.
			if (isMaybeDone(error)) addTo(error, 'Nobody waits for the answer.');
			rethrow(error);
		});
		return { body, ...parts, ...answer };
	},
	sleep: async ({ by, limit }, context) => {
		if (!('page' in by)) return undefined;
		const now = context.now();
		const until = limit === undefined ? WAIT_INDEFINITELY : new Date(now + leftOf(limit, now));
		return await sleepUntil(until, context);
	},
	finish: {
		unfinished: 'Asked, but nobody waits',
		// Nobody has the answer to a question before.
		isDue: () => true,
		work: async ({ to, from, by, limit }, sent, context) => {
			if (!('reply' in by)) {
				openQuestion(context.n8n);
				return sent;
			}
			const limitMs = limit === undefined ? defaultReplyLimit : leftOf(limit, context.now());
			return await replyTo(sent as IDataObject, { ...by.reply, from, to, limitMs }, context);
		},
	},
};

/** People who want no more SMS and, of several people, how many did not answer. */
function linesOfAnswers(sent: IDataObject[]): string[] {
	const silent = sent.filter(({ timedOut }) => timedOut === true).length;
	const stopped = sent.filter(({ optedOut }) => optedOut === true).map(({ to }) => String(to));
	const ofStopped = `${tally(stopped)} answered that they want no more SMS. Test optedOut with an If node before you send them more.`;
	return [
		...(stopped.length > 0 ? [ofStopped] : []),
		...(sent.length > 1 && silent > 0
			? [`${silent} of ${sent.length} people did not answer: they agreed to nothing.`]
			: []),
	];
}
