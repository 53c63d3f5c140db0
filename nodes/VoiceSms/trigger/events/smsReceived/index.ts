import type { IDataObject } from 'n8n-workflow';

import { conversations } from '../../../api/endpoints';
import { simplifyReceived } from '../../../fields/forms/simplify';
import { isObject } from '../../../util/isObject';
import { withoutQuotations } from '../../../util/sameWords';
import type { Event, EmittedEvent, Poll } from '../../event';
import { companyNumber } from '../../filters';
import { warnAbout } from '../../news/log';
import { type Candidate, byTime, Memory, newestOf } from '../../news/memory';
import { freshOf, reachesBehind, readWhole } from '../../news/newest';
import { type Cursor, type Received, candidateOf, readConversations } from './conversations';
import { newMessagesOf } from './newMessages';
import { type PagesInTurn, afterPoll, readInTurn } from './pagesInTurn';
import { messageContains, words } from './words';

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
		'fromPhone is the customer, toPhone your number. To answer: to is fromPhone, from is toPhone. For STOP: filters: { words: { values: { list: "optOut" } } }, which adds matchedWord, then contact.update with contactId in mode "phone", fromPhone, and updateFields: { tags: "no-sms" }. One poll may bring SMS of several people: no $input.first().',
	nameInErrors,
	filters: [companyNumber, messageContains, words],

	readCursor(saved) {
		const records = Memory.read(saved.records);
		const messages = Memory.read(saved.messages);
		const { messagesUntil, published, unexplained, turn } = saved;
		if (!records || !messages || !isObject(unexplained)) return undefined;
		if (typeof messagesUntil !== 'number') return undefined;
		if (!hasNumbers(published, ['newest'])) return undefined;
		if (!hasNumbers(turn, ['first', 'last', 'until', 'pages', 'total'])) return undefined;
		const rest = { published, unexplained, turn } as unknown as Cursor;
		return { ...rest, records, messages, messagesUntil };
	},
	saveCursor: ({ records, messages, ...others }) => ({
		...others,
		records: records.save(),
		messages: messages.save(),
	}),

	async start(poll) {
		const part = await readWhole(poll.ownList(conversations, timeField));
		const records = Memory.of(part.records.map(candidateOf), part);
		warnAbout(poll, part, nameInErrors, undefined, 0);
		const newestFirst = part.records.map(candidateOf).sort(byTime).reverse();
		const next = newestFirst[readAtStart];
		// The conversations read hold all messages from here on, as far as their times tell.
		const floor = next === undefined ? 0 : (next.time ?? records.newest) + 1;
		const toRead = newestFirst.slice(0, readAtStart).map(({ record }) => record);
		const { read, left } = await readConversations(poll, toRead, (soFar) =>
			reachesBehind(soFar, floor),
		);
		const inbound = read.flatMap((one) => one.inbound);
		// Of a conversation that cannot be read, all messages up to now count as emitted.
		const oldest = left.length > 0 ? records.newest : floor - 1;
		const whole = next === undefined && left.length === 0;
		const messages = Memory.of(inbound, { whole, oldest });
		const newest = records.newestUntil(poll.now());
		[records, messages].forEach((memory) => memory.follow(newest));
		return {
			records,
			messages,
			published: { newest, at: poll.now() },
			messagesUntil: records.newest,
			unexplained: {},
			turn: { first: poll.turn, last: poll.turn, until: newest, pages: 0, total: 0 },
		};
	},

	async poll(poll, cursor) {
		const { records, messages, messagesUntil } = cursor;
		// Where an earlier poll left conversations, the list is read down to them, if it is newest-first.
		const goesOn = (page: IDataObject[]) => {
			const last = page.slice(-1).map(candidateOf);
			return last.some((one) => !records.knows(one) || (one.time ?? 0) > messagesUntil);
		};
		const watched = poll.ownList(conversations, timeField);
		const { listed, isCut, pages, total, isInTurnRead } = await readInTurn(poll, watched, goesOn);
		const fresh = freshOf(poll.isSameAccount, records, listed.map(candidateOf));
		if (fresh === undefined) return undefined;
		const changed = fresh.map(({ record }) => record);
		const published = publishedAsKnown(poll, cursor.published);
		const { received, left, unexplained } = await newMessagesOf(
			poll,
			cursor,
			changed,
			publishedBy(poll, published, listed),
		);
		const leftOver = new Set(left);
		const unread = fresh.filter(({ record }) => leftOver.has(record));
		records.add(fresh.filter(({ record }) => !leftOver.has(record)));
		[records, messages].forEach((memory) => memory.trim());
		const isPassed = unread.length > 0 && messages.floor > messagesUntil + 1;
		if (isPassed || unread.some((one) => records.knows(one))) {
			poll.warn(
				'More SMS came than the memory holds, so the earliest SMS of some conversations may be left out',
			);
		}
		// The next poll looks for the conversations that are left, as far as the memory reaches.
		const times = unread.map(({ time = Infinity }) => time - 1);
		const oldest = Math.min(messagesUntil, ...times);
		const isAll = unread.length === 0 && !isCut;
		const until = isAll ? records.newest : Math.max(oldest, messages.floor - 1);
		const now: PagesInTurn = {
			first: poll.turn,
			last: poll.turn,
			until: Math.min(until, poll.now()),
			pages,
			total,
		};
		const { turn, readUntil } = afterPoll(cursor.turn, now, isInTurnRead);
		// On the pages that were not read since, older messages may be new.
		if (readUntil !== undefined) {
			[records, messages].forEach((memory) => memory.follow(Math.min(until, readUntil)));
		}
		// Filtered after the memory has counted them: another filter brings back no old message.
		const wanted = received.filter(({ record }) =>
			poll.filters.pass(asSaid(record), { ofMessage: true }),
		);
		return {
			items: wanted.map((one) => itemOf(poll, one)),
			cursor: { ...cursor, published, messagesUntil: until, unexplained, turn },
		};
	},

	async sample(poll) {
		const { api, list } = poll.ownList(conversations, timeField);
		const { records } = await api.pages(list, conversationsSampled);
		const wanted = records.filter((one) => poll.filters.pass(one)).map(candidateOf);
		for (const { record } of wanted.sort(byTime).reverse()) {
			const { read } = await readConversations(poll, [record], () => true);
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

/**
 * When the workflow was published, by the clock of the service: as long ago as n8n's clock says, and the present
 * is not before the newest time of the list. So neither clock need be right.
 */
function publishedBy({ now }: Poll, published: Cursor['published'], listed: IDataObject[]): number {
	if (published.at === undefined) return published.newest;
	const times = listed.map((one) => candidateOf(one).time);
	const newest = newestOf(times.filter((time) => time !== undefined && time <= now()));
	return Math.max(published.newest, newest - (now() - published.at));
}

/** Where n8n's clock was set back to before that, it tells nothing of the time since: not in later polls either. */
function publishedAsKnown({ now }: Poll, { newest, at }: Cursor['published']): Cursor['published'] {
	return at === undefined || now() < at ? { newest } : { newest, at };
}

function hasNumbers(saved: unknown, names: string[]): boolean {
	return isObject(saved) && names.every((name) => typeof saved[name] === 'number');
}

/** The event of a message. */
export function itemOf(
	{ simple, filters }: Poll,
	{ time, record }: Candidate<Received>,
): EmittedEvent {
	const { message, conversation } = record;
	const added = filters.addedTo(asSaid(record));
	if (!simple) return { json: { ...message, ...added, conversation }, time };
	const { customerName, customerEmail } = conversation;
	const json = simplifyReceived({ ...message, customerName, customerEmail });
	return { json: { ...added, ...json }, time };
}

/** The message as its filters see it: a quotation of the company's own words says nothing. */
function asSaid({ message, sent }: Received): IDataObject {
	return { ...message, body: withoutQuotations(String(message.body ?? ''), sent) };
}
