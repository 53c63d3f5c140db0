import type { IDataObject } from 'n8n-workflow';

import { isInbound } from '../../api/unstated';
import { isSameNumber } from '../../fields/phone/storedPhone';
import type { Words } from '../../fields/text/answerWords';
import { asCompared } from '../../util/asSeen';
import { plainText, withoutQuotations } from '../../util/sameWords';
import { timestampOf } from '../readMany';
import { defaultReplyLimit } from './limit';
import { roundParameter } from './page/openQuestion';

const neverShown =
	'The conversation never showed the question, so it is unclear which messages came after the question';
const ofAnother =
	'A message in the conversation is from another number than the question went to, so it does not count';
/** Why a reply counts as neither yes nor no, even with the right words. */
const repliedToAnother =
	'Another message went to this person between the question and the reply, so the reply may answer the other message';
const isDoubled =
	'The person wrote the same a moment before this question, so the reply may be a copy of that';
const anotherIsOpen =
	'Another question to this person is open, so the reply may answer the other question';

/** A copy of an SMS comes within so many milliseconds. */
const copiedWithinMs = 10_000;

/** Facts of a question by SMS. */
export interface AskedBySms {
	messageId: string;
	/** The numbers that it was sent from and went to. */
	from: string;
	to: string;
	words: Words;
	limitMs: number;
}

/**
 * A conversation as one look shows it, seen from the question. Only the service's own times count: a message without
 * a time is none.
 */
export class AskedConversation {
	private readonly own?: IDataObject;
	/** The company's messages, with the question. */
	private readonly sent: IDataObject[];
	/** The person's messages before the question. */
	private readonly earlier: IDataObject[];
	/** When the question was sent; NaN until the service tells it, and then nothing is a reply. */
	private readonly askedAt: number;
	/** The person's messages after the question, the oldest first. */
	readonly replies: IDataObject[];

	constructor(
		private readonly records: IDataObject[],
		private readonly asked: AskedBySms,
	) {
		this.own = records.find(({ id }) => id === asked.messageId);
		this.askedAt = timestampOf(this.own?.sentAt) ?? NaN;
		this.sent = records.filter((one) => this.isOfCompany(one));
		const received = records.filter((one) => this.isOfPerson(one));
		this.earlier = received.filter((one) => messageTime(one) <= this.askedAt);
		this.replies = received
			.filter((one) => messageTime(one) > this.askedAt)
			.sort((one, other) => messageTime(one) - messageTime(other));
	}

	/** Why a reply may have been missed; undefined when there is no doubt. */
	get missed(): string | undefined {
		if (Number.isNaN(this.askedAt)) return neverShown;
		const others = this.records.filter((one) => !this.isOfCompany(one) && !this.isOfPerson(one));
		return others.some((one) => messageTime(one) > this.askedAt) ? ofAnother : undefined;
	}

	/** Why a reply may not be the answer; undefined when there is no doubt. */
	doubtOf(reply: IDataObject): string | undefined {
		const { askedAt, asked } = this;
		const repliedAt = messageTime(reply);
		const others = this.sent.filter(({ id }) => id !== asked.messageId);
		const isBetween = (time: number) => time >= askedAt && time <= repliedAt;
		if (others.some((one) => isBetween(messageTime(one)))) return repliedToAnother;
		if (this.isCopy(reply)) return isDoubled;
		const openForMs = 2 * Math.max(asked.limitMs, defaultReplyLimit);
		const isOpen = (one: IDataObject) => {
			const time = messageTime(one);
			if (!(time < askedAt) || askedAt - time > openForMs) return false;
			const isAnswer = (said: IDataObject) => messageTime(said) > time && !this.isQuotedIn(said);
			return this.asksElse(one) && !this.earlier.some(isAnswer);
		};
		return others.some(isOpen) ? anotherIsOpen : undefined;
	}

	/** Whether the person wrote the same just before the question: phones and carriers send an SMS twice. */
	isCopy(reply: IDataObject): boolean {
		return this.earlier.some(
			(one) => one.body === reply.body && messageTime(reply) - messageTime(one) < copiedWithinMs,
		);
	}

	/** Whether the reply quotes a message of the company, as a reaction to it does: the words are not the person's. */
	isQuotedIn(reply: IDataObject): boolean {
		const text = saidIn(reply);
		const bodies = this.sent.map(({ body }) => body);
		return withoutQuotations(text, bodies) !== text;
	}

	/** By the number too, because not all words for the direction are known. */
	private isOfCompany({ direction, fromPhone }: IDataObject): boolean {
		if (!isInbound(direction)) return true;
		return typeof fromPhone === 'string' && isSameNumber(fromPhone, this.asked.from, '') === true;
	}

	/** A service may keep the phones of one contact in one conversation. */
	private isOfPerson(record: IDataObject): boolean {
		const { fromPhone } = record;
		if (this.isOfCompany(record)) return false;
		return !fromPhone || isSameNumber(String(fromPhone), this.asked.to, '') !== false;
	}

	/** Whether a message asks something else. The conversation does not show the answer to a question by page. */
	private asksElse(message: IDataObject): boolean {
		const text = saidIn(message);
		if (link.test(text) || asCompared(text) === asCompared(saidIn(this.own ?? {}))) return false;
		return asks(text, this.asked.words.yes);
	}
}

export const saidIn = ({ body }: IDataObject) => String(body ?? '');

/** When a message was sent, else delivered, in milliseconds since 1970; NaN if unknown. */
function messageTime({ sentAt, deliveredAt }: IDataObject): number {
	return timestampOf(sentAt) || timestampOf(deliveredAt) || NaN;
}

/** Whether a text asks for an answer: by a question mark, or by a word for yes. */
function asks(body: string, yes: string[]): boolean {
	// A question mark within a link does not count; one behind the link does.
	const text = body.replace(/https?:\/\/\S*[\p{L}\p{N}/=&#%]/gu, '');
	if (questionMark.test(text)) return true;
	// "Lunes y martes" and "Si no puede venir" ask nothing, "Text Y", "responda Si" and "responda Sí" do.
	const stressed = plainText((text.normalize('NFC').match(stressedWords) ?? []).join(' '));
	return yes.some((word) => says(alsoUsual.test(word) ? stressed : plainText(text), word));
}

/** Words for yes that are also other words: single letters, and "if" in Spanish, French and Italian. */
const alsoUsual = /^(?:[a-z]|si)$/;
/** In capitals; with an accent; in quotation marks; with a capital within a sentence. */
const stressedWords =
	/(?<!\p{L})(?:\p{Lu}+|[Ss][íì]|(?<=(?<!\p{L})["“”„«‘’'])\p{L}{1,2}|(?<=\p{L}:? )\p{Lu}\p{L}?)(?!\p{L})/gu;

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
