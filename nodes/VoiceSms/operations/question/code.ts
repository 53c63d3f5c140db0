import { randomInt } from 'node:crypto';
import type { IContextObject, IDataObject } from 'n8n-workflow';

import { isSameNumber } from '../../fields/phone/storedPhone';

/** The part that tells a question of a tool from others. */
interface OpenCode {
	/** The number of the person's phone, as `onePhone` gives it, and the number that asks. */
	phone: string;
	from: string;
	/** The question without its code. */
	text: string;
}

/** A question of a tool that is answered by SMS, as the execution keeps it. */
export interface CodedQuestion extends OpenCode {
	/** Digits that name the question in an answer. */
	code: string;
	/** The messages that asked it. */
	messageIds: string[];
	/** When the wait for its answer ends, in milliseconds since 1970. */
	until: number;
	/** Set by a clear answer, or by one that names two questions: the same text is another question from then on. */
	isAnswered?: true;
}

const codesKey = 'voiceSmsQuestions';

/** Two digits: 90 questions in a row have different codes. */
const firstCode = 10;
const codes = 90;
let next = randomInt(codes);

/** The questions that an execution has asked by SMS, for all of its tools together. */
export class CodedQuestions {
	/** @param data of the execution */
	constructor(private readonly data: IContextObject) {}

	/**
	 * The question, with the code that it had before if it was asked and not answered. A new code is no number in
	 * a question to this person: "Yes, 20" may mean a time.
	 *
	 * @param words that mean yes or no: no code is a number in one
	 */
	find(asked: OpenCode, words: string[]): CodedQuestion {
		const ofPerson = this.ofPerson(asked);
		const before = ofPerson.find((one) => one.text === asked.text && one.isAnswered !== true);
		if (before !== undefined) return before;
		const texts = [asked.text, ...words, ...ofPerson.map(({ text }) => text)];
		const taken = new Set(ofPerson.map(({ code }) => code));
		const isTaken = (code: string) =>
			taken.has(code) || texts.some((text) => withoutCode(text, code) !== undefined);
		return { ...asked, code: newCode(isTaken), messageIds: [], until: 0 };
	}

	/**
	 * Notes a question before its request.
	 *
	 * @returns takes it back, if it was not asked before
	 */
	begin(question: CodedQuestion, until: number): () => void {
		const before = this.all();
		question.until = until;
		if (before.includes(question)) return () => {};
		this.set([...before, question]);
		return () => this.set(this.all().filter((one) => one !== question));
	}

	/** Notes the message that asked the question. */
	keep(question: CodedQuestion, messageId: unknown) {
		if (messageId !== undefined) question.messageIds.push(String(messageId));
		if (!this.all().includes(question)) this.set([...this.all(), question]);
	}

	askedBy(messageId: unknown): CodedQuestion | undefined {
		return this.all().find(({ messageIds }) => messageIds.includes(String(messageId)));
	}

	/** The other questions to this person that an answer may mean. */
	othersOpen(question: CodedQuestion, now: number): CodedQuestion[] {
		const others = this.ofPerson(question).filter((one) => one !== question);
		return others.filter(({ isAnswered, until }) => isAnswered !== true || now < until);
	}

	private ofPerson({ phone, from }: OpenCode): CodedQuestion[] {
		const isFrom = (one: CodedQuestion) => isSameNumber(one.from, from, '') === true;
		return this.all().filter((one) => one.phone === phone && isFrom(one));
	}

	private set(questions: CodedQuestion[]) {
		this.data[codesKey] = questions as unknown as IDataObject[];
	}

	private all(): CodedQuestion[] {
		return (this.data[codesKey] as unknown as CodedQuestion[] | undefined) ?? [];
	}
}

/** The next code that is not taken; where all are, one of three digits. */
function newCode(isTaken: (code: string) => boolean): string {
	for (let tried = 0; tried < codes; tried++) {
		const code = String(firstCode + (next++ % codes));
		if (!isTaken(code)) return code;
	}
	let longer = firstCode + codes;
	while (isTaken(String(longer))) longer++;
	return String(longer);
}

/**
 * The last line of a tool's question: "Reply YES 47 or NO 47".
 *
 * @param words the first word for yes and the first one for no, where there are any
 */
export function howToAnswer(code: string, words: string[]): string {
	const answers = words.map((word) => `${word.toUpperCase()} ${code}`);
	return answers.length === 0 ? `Begin your answer with ${code}` : `Reply ${answers.join(' or ')}`;
}

const line =
	/^(?:Reply (\S.*?) (\d{2,3})(?: or (\S.*) \2)?|Begin your answer with (\d{2,3}))\s*$/gm;

/** The code in a message that asks for it as `howToAnswer` writes it; undefined without one. */
export function codeIn(message: string): string | undefined {
	// "Reply by 30" is a sentence of somebody: the node writes words in capital letters.
	const isOurs = (word = '') => word === word.toUpperCase();
	const codes = [...message.matchAll(line)].flatMap(([, yes, code, no, alone]) =>
		isOurs(yes) && isOurs(no) ? [code ?? alone] : [],
	);
	// The node's own line is the last one.
	return codes.at(-1);
}

/** The text without this code and the marks beside it; undefined if the text does not name the code. */
export function withoutCode(text: string, code: string): string | undefined {
	// Keyboards write the digits of other languages, too.
	const said = text.replace(/\p{Nd}/gu, digitOf);
	const left = said.replace(new RegExp(`(?<!\\p{N})${code}(?!\\p{N})`, 'gu'), ' ');
	if (left === said) return undefined;
	return left
		.replace(/[#:;()[\]"“”]/g, ' ')
		.replace(/^[\s\p{Pd}]+|(?<![\s\p{Pd}])[\s\p{Pd}]+$/gu, '');
}

/** A digit of any script as 0 to 9: Unicode lists the ten of a script in a row. */
function digitOf(digit: string): string {
	const own = digit.codePointAt(0) ?? 0;
	let before = own;
	while (/\p{Nd}/u.test(String.fromCodePoint(before - 1))) before--;
	return String((own - before) % 10);
}
