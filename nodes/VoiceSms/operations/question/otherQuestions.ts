import type { IDataObject } from 'n8n-workflow';

import { asCompared } from '../../util/asSeen';
import { plainText } from '../../util/sameWords';
import { type CodedQuestion, codeIn, withoutCode } from './code';
import type { OpenRules, ReplyFinder } from './replyFinder';
import { defaultReplyLimit } from './limit';
import { roundParameter } from './page/openQuestion';

interface ThisQuestion {
	messageId: string;
	words?: { yes: string[] };
	limitMs: number;
	/** Of a tool: with the other questions of its execution. */
	coded?: { question: CodedQuestion; othersOpen(): CodedQuestion[] };
}

/** The other messages that a reply may answer. */
interface OtherQuestions {
	/** The text without the codes of questions, of this one and others. */
	withoutCodes(text: string): string;
	/** Whether the reply names another question by its code. */
	isNamedIn(reply: IDataObject): boolean;
	/** Whether another message has the code of this question as a code or a number: "Table for 20?" */
	haveCode(reply: IDataObject): boolean;
	/** Whether a reply without a code may answer another question. */
	mayBeMeant(reply: IDataObject): boolean;
}

/** How long a question in the conversation counts without an answer to a tool, in milliseconds. */
const week = 604_800_000;

/**
 * The other questions to this person, as the execution and the conversation show them. A reply to a tool can name
 * its question, so there every open question counts that may be one. For people, a message counts if it asks
 * something else, was sent not long ago, and has no answer. A question by link does not count for them: the
 * conversation does not show its answer.
 */
export function otherQuestions(
	conversation: ReplyFinder,
	records: IDataObject[],
	{ messageId, words, limitMs: ownLimitMs, coded }: ThisQuestion,
): OtherQuestions {
	const limitMs = Math.max(ownLimitMs, defaultReplyLimit);
	const own = textOfMessage(records.find(({ id }) => id === messageId));
	const codes = records.map(codeOf).filter((code) => code !== undefined);
	const rules: OpenRules =
		coded === undefined
			? {
					isStrict: false,
					limitMs,
					openForMs: 2 * limitMs,
					isQuestion: (message) =>
						asks(message, words?.yes) && !hasLink(message) && textOfMessage(message) !== own,
					mayAnswer: () => true,
				}
			: {
					isStrict: true,
					limitMs,
					openForMs: Math.max(2 * limitMs, week),
					isQuestion: (message) => asks(message, words?.yes) || hasLink(message),
					mayAnswer: (message, question) => {
						const named = codes.filter((code) => questionNames(message, code));
						return named.length === 0 || named.some((code) => code === codeOf(question));
					},
				};
	const open = (reply: IDataObject, more: Partial<OpenRules> = {}) =>
		conversation.openQuestions(reply, records, { ...rules, ...more });
	const ofExecution = () => coded?.othersOpen() ?? [];
	const allCodes = () => [
		...codes,
		...(coded === undefined ? [] : [coded.question.code]),
		...ofExecution().map(({ code }) => code),
	];
	return {
		withoutCodes: (text) =>
			allCodes().reduce((left, code) => withoutCode(left, code) ?? left, text),
		isNamedIn: (reply) =>
			[
				...ofExecution().map(({ code }) => code),
				...open(reply, { isQuestion: (one) => codeOf(one) !== undefined }).map(codeOf),
			].some((code) => code !== undefined && questionNames(reply, code)),
		haveCode: (reply) => {
			if (coded === undefined) return false;
			const { code } = coded.question;
			const isQuestion = (message: IDataObject) => questionNames(message, code);
			return (
				ofExecution().some(({ text }) => withoutCode(text, code) !== undefined) ||
				open(reply, { isQuestion }).length > 0
			);
		},
		mayBeMeant: (reply) => ofExecution().length > 0 || open(reply).length > 0,
	};
}

/** Whether a message asks for an answer: by a question mark, by the first word for yes, or for a code. */
function asks(message: IDataObject, [yes]: string[] = []): boolean {
	// A question mark within a link does not count; one behind the link does.
	const text = String(message.body ?? '').replace(/https?:\/\/\S*[\p{L}\p{N}/=&#%]/gu, '');
	if (questionMark.test(text) || codeOf(message) !== undefined) return true;
	return yes !== undefined && says(plainText(text), yes);
}

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
const codeOf = ({ body }: IDataObject) => codeIn(String(body ?? ''));
const questionNames = ({ body }: IDataObject, code: string) =>
	withoutCode(String(body ?? ''), code) !== undefined;
