import type { IDataObject } from 'n8n-workflow';

import { conversations } from '../../../api/lists';
import { conversationPageSize } from '../../../api/unstated';
import type { Event, Round } from '../../event';
import { companyNumber } from '../../filters';
import type { Reading } from '../../news/complete';
import { holdsAllNews, isSorted, reachesBehind, remarksOn } from '../../news/complete';
import { Memory } from '../../news/memory';
import { readNewest, readWhole } from '../../news/newest';
import type { Sighting } from '../../news/sighting';
import { byTime, keyOf, timeOf } from '../../news/sighting';
import type { Failing } from './failing';
import { forgetDeleted, isDoubtful, readFailing, saveFailing } from './failing';
import type { Look } from './look';
import { lookInto, readAll } from './look';
import { itemOf } from './messages';

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
	failing: Failing[];
}

const thing = 'SMS conversations';
const timeField = 'lastMessageAt';
/** Conversations whose messages are looked at to begin with: the newest ones. */
const startedWith = 40;
/** Conversations that a sample is looked for in. */
const sampled = 50;

/** A message moves its conversation's last time; a message that comes late moves the count alone. */
const sightingOf = (conversation: IDataObject): Sighting<IDataObject> => ({
	time: timeOf(conversation.lastMessageAt),
	key: keyOf(conversation.id, conversation.lastMessageAt, conversation.messageCount),
	record: conversation,
});

/** Conversations with news, then their messages side by side. */
export const smsReceived: Event<Progress> = {
	value: 'smsReceived',
	name: 'SMS Received',
	description: 'A customer sends an SMS',
	thing,
	filters: [companyNumber],

	readProgress(saved) {
		const records = Memory.read(saved.records);
		const messages = Memory.read(saved.messages);
		const { messagesUntil, sorted } = saved;
		if (records === undefined || messages === undefined || typeof messagesUntil !== 'number') {
			return undefined;
		}
		const failing = readFailing(saved.failing);
		return { records, messages, messagesUntil, sorted: sorted === true, failing };
	},
	saveProgress: ({ records, messages, messagesUntil, sorted, failing }) => ({
		records: { ...records.save() },
		messages: { ...messages.save() },
		messagesUntil,
		sorted,
		failing: saveFailing(failing),
	}),

	async start(round) {
		const reading = await readWhole(round.ownList(conversations, timeField));
		const records = Memory.of(reading.records.map(sightingOf), reading);
		remark(round, reading, undefined);
		records.total = reading.total;
		const newestFirst = reading.records.map(sightingOf).sort(byTime).reverse();
		const next = newestFirst[startedWith];
		// All messages from here on are in the conversations looked at, as far as their times tell.
		const floor = next === undefined ? 0 : (next.time ?? records.newest) + 1;
		const looks = newestFirst.slice(0, startedWith).map(({ record, time }): Look => {
			const id = String(record.id);
			const failing = { id, until: time ?? records.newest, fromStart: true, polls: 0 };
			return { conversation: record, failing, enough: (soFar) => reachesBehind(soFar, floor) };
		});
		const { read, failing } = await readAll(round, looks, []);
		const inbound = read.flatMap((one) => one.inbound);
		const messages = Memory.of(inbound, { whole: next === undefined, oldest: floor - 1 });
		return {
			records,
			messages,
			messagesUntil: records.newest,
			sorted: isSorted(reading.records, timeField),
			failing,
		};
	},

	async poll(round, { records, messages, messagesUntil, sorted, failing: before }) {
		const source = round.ownList(conversations, timeField);
		// Page 1 of a list in another order may look sorted, as far as its conversations are short.
		const reading =
			sorted && !before.some(isDoubtful)
				? await readNewest(source, (soFar) =>
						holdsAllNews(soFar, soFar.records.map(sightingOf), records),
					)
				: await readWhole(source);
		const fresh = records.newOf(reading.records.map(sightingOf));
		const known = forgetDeleted(round, before, reading);
		const { received, left, failing } = await lookInto(round, {
			fresh: fresh.map(({ record }) => record),
			listed: reading.records,
			messages,
			until: messagesUntil,
			failing: known,
			all: async () => (await readWhole(source)).records,
		});
		messages.trim();
		if (left.size > 0 && messages.floor > messagesUntil) {
			round.warn(
				'More SMS came than the memory holds: early ones of some conversations may be left out',
			);
		}
		records.add(fresh.filter(({ record }) => !left.has(record)));
		remark(round, reading, records.total);
		// Conversations that were left are missing from the count, so that the next poll looks for them.
		records.total = reading.total - left.size;
		return {
			items: received.map((one) => itemOf(round, one)),
			progress: {
				records,
				messages,
				messagesUntil: left.size === 0 ? records.newest : messagesUntil,
				sorted: isSorted(reading.records, timeField),
				failing,
			},
		};
	},

	async sample(round) {
		const { api, list } = round.ownList(conversations, timeField);
		const { records } = await api.pages(list, conversationPageSize);
		const wanted = records.filter((one) => round.filters.pass(one)).map(sightingOf);
		const newestFirst = wanted.sort(byTime).reverse().slice(0, sampled);
		for (const { record } of newestFirst) {
			const look: Look = { conversation: record, enough: () => true };
			const { read } = await readAll(round, [look], []);
			const last = read
				.flatMap(({ inbound }) => inbound)
				.sort(byTime)
				.pop();
			if (last !== undefined) return itemOf(round, last);
		}
		return undefined;
	},
};

/** Writes into n8n's log where the list contradicts itself. */
function remark({ warn }: Round, reading: Reading, totalBefore: number | undefined) {
	// Changed conversations count as fresh, so growth cannot be checked.
	for (const one of remarksOn(reading, thing, totalBefore, Infinity)) warn(one);
}
