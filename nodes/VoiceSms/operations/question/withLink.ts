import type { IDataObject } from 'n8n-workflow';

import { isOwnComputer } from '../../api/paths';
import { type SmsText, withAddition } from '../../fields/text/smsText';
import { asSeen } from '../../util/asSeen';
import { isReview } from '../../util/execution';
import { cut } from '../../util/fitted';
import { isObject } from '../../util/values';
import type { OperationContext } from '../context';
import type { PageOf } from './answerBy';
import { type Question, escapedSign } from './page/openQuestion';
import { makeLink } from './sleep';

/** Most characters in the SMS of a tool's question; the page shows all of it. */
const maxToolQuestionLength = 300;

interface Asked {
	message: SmsText;
	/** The message between the objects in it (`FieldReader.textsAround`). */
	texts: string[];
}

/** The text of the SMS, with the link to the page. */
export function withLink(
	asked: Asked,
	{ question: ofPage, ...page }: PageOf,
	context: OperationContext,
): SmsText {
	const { asTool, hint, n8n } = context;
	const question = questionTexts(asked, context);
	const shown = ofPage === undefined ? question.onPage : { question: ofPage };
	const link = makeLink(n8n, { ...page, ...shown });
	const { hostname, origin, pathname } = new URL(link);
	// Only this computer can open the address.
	if (isOwnComputer(hostname)) {
		hint(
			`The link in the SMS begins with ${origin}. A phone cannot open this address. Set the public address of n8n in WEBHOOK_URL.`,
		);
	}
	// n8n signs the link with this path, and checks it without (waiting-webhooks).
	const [path, ...rest] = pathname.split('/').slice(1, -3);
	if (path !== undefined) {
		hint(
			`The link in the SMS begins with ${[origin, path, ...rest].join('/')}. n8n refuses links below a path. Give n8n a host of its own, and set it in WEBHOOK_URL.`,
		);
	}
	const text = asTool ? cut(question.inSms, maxToolQuestionLength) : question.inSms;
	return withAddition(`${text}\n${link}`, asked.message, 'its link');
}

/** The question as the SMS has it, and as the page has it: with the arguments of a call that a person reviews. */
function questionTexts({ message, texts }: Asked, { json, n8n }: OperationContext) {
	if (!isReview(n8n)) return { inSms: message.body, onPage: { question: message.body } };
	const call = isObject(json.toolParameters) ? json.toolParameters : {};
	const [question, ...others] = texts.map(argumentAsRead);
	const after = others.join('');
	return {
		inSms: [question, ...others].join(inSms(call)),
		onPage: { question, ...(others.length > 0 && { call: onPage(call), after }) },
	};
}

/** Characters that JSON does not escape: line ends, and signs that change the direction of writing. */
const misleading = /[\u0085\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;
/** Blanks, with one that Unicode counts among the signs: the empty sign of Braille. */
const blanks = /[\s\u0085\u2800]+/g;

/** More blanks than an empty line has: a person's message may hold a text of a model. */
const manyBlanks = /([\s\u0085\u2800]{2})[\s\u0085\u2800]+/g;

/** A text around the arguments, with each sign where it is read. */
export function argumentAsRead(text: string): string {
	return escapedSigns(text).replace(manyBlanks, '$1');
}

const escapedSigns = (text: string) => text.replace(misleading, escapedSign);

/** The arguments for a page, which keeps each value in its cell. */
export function onPage(call: IDataObject): Question['call'] {
	return Object.entries(call).map(([name, value]) => {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return [labelOf(name), escapedSigns(text)];
	});
}

/**
 * The arguments for an SMS, each in one line, so that no text of a model fakes another line or reads as another
 * text: many blanks would do so, too. The page shows all of them.
 */
export function inSms(call: IDataObject): string {
	const lines = Object.entries(call).map(([name, value]) => {
		return `${labelOf(oneBlank('', name))}: ${JSON.stringify(value, oneBlank)}`;
	});
	return escapedSigns(lines.join('\n'));
}

/** A name with a space stays apart from the one with "_". */
function labelOf(name: string): string {
	return /^[\w-]+$/.test(name) ? name.replace(/_/g, ' ') : escapedSigns(JSON.stringify(name));
}

function oneBlank<T>(_key: string, value: T): T | string {
	return typeof value === 'string' ? asSeen(value).replace(blanks, ' ') : value;
}
