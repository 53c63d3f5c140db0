import type { IDataObject } from 'n8n-workflow';

import { conversations } from '../../../api/endpoints';
import { type NewestPart, readNewest } from '../../../api/list/readNewest';
import { simplifyReceived } from '../../../fields/forms/simplify';
import { isObject } from '../../../util/values';
import { withoutQuotations } from '../../../util/sameWords';
import { sharedWork } from '../../budget';
import type { Event, EmittedEvent, Poll } from '../../event';
import { companyNumber } from '../../filters';
import { type Candidate, Memory, byTime, dayMs } from '../../memory';
import { warnOfMissing } from '../../listEvent';
import {
	type Behind,
	type Received,
	conversationOf,
	readConversations,
	readPages,
} from './conversations';
import { type Known, newMessagesOf, surplusOf } from './newMessages';
import { messageContains, messageWords } from './words';

/** How far the event has come. */
interface Cursor extends Known {
	/** Where the next poll goes on, if pages or conversations behind page 1 were left. */
	behind?: Behind;
}

const nameInErrors = 'SMS conversations';
const timeField = 'lastMessageAt';
/** Conversations that are read at the baseline: the newest ones. */
const readAtStart = 40;
/** Conversations that a sample is looked for in. */
const conversationsSampled = 50;

/** Finds the conversations that have changed, then reads their messages side by side. */
export const smsReceived: Event<Cursor> = {
	value: 'smsReceived',
	name: 'SMS Received',
	description: 'A customer sends an SMS',
	output: simplifyReceived.fields,
	forBuilder:
		'Everybody\'s SMS come, also of people whom you did not ask. fromPhone (E.164) is the customer, toPhone your number. To answer: to is fromPhone, from is toPhone. With filters: { words: { values: { list: "any" } } } each SMS passes, with meaning: optOut, optIn, yes, no or other. Never answer optOut: its tag may come later. For STOP: list "optOut", which adds matchedWord, then contact.upsert with matchBy "phone", phone fromPhone and additionalFields: { tags: "no-sms" }. One poll may bring SMS of several people: no $input.first(). One AI Agent with several items mixes them up, also in a loop: give it each SMS by Execute Sub-workflow, mode "each".',
	nameInErrors,
	filters: [companyNumber, messageContains, messageWords],

	readCursor(saved) {
		const [records, messages] = [Memory.read(saved.records), Memory.read(saved.messages)];
		const { published, unexplained, surplus, behind } = saved;
		if (!records || !messages || !isObject(unexplained) || !isObject(surplus)) return undefined;
		if (!isObject(published) || typeof published.newest !== 'number') return undefined;
		const others = { published, unexplained, surplus, behind } as unknown as Cursor;
		return { ...others, records, messages };
	},
	saveCursor: ({ records, messages, ...others }) => ({
		...others,
		records: records.save(),
		messages: messages.save(),
	}),

	async start(poll) {
		const watched = poll.ownList(conversations, timeField);
		// The time of publishing covers the other conversations.
		const part = await readNewest(watched, ({ records }) => records.length > readAtStart);
		warnOfMissing(poll, part, nameInErrors);
		const newestFirst = part.records.map(conversationOf).sort(byTime).reverse();
		const oldest = newestFirst[newestFirst.length - 1]?.time ?? 0;
		const records = Memory.of(newestFirst, Math.min(part.oldest, oldest));
		const next = newestFirst[readAtStart];
		// The conversations read hold all messages from here on, as far as their times tell.
		const floor = next === undefined ? 0 : (next.time ?? records.newest()) + 1;
		const work = sharedWork(poll);
		const toRead = newestFirst.slice(0, readAtStart);
		const { read, left } = await readConversations(poll, work, toRead, () => floor);
		work.end();
		const inbound = read.flatMap((one) => one.inbound);
		// All messages up to now count as seen in a conversation that cannot be read.
		const messages = Memory.of(inbound, left.length > 0 ? records.newest() : floor - 1);
		const published = { newest: records.newest(poll.now()), at: poll.now() };
		return { records, messages, published, unexplained: {}, surplus: surplusOf(read) };
	},

	/** The news of a page is taken before the next page is read: so a backlog is given out as it is read. */
	async poll(poll, { behind: before, ...known }) {
		const { records, messages, published } = known;
		const watched = poll.ownList(conversations, timeField);
		if (!poll.isSameAccount) {
			const isOwn = (part: NewestPart) => records.holdsOneOf(part.records.map(conversationOf));
			// More than a page of news may have come: remembered conversations do not become older.
			const until = (records.newest(poll.now()) || Infinity) - dayMs;
			const part = await readNewest(watched, (soFar) => isOwn(soFar) || soFar.oldest < until);
			if (!isOwn(part)) return undefined;
		}
		const first = await watched.api.page(watched.list, 1);
		const [work, news] = [sharedWork(poll), newMessagesOf(poll, known)];
		const behind = await readPages(poll, watched, records, work, first, before, async (listed) => {
			news.see(listed);
			const fresh = records.newOf(listed);
			const wanted = fresh.filter(({ record }) => poll.filters.pass(record));
			const { read, left, failed } = await readConversations(poll, work, wanted, news.downTo);
			left.forEach(news.leave);
			const waiting = read.filter((one) => !news.take(one)).map(({ of }) => of);
			const isLeft = new Set([...left, ...waiting]);
			records.add(fresh.filter((one) => !isLeft.has(one)));
			return { waiting: [...failed, ...waiting], left: left.filter((one) => !failed.has(one)) };
		});
		work.end();
		// Filtered after the memory has counted them: another filter brings back no old message.
		const items = news.received
			.filter(({ record }) => poll.filters.pass(asSaid(record), { ofMessage: true }))
			.map((one) => itemOf(poll, one));
		return { items, cursor: { records, messages, published, behind, ...news.state() } };
	},

	async sample(poll) {
		const { api, list } = poll.ownList(conversations, timeField);
		const { records } = await api.pages(list, conversationsSampled);
		const wanted = records.filter((one) => poll.filters.pass(one)).map(conversationOf);
		for (const one of wanted.sort(byTime).reverse()) {
			const { read } = await readConversations(poll, sharedWork(poll), [one], () => Infinity);
			const last = read
				.flatMap(({ inbound }) => inbound)
				.filter(({ record }) => poll.filters.pass(asSaid(record), { ofMessage: true }))
				.sort(byTime)
				.pop();
			if (last !== undefined) return itemOf(poll, last);
		}
		return undefined;
	},
};

/** The message as its filters see it: a quotation of the company's own words says nothing. */
function asSaid({ message, sent }: Received): IDataObject {
	return { ...message, body: withoutQuotations(String(message.body ?? ''), sent) };
}

function itemOf({ simple, filters }: Poll, { time, record }: Candidate<Received>): EmittedEvent {
	const { message, conversation } = record;
	const added = filters.addedTo(asSaid(record));
	if (!simple) return { json: { ...message, ...added, conversation }, time };
	const { customerName, customerEmail } = conversation;
	const json = simplifyReceived({ ...message, customerName, customerEmail });
	return { json: { ...added, ...json }, time };
}
