import type { IDataObject } from 'n8n-workflow';

import { isDelivered, isInbound } from '../../../nodes/VoiceSms/api/unstated';
import { Guess, type Finding } from '../finding';
import { inShort } from '../reply';
import type { Session } from '../session';
import { order } from './order';
import { pages, type Paged } from './pages';

/** Conversations that are looked into for a message of each direction. */
const mostConversations = 4;

/** Looks into the fullest conversations: paging, order, words for directions and statuses. */
export async function messages(session: Session, conversations: IDataObject[]): Promise<Finding[]> {
	const chosen = [...conversations]
		.filter(({ id }) => typeof id === 'string')
		.sort((one, other) => Number(other.messageCount ?? 0) - Number(one.messageCount ?? 0))
		.slice(0, mostConversations);
	const words = new Words();
	const findings: Finding[] = [];
	for (const conversation of chosen) {
		const ids = { conversationId: String(conversation.id) };
		const list: Paged = { id: 'messages', operationId: 'listMessages', key: 'messages', ids };
		const first = await session.list(list.operationId, list.key, {}, ids);
		let records = first.records ?? [];
		if (findings.length === 0) {
			const read = await pages(session, list, first);
			records = read.records;
			findings.push(...read.findings, order('messages', records));
		}
		for (const message of records) words.add(message, conversation);
		if (first.records === undefined) findings.push(words.unread(inShort(first.reply)));
		if (first.records === undefined || words.areComplete) break;
	}
	if (words.statuses.size > 0) {
		session.facts.set('statuses of messages', [...words.statuses].join(', '));
	}
	if (chosen.length === 0) {
		const list: Paged = { id: 'messages', operationId: 'listMessages', key: 'messages' };
		const page = new Guess(`${list.id}.page`, '"page" gives the pages of messages');
		findings.push(page.unseen('there is no conversation'), order('messages', []));
	}
	if (!findings.some(({ id }) => id === directionId)) findings.push(words.judge());
	return [...findings, words.judgeDelivery()];
}

const directionId = 'messages.direction';

/** The words for directions, told apart by the numbers of the conversation. */
class Words {
	readonly statuses = new Set<string>();
	private readonly out = new Set<unknown>();
	private readonly in = new Set<unknown>();
	/** Statuses of messages that count as delivered, and of the others that may have been. */
	private readonly delivered = new Set<unknown>();
	private readonly doubtful = new Set<unknown>();
	private readonly guess = new Guess(directionId, 'OUTBOUND is sent, any other word is received');

	get areComplete(): boolean {
		return this.out.size > 0 && this.in.size > 0;
	}

	add(message: IDataObject, { companyPhone, customerPhone }: IDataObject): void {
		if (typeof message.status === 'string') this.statuses.add(message.status);
		if (isDelivered(message)) this.delivered.add(message.status);
		else if (/deliver|read|received|complete/i.test(String(message.status))) {
			this.doubtful.add(message.status);
		}
		const from = digits(message.fromPhone);
		if (from === '' || digits(companyPhone) === digits(customerPhone)) return;
		if (from === digits(companyPhone)) this.out.add(message.direction);
		if (from === digits(customerPhone)) this.in.add(message.direction);
	}

	unread(why: string): Finding {
		return this.guess.unseen(why);
	}

	judgeDelivery(): Finding {
		const guess = new Guess(
			'messages.delivery',
			'A delivered message has deliveredAt or says DELIVERED',
		);
		if (this.doubtful.size > 0) {
			return guess.fails(
				`messages without deliveredAt say ${list(this.doubtful)}`,
				"If that means delivered, 'Wait for Delivery' would wait until its limit: tell the node's developers the words.",
			);
		}
		if (this.delivered.size === 0) return guess.unseen('no delivered message was found');
		return guess.holds(`delivered messages say ${list(this.delivered)}`);
	}

	judge(): Finding {
		const { guess } = this;
		const [wrongOut, wrongIn] = [
			[...this.out].filter(isInbound),
			[...this.in].filter((word) => !isInbound(word)),
		].map((words) => words.map(shown).join(', '));
		if (wrongOut !== '') {
			return guess.fails(
				`messages of the company say ${wrongOut}${this.in.size > 0 ? `, those of customers ${list(this.in)}` : ''}`,
				"The trigger would give out the company's own messages as received: tell the node's developers the words. Until then filter its output by 'fromPhone'.",
			);
		}
		if (wrongIn !== '') {
			return guess.fails(
				`messages of customers say ${wrongIn}`,
				"The trigger would miss messages: tell the node's developers the words, and whoever runs the service.",
			);
		}
		if (this.in.size === 0) return guess.unseen('no message of a customer was found');
		const sent = this.out.size === 0 ? '' : `, sent ones ${list(this.out)}`;
		return guess.holds(`received messages say ${list(this.in)}${sent}`);
	}
}

const digits = (phone: unknown) => String(phone ?? '').replace(/\D/g, '');
const shown = (word: unknown) => (typeof word === 'string' ? `"${word}"` : 'nothing');
const list = (words: Set<unknown>) => [...words].map(shown).join(', ');
