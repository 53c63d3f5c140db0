import type { IContextObject, IDataObject } from 'n8n-workflow';

import { onePhone } from '../../fields/phone/phone';
import { type SmsText, withAddition } from '../../fields/text/smsText';
import { asCompared } from '../../util/asSeen';
import { dataOf } from '../../util/execution';
import type { OperationContext } from '../context';
import { CodedQuestions, howToAnswer } from './code';
import type { Replying } from './replyWords';

/** A question of a tool, on its way. */
interface OnItsWay {
	/** The text of the SMS, with the line that says how to answer. */
	text: SmsText;
	/** Notes the message that asked it, by the service's answer. */
	keep(answer: IDataObject): void;
	/** Notes that the person did not get it. */
	drop(): void;
}

/**
 * The question of a tool that is answered by SMS, with its code. It is open from now on: the person may have it, and
 * answer it, before the service has answered.
 *
 * @param until when the wait for its answer ends, in milliseconds since 1970
 */
export function askWithCode(
	{ to, from, message }: { to: string; from: string; message: SmsText },
	{ words, firstWords }: Replying,
	until: number,
	context: OperationContext,
): OnItsWay {
	const questions = questionsOf(context);
	const asked = { phone: onePhone(to), from, text: asCompared(message.given) };
	const question = questions.find(asked, [...(words?.yes ?? []), ...(words?.no ?? [])]);
	const whole = `${message.body}\n${howToAnswer(question.code, firstWords)}`;
	const text = withAddition(whole, message, 'its code');
	const drop = questions.begin(question, until);
	return { text, drop, keep: ({ messageId }) => questions.keep(question, messageId) };
}

/** The question that the message asked, with the others of the execution; undefined for one without a code. */
export function codedQuestion({ messageId }: IDataObject, context: OperationContext) {
	const questions = questionsOf(context);
	const question = questions.askedBy(messageId);
	if (question === undefined) return undefined;
	return { question, othersOpen: () => questions.othersOpen(question, context.now()) };
}

/** In the data of the execution; without that, as in Agents (Preview), of the run. */
function questionsOf({ n8n, shared }: OperationContext): CodedQuestions {
	return new CodedQuestions(dataOf(n8n, 'flow') ?? shared(newData));
}

const newData = (): IContextObject => ({});
