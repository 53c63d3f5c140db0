import type { IDataObject } from 'n8n-workflow';

import { isInbound } from '../../api/unstated';
import { isSameNumber } from '../../fields/phone/storedPhone';
import { withoutQuotations } from '../../util/sameWords';
import { timestampOf } from '../readMany';

const neverShown =
	'The conversation never showed the question, so it is unclear which messages came after the question';
const mayBeLater = 'For one message, it is unclear whether it was sent after the question';
/** A copy of an SMS comes within so many milliseconds. */
const copiedWithinMs = 60_000;
const ofAnother =
	'A message in the conversation is from another number than the question went to, so it does not count';

/** Which other questions of the company a reply may answer. */
export interface OpenRules {
	/** Whether a message of the company asks something else. */
	isQuestion(message: IDataObject): boolean;
	/** How long another question counts without an answer, in milliseconds. */
	openForMs: number;
}

/**
 * Finds the person's reply, look by look, only by the service's own times and identifiers. A message counts
 * as a reply
 *
 * - if it was sent later than the question, by the times of both; or
 * - if the times do not tell: if it was missing in the first whole look that had the question, and is not
 *   older than the messages in that look.
 *
 * Any other message does not count: waiting longer is better than taking an old message for the reply.
 * `doubt` reports that message.
 */
export class ReplyFinder {
	/** When the question was sent, in milliseconds since 1970; NaN until the service tells it. */
	private sentAt = NaN;
	/** Identifiers in the first whole look that had the question, and the newest time in that look. */
	private first?: Set<unknown>;
	private newestInFirst = -Infinity;
	/** Why a reply may have been missed; undefined when there is no doubt. */
	doubt?: string = neverShown;

	/**
	 * @param numbers that the question was sent from, and went to
	 */
	constructor(
		private readonly messageId: string,
		private readonly numbers: Record<'from' | 'to', string>,
	) {}

	/**
	 * The messages after the question, the oldest first.
	 *
	 * @param isWhole whether no message is missing
	 */
	repliesIn(records: IDataObject[], isWhole: boolean): IDataObject[] {
		const question = records.find(({ id }) => id === this.messageId);
		if (question !== undefined) this.learnFrom(question, records, isWhole);
		const inbound = records.filter((record) => this.isOfPerson(record));
		if (this.doubt !== neverShown || question !== undefined) {
			this.doubt = this.doubtIn(records, inbound);
		}
		return inbound.filter((record) => this.isAfter(record)).sort(bySentAt);
	}

	/** Whether the reply may answer another message of the company, sent after the question. */
	mayAnswerAnother(reply: IDataObject, records: IDataObject[]): boolean {
		return records.some((record) => {
			if (this.isSame(record) || !this.isOfCompany(record)) return false;
			const isBefore = !this.isAfter(record) && messageTime(record) !== this.sentAt;
			return !isBefore && !(messageTime(record) > messageTime(reply));
		});
	}

	/** Other questions of the company that the reply may answer. */
	openQuestions(reply: IDataObject, records: IDataObject[], rules: OpenRules): IDataObject[] {
		const { isQuestion, openForMs } = rules;
		const earlier = records.filter((one) => this.isOfPerson(one) && !this.isAfter(one));
		return records.filter((record) => {
			if (this.isSame(record) || !this.isOfCompany(record)) return false;
			const time = messageTime(record);
			if (this.isAfter(record) || time === this.sentAt) {
				return !(time > messageTime(reply)) && isQuestion(record);
			}
			if (!(this.sentAt - time <= openForMs) || !isQuestion(record)) return false;
			return !earlier.some((one) => messageTime(one) > time);
		});
	}

	/** Whether the person had written the same a moment before the question: phones and carriers send an SMS twice. */
	isCopy(reply: IDataObject, records: IDataObject[]): boolean {
		return records.some((one) => {
			if (one.body !== reply.body || this.isAfter(one) || !this.isOfPerson(one)) return false;
			return messageTime(reply) - messageTime(one) < copiedWithinMs;
		});
	}

	/** Whether the reply quotes a message of the company, as a reaction to it does: the words are not the person's. */
	isQuotedIn({ body }: IDataObject, records: IDataObject[]): boolean {
		const text = String(body ?? '');
		const sent = records.filter((record) => this.isOfCompany(record)).map((record) => record.body);
		return withoutQuotations(text, sent) !== text;
	}

	private isSame({ id }: IDataObject): boolean {
		return id === this.messageId;
	}

	/** By the number too, because not all words for the direction are known. */
	private isOfCompany({ direction, fromPhone }: IDataObject): boolean {
		if (!isInbound(direction)) return true;
		return typeof fromPhone === 'string' && isSameNumber(fromPhone, this.numbers.from, '') === true;
	}

	/** A service may keep the phones of one contact in one conversation. */
	private isOfPerson(record: IDataObject): boolean {
		return !this.isOfCompany(record) && !this.isOfAnother(record);
	}

	/** Only a number in E.164 form is surely another one. */
	private isOfAnother({ fromPhone }: IDataObject): boolean {
		if (typeof fromPhone !== 'string' || !/^\+\d{7,15}$/.test(fromPhone)) return false;
		return isSameNumber(fromPhone, this.numbers.to, '') === false;
	}

	private doubtIn(records: IDataObject[], inbound: IDataObject[]): string | undefined {
		if (inbound.some((record) => this.isOpen(record))) return mayBeLater;
		const others = records.filter((one) => !this.isOfCompany(one) && this.isOfAnother(one));
		return others.some((record) => this.isAfter(record)) ? ofAnother : undefined;
	}

	private learnFrom({ sentAt }: IDataObject, records: IDataObject[], isWhole: boolean) {
		this.sentAt = timestampOf(sentAt) || this.sentAt;
		if (this.first !== undefined || !isWhole) return;
		this.first = new Set(records.map(({ id }) => id));
		this.newestInFirst = Math.max(...records.map((record) => messageTime(record) || -Infinity));
	}

	private isAfter(record: IDataObject): boolean {
		const time = messageTime(record);
		if (time > this.sentAt) return true;
		return !(time < this.sentAt) && this.isNew(record) && !(time < this.newestInFirst);
	}

	/** Whether a message may be later than the question, although it does not count. */
	private isOpen(record: IDataObject): boolean {
		if (this.isAfter(record)) return false;
		return this.isNew(record) || !(messageTime(record) < this.sentAt);
	}

	private isNew({ id }: IDataObject): boolean {
		return this.first !== undefined && !this.first.has(id);
	}
}

/** When a message was sent, else delivered, in milliseconds since 1970; NaN if unknown. */
function messageTime({ sentAt, deliveredAt }: IDataObject): number {
	return timestampOf(sentAt) || timestampOf(deliveredAt) || NaN;
}

/** Oldest first; messages without a time last. */
function bySentAt(one: IDataObject, other: IDataObject): number {
	return (messageTime(one) || Number.MAX_VALUE) - (messageTime(other) || Number.MAX_VALUE);
}
