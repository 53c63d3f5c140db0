import { conversations } from '../../../api/lists';
import { conversationPageSize } from '../../../api/unstated';
import { inParallel } from '../../../util/inParallel';
import type { Event, Polled, Round } from '../../event';
import { companyNumber } from '../../filters';
import type { Reading } from '../../news/complete';
import { holdsAllNews, isSorted, overlapMs, reachesBehind } from '../../news/complete';
import { Memory } from '../../news/memory';
import { readNewest, readWhole } from '../../news/newest';
import { byTime } from '../../news/sighting';
import { conversationSighting, itemOf, readMessages } from './messages';

/** How far the event has come. */
interface Progress {
	/** Conversations that were seen, each as it stood. */
	records: Memory;
	/** Inbound messages given out. */
	messages: Memory;
	/** All messages up to this time were looked at. */
	messagesUntil: number;
	/** Whether the list of conversations was newest-first when it was last read. */
	sorted: boolean;
}

const timeField = 'lastMessageAt';
/** Conversations whose messages are looked at to begin with: the newest ones. */
const startedWith = 40;
/** Conversations that a sample is looked for in. */
const sampled = 10;

/** Conversations with news, then their messages side by side. */
export const smsReceived: Event<Progress> = {
	value: 'smsReceived',
	name: 'SMS Received',
	description: 'A customer sends an SMS',
	thing: 'SMS conversations',
	filters: [companyNumber],

	readProgress(saved) {
		const records = Memory.read(saved.records);
		const messages = Memory.read(saved.messages);
		if (records === undefined || messages === undefined) return undefined;
		const { messagesUntil, sorted } = saved;
		const until = typeof messagesUntil === 'number' ? messagesUntil : messages.newest;
		return { records, messages, messagesUntil: until, sorted: sorted === true };
	},
	saveProgress: ({ records, messages, messagesUntil, sorted }) => ({
		records: { ...records.save() },
		messages: { ...messages.save() },
		messagesUntil,
		sorted,
	}),

	async start(round) {
		const reading = await readWhole(round.ownList(conversations, timeField));
		const newestFirst = reading.records.map(conversationSighting).sort(byTime).reverse();
		const recent = newestFirst.slice(0, startedWith);
		// All messages from here on are in the conversations looked at.
		const next = newestFirst[startedWith];
		const floor = next === undefined ? 0 : (next.time ?? 0) + 1;
		const messages = await inParallel(recent.length, round, async (index) => {
			return await readMessages(round, recent[index].record, (soFar) =>
				reachesBehind(soFar, floor),
			);
		});
		const records = Memory.of(newestFirst, reading);
		records.total = reading.total;
		return {
			records,
			messages: Memory.of(
				messages.flatMap((some) => some ?? []),
				{ whole: next === undefined, oldest: next?.time },
			),
			messagesUntil: records.newest,
			sorted: isSorted(reading.records, timeField),
		};
	},

	async poll(round, progress) {
		const source = round.ownList(conversations, timeField);
		// Page 1 of a list in another order may look sorted, as far as its conversations are short.
		const reading = progress.sorted
			? await readNewest(source, (soFar) =>
					holdsAllNews(soFar, soFar.records.map(conversationSighting), progress.records),
				)
			: await readWhole(source);
		return await goOn(round, reading, progress);
	},

	async sample(round) {
		const { api, list } = round.ownList(conversations, timeField);
		const { records } = await api.pages(list, conversationPageSize);
		const wanted = records.filter((one) => round.filters.pass(one)).map(conversationSighting);
		const newestFirst = wanted.sort(byTime).reverse();
		for (const { record } of newestFirst.slice(0, sampled)) {
			const received = await readMessages(round, record, () => true);
			const last = received.sort(byTime).pop();
			if (last !== undefined) return itemOf(round, last);
		}
		return undefined;
	},
};

async function goOn(
	round: Round,
	reading: Reading,
	{ records, messages, messagesUntil: until }: Progress,
): Promise<Polled<Progress>> {
	// Late messages, too: the conversation's count of messages shows that there are some.
	const late = Math.max(messages.floor, until - overlapMs);
	const known = {
		knows: messages.knows.bind(messages),
		floor: messages.floor,
		newest: until,
	};
	const fresh = records.newOf(reading.records.map(conversationSighting));
	let begun = 0;
	// One at least is read in every poll, or a slow service would hold all up for good.
	const stopped = () => begun > 0 && !round.mayStart();
	const read = await inParallel(fresh.length, { bound: round.bound, stopped }, async (index) => {
		begun++;
		const { record } = fresh[index];
		if (!round.filters.pass(record)) return [];
		return await readMessages(round, record, (soFar, inbound) => {
			return reachesBehind(soFar, late) && holdsAllNews(soFar, inbound, known);
		});
	});
	const firstLeft = read.findIndex((some) => some === undefined);
	const taken = firstLeft === -1 ? read.length : firstLeft;
	const received = messages.newOf(read.flatMap((some) => some ?? []));
	messages.add(received);
	messages.trim();
	records.add(fresh.slice(0, taken));
	// What was left is missing from the count, so that the next poll looks for it.
	records.total = reading.total - (fresh.length - taken);
	if (taken < fresh.length && messages.floor > until) {
		round.warn(
			'More SMS came than the memory holds: early ones of some conversations may be left out',
		);
	}
	return {
		items: received.map((one) => itemOf(round, one)),
		progress: {
			records,
			messages,
			messagesUntil: taken === fresh.length ? records.newest : until,
			sorted: isSorted(reading.records, timeField),
		},
	};
}
