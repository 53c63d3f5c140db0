import type { IDataObject } from 'n8n-workflow';

import { isInbound } from '../../../api/unstated';
import { isSameNumber } from '../../../fields/phone/storedPhone';
import { timestampOf } from '../../span';

/**
 * What is known of the conversation with the person who was asked, look by look, by the service's own
 * times and identifiers alone. A message of theirs came after ours
 *
 * - when it was sent later than ours, by the times of both; or
 * - where these do not tell, when it was not there yet in the first whole look that had ours, and is not
 *   older than what stood there then.
 *
 * All else is no answer: better to wait on than to take an old message for one. `doubt` tells of it.
 */
export class Conversation {
	private hasOurs = false;
	/** Milliseconds since 1970 at which ours was sent; NaN as long as the service does not say. */
	private sentAt = NaN;
	/** Identifiers in the first whole look that had ours. */
	private first?: Set<unknown>;
	/** Newest time in that look. */
	private newestInFirst = -Infinity;
	private isUnclear = false;

	/**
	 * @param messageId of our message
	 * @param from number that it was sent from
	 */
	constructor(
		private readonly messageId: string,
		private readonly from: string,
	) {}

	/** Why a reply may have been missed; undefined when there is no doubt. */
	get doubt(): string | undefined {
		if (!this.hasOurs) {
			return 'The conversation never showed the question, so it is unclear which messages came after the question';
		}
		return this.isUnclear
			? 'For one message, it is unclear whether it was sent after the question'
			: undefined;
	}

	/**
	 * The first message that came after ours.
	 *
	 * @param records of the messages read
	 * @param isWhole whether none may be missing among those asked for
	 */
	replyIn(records: IDataObject[], isWhole: boolean): IDataObject | undefined {
		this.lookFor(
			records.find(({ id }) => id === this.messageId),
			records,
			isWhole,
		);
		const inbound = records.filter((record) => !this.isOfCompany(record));
		const after = inbound.filter((record) => this.isAfter(record));
		this.isUnclear = inbound.some((record) => this.isOpen(record));
		return after.sort(byTime)[0];
	}

	/**
	 * Whether the company sent another message after ours that the reply may answer as well.
	 *
	 * @param records of the look that gave the reply
	 */
	mayAnswerAnother(reply: IDataObject, records: IDataObject[]): boolean {
		return records.some((record) => {
			if (record.id === this.messageId || !this.isOfCompany(record)) return false;
			const isBefore = !this.isAfter(record) && timeOf(record) !== this.sentAt;
			return !isBefore && !(timeOf(record) > timeOf(reply));
		});
	}

	/** By its number too: the words for what goes out are not all known. */
	private isOfCompany({ direction, fromPhone }: IDataObject): boolean {
		if (!isInbound(direction)) return true;
		return typeof fromPhone === 'string' && isSameNumber(fromPhone, this.from, '') === true;
	}

	private lookFor(ours: IDataObject | undefined, records: IDataObject[], isWhole: boolean) {
		if (ours === undefined) return;
		this.hasOurs = true;
		const time = timeSent(ours);
		if (!Number.isNaN(time)) this.sentAt = time;
		if (this.first !== undefined || !isWhole) return;
		this.first = new Set(records.map(({ id }) => id));
		for (const record of records) {
			const known = timeOf(record);
			if (known > this.newestInFirst) this.newestInFirst = known;
		}
	}

	private isAfter(record: IDataObject): boolean {
		const time = timeOf(record);
		if (time > this.sentAt) return true;
		return !(time < this.sentAt) && this.isNew(record) && !(time < this.newestInFirst);
	}

	/** Whether it may have come after ours, although it does not count. */
	private isOpen(record: IDataObject): boolean {
		if (this.isAfter(record)) return false;
		return this.isNew(record) || !(timeOf(record) < this.sentAt);
	}

	private isNew({ id }: IDataObject): boolean {
		return this.first !== undefined && !this.first.has(id);
	}
}

/** When a message was sent, in milliseconds since 1970; NaN when that cannot be told. */
function timeSent({ sentAt }: IDataObject): number {
	return timestampOf(sentAt) ?? NaN;
}

/** When a message was sent or, without that, delivered, in milliseconds since 1970; NaN when neither can be told. */
function timeOf(message: IDataObject): number {
	const sent = timeSent(message);
	return Number.isNaN(sent) ? (timestampOf(message.deliveredAt) ?? NaN) : sent;
}

/** Oldest first; those without a time after all that have one. */
function byTime(one: IDataObject, other: IDataObject): number {
	const [a, b] = [one, other].map((record) => {
		const time = timeOf(record);
		return Number.isNaN(time) ? Number.MAX_VALUE : time;
	});
	return a - b;
}
