import type { IContextObject, IDataObject } from 'n8n-workflow';

import { onePhone } from '../../fields/phone/phone';
import { type SmsText, withAddition } from '../../fields/text/smsText';
import { asCompared } from '../../util/asSeen';
import { dataOf } from '../../util/execution';
import type { OperationContext } from '../operation';
import { CodedQuestions, howToAnswer } from './code';
import type { Replying } from './reply';

/** A question of a tool, on its way. */
interface OnItsWay {
	/** The text of the SMS, with the line that says how to answer. */
	text: SmsText;
	/** Notes that the person has the question, or may have it; `answer`: the service's, if it came. */
	keep(until: number, answer?: IDataObject): void;
}

/** The question of a tool that is answered by SMS, with its code. */
export function askWithCode(
	{ to, from, message }: { to: string; from: string; message: SmsText },
	{ words, firstWords }: Replying,
	context: OperationContext,
): OnItsWay {
	const questions = questionsOf(context);
	const asked = { phone: onePhone(to), from, text: asCompared(message.given) };
	const question = questions.find(asked, [...(words?.yes ?? []), ...(words?.no ?? [])]);
	const whole = `${message.body}\n${howToAnswer(question.code, firstWords)}`;
	return {
		text: withAddition(whole, message, 'its code'),
		keep: (until, answer) => questions.keep(question, until, answer?.messageId),
	};
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
