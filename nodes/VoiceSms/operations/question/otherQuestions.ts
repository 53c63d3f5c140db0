import type { IDataObject } from 'n8n-workflow';

import { asCompared } from '../../util/asSeen';
import { plainText } from '../../util/sameWords';
import { defaultReplyLimit } from './limit';
import { roundParameter } from './page/openQuestion';
import type { ReplyFinder } from './replyFinder';

interface ThisQuestion {
	messageId: string;
	words?: { yes: string[] };
	limitMs: number;
}

/**
 * Whether a reply may answer another question to this person, as the conversation shows it: a message that asks
 * something else, was sent not long ago, and has no answer. A question by link does not count: the conversation
 * does not show its answer.
 */
export function mayAnswerOther(
	conversation: ReplyFinder,
	reply: IDataObject,
	records: IDataObject[],
	{ messageId, words, limitMs }: ThisQuestion,
): boolean {
	const own = textOfMessage(records.find(({ id }) => id === messageId));
	const isQuestion = (message: IDataObject) =>
		asks(message, words?.yes) && !hasLink(message) && textOfMessage(message) !== own;
	const openForMs = 2 * Math.max(limitMs, defaultReplyLimit);
	return conversation.openQuestions(reply, records, { isQuestion, openForMs }).length > 0;
}

/** Whether a message asks for an answer: by a question mark, or by a word for yes. */
function asks(message: IDataObject, yes: string[] = []): boolean {
	// A question mark within a link does not count; one behind the link does.
	const text = String(message.body ?? '').replace(/https?:\/\/\S*[\p{L}\p{N}/=&#%]/gu, '');
	if (questionMark.test(text)) return true;
	// "Lunes y martes" and "si no puede venir" ask nothing, "Text Y" and "responda SI" do.
	const inCapitals = plainText(text.replace(/[^\p{Lu}\p{M}]+/gu, ' '));
	return yes.some((word) => says(alsoUsual.test(word) ? inCapitals : plainText(text), word));
}

/** Words for yes that are also other words: single letters, and "if" in Spanish, French and Italian. */
const alsoUsual = /^(?:[a-z]|si)$/;

/** Question marks of Armenian, Ethiopic and Greek too; emoji. */
const questionMark = /[?？؟՞፧⁇⁈⁉‽❓❔]|(?<=\p{Script=Greek}\s?)[;\u037E]/u;
/** A letter of a script that has spaces between words. */
const letter = String.raw`(?![\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{M}\p{N}]`;

/** Whether a text has a word, or several in a row, and not only as a part of another word. */
function says(text: string, word: string): boolean {
	const escaped = word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replace(/ /g, '[^\\p{L}\\p{N}]+');
	return new RegExp(`(?<!${letter})${escaped}(?!${letter})`, 'u').test(text);
}

const link = new RegExp(`https?://\\S+[?&]${roundParameter}=`);
const hasLink = ({ body }: IDataObject) => link.test(String(body ?? ''));
const textOfMessage = (message?: IDataObject) => asCompared(String(message?.body ?? ''));
