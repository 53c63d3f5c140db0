import { isOwnComputer } from '../../api/paths';
import { type SmsText, withAddition } from '../../fields/text/smsText';
import { isReview } from '../../util/execution';
import { cut } from '../../util/fitted';
import { isObject } from '../../util/isObject';
import type { OperationContext } from '../context';
import type { PageOf } from './answerBy';
import { argumentAsRead, inSms, onPage } from './reviewed';
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
