import { conversations } from '../api/lists';
import { conversationPageSize } from '../api/unstated';
import { inParallel } from '../util/inParallel';
import { conversationSighting, isWanted, itemOf, readMessages } from './conversation';
import { startMemory, takeFresh } from './fresh';
import type { Memory } from './memory';
import { overlapMs } from './memory';
import type { Reading } from './news';
import { holdsAllNews, isSorted } from './news';
import { readNewest, readWhole } from './newest';
import type { EventWork, Outcome, Progress, Tools } from './tools';

/** Conversations whose messages are looked at to begin with: the newest ones. */
const startedWith = 40;
/** Conversations that a sample is looked for in. */
const sampled = 10;

/** SMS Received: conversations with news, then their messages side by side. */
export const smsReceived: EventWork = {
	async poll(tools, progress) {
		if (progress === undefined) return await start(tools, await readWhole(tools, conversations));
		const { records, sorted } = progress;
		// Page 1 of a list in another order may look sorted, as far as its conversations are short.
		const reading = sorted
			? await readNewest(tools, conversations, 'lastMessageAt', (soFar) =>
					holdsAllNews(soFar, soFar.records.map(conversationSighting), records),
				)
			: await readWhole(tools, conversations);
		return await goOn(tools, reading, progress);
	},

	async sample(tools) {
		const { records } = await tools.api.pages(conversations, conversationPageSize);
		const newest = records.filter((one) => isWanted(tools, one)).map(conversationSighting);
		newest.sort((a, b) => b.time - a.time);
		for (const { record } of newest.slice(0, sampled)) {
			const received = await readMessages(tools, record, () => true);
			const last = received.sort((a, b) => b.time - a.time)[0];
			if (last !== undefined) return itemOf(tools, last);
		}
		return undefined;
	},
};

async function start(tools: Tools, { records, total }: Reading): Promise<Outcome> {
	const newestFirst = records.map(conversationSighting).sort((a, b) => b.time - a.time);
	const recent = newestFirst.slice(0, startedWith);
	// All messages from here on are in the conversations looked at.
	const next = newestFirst[startedWith];
	const floor = next === undefined ? 0 : next.time + 1;
	const messages = await inParallel(recent.length, tools, async (index) => {
		return await readMessages(tools, recent[index].record, ({ reaches: until }) => until < floor);
	});
	const known = startMemory(newestFirst, 0, { total });
	return {
		items: [],
		progress: {
			records: known,
			messages: startMemory(
				messages.flatMap((some) => some ?? []),
				floor,
			),
			messagesUntil: known.newest,
			sorted: isSorted(records, 'lastMessageAt'),
		},
	};
}

async function goOn(tools: Tools, reading: Reading, progress: Progress): Promise<Outcome> {
	const sightings = reading.records.map(conversationSighting);
	const messages: Memory = progress.messages ?? progress.records;
	const until = progress.messagesUntil ?? messages.newest;
	// Late messages, too: the conversation's count of messages shows that there are some.
	const late = Math.max(messages.floor, until - overlapMs);
	const { fresh } = takeFresh(sightings, progress.records);
	let begun = 0;
	// One at least is read in every poll, or a slow service would hold all up for good.
	const stopped = () => begun > 0 && !tools.mayStart();
	const read = await inParallel(fresh.length, { bound: tools.bound, stopped }, async (index) => {
		begun++;
		const { record } = fresh[index];
		if (!isWanted(tools, record)) return [];
		return await readMessages(tools, record, (soFar, inbound) => {
			const known = { ...messages, newest: until, total: undefined };
			return soFar.reaches < late && holdsAllNews(soFar, inbound, known);
		});
	});
	const firstLeft = read.findIndex((some) => some === undefined);
	const most = firstLeft === -1 ? read.length : firstLeft;
	const received = takeFresh(
		read.flatMap((some) => some ?? []),
		messages,
	);
	const { memory } = takeFresh(sightings, progress.records, { most, total: reading.total });
	if (most < fresh.length && received.memory.floor > until) {
		tools.warn(
			'More SMS came than the memory holds: early ones of some conversations may be left out',
		);
	}
	return {
		items: received.fresh.map((one) => itemOf(tools, one)),
		progress: {
			records: memory,
			messages: received.memory,
			messagesUntil: most === fresh.length ? memory.newest : until,
			sorted: isSorted(reading.records, 'lastMessageAt'),
		},
	};
}
