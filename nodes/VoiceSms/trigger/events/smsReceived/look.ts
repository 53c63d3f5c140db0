import type { IDataObject } from 'n8n-workflow';

import { isPathId } from '../../../api/paths';
import type { Round } from '../../event';
import { inTime } from '../../inTime';
import type { Reading } from '../../news/complete';
import { holdsAllNews, overlapMs, reachesBehind } from '../../news/complete';
import type { Memory } from '../../news/memory';
import type { Sighting } from '../../news/sighting';
import type { Failing } from './failing';
import { afterFailure, tellFailures, tryToRead } from './failing';
import type { Messages, Received } from './messages';
import { readMessages } from './messages';
import { newIn } from './newIn';

/** A look into a conversation. */
export interface Look {
	conversation: IDataObject;
	/** Remembered when the conversation cannot be read; left out, nothing is remembered. */
	failing?: Failing;
	enough(reading: Reading, inbound: Sighting[]): boolean;
}

/**
 * Reads conversations side by side, as far as there is time. A conversation that cannot be read does
 * not stop the others.
 *
 * @param known conversations that failed before
 * @returns `left` = the looks that there was no time for
 * @throws errors that say more of the service than of one conversation
 */
export async function readAll(round: Round, looks: Look[], known: Failing[]) {
	const outcomes = await inTime(round, looks, round.bound, async ({ conversation, enough }) => {
		return await tryToRead(round, async () => await readMessages(round, conversation, enough));
	});
	const read: Array<Messages & { look: Look }> = [];
	const failing: Failing[] = [];
	const begunToFail: Parameters<typeof tellFailures>[1] = [];
	const left: Look[] = [];
	looks.forEach((look, index) => {
		const outcome = outcomes[index];
		if (outcome === undefined) left.push(look);
		else if (!('error' in outcome)) read.push({ ...outcome, look });
		else {
			const id = String(look.conversation.id);
			if (!known.some((one) => one.id === id)) begunToFail.push({ id, failure: outcome });
			if (look.failing !== undefined) failing.push(afterFailure(look.failing, outcome));
		}
	});
	tellFailures(round, begunToFail, { answered: read.length > 0, known: known.length });
	return { read, failing, left };
}

interface Task {
	/** Conversations that have changed. */
	fresh: IDataObject[];
	/** All conversations that were read. */
	listed: IDataObject[];
	messages: Memory;
	/** All messages up to this time were looked at. */
	until: number;
	failing: Failing[];
	/** Reads the whole list. */
	all(): Promise<IDataObject[]>;
}

/** Messages that came into conversations with news, and into conversations that could not be read before. */
export async function lookInto(round: Round, task: Task) {
	const { messages, until } = task;
	const byId = new Map(task.failing.map((one) => [one.id, one]));
	const wanted = task.fresh.filter((one) => round.filters.pass(one) && isUsable(round, one));
	const freshIds = new Set(wanted.map(({ id }) => id));
	const listed = new Map(task.listed.map((one) => [one.id, one]));
	const again = task.failing.filter(({ id }) => !freshIds.has(id));
	const looks = [
		...wanted.map((conversation) => lookFor(conversation, byId.get(String(conversation.id)))),
		...again.map((one) => lookFor(listed.get(one.id) ?? { id: one.id }, one)),
	];
	const { read, failing, left } = await readAll(round, looks, task.failing);
	const received: Array<Sighting<Received>> = [];
	for (const { look, ...found } of read) {
		const known = byId.get(String(look.conversation.id));
		const news = newIn(round, found, messages, { until, failing: known });
		const isListed = known === undefined || listed.has(known.id);
		received.push(...(isListed || news.length === 0 ? news : await withRecord(news)));
	}
	const leftConversations = left.map(({ conversation }) => conversation);
	const leftIds = new Set(leftConversations.map(({ id }) => id));
	return {
		received,
		left: new Set(leftConversations.filter((one) => freshIds.has(one.id))),
		failing: [...failing, ...task.failing.filter(({ id }) => leftIds.has(id))],
	};

	function lookFor(conversation: IDataObject, known?: Failing): Look {
		const lookedAt = known?.until ?? until;
		const floor = known ? Math.min(messages.floor, lookedAt + 1) : messages.floor;
		// Late messages, too: the conversation's count of messages shows that there are some.
		const late = known?.fromStart ? floor : Math.max(floor, lookedAt - overlapMs);
		const knows = (one: Sighting) => messages.knows(one, known?.until);
		return {
			conversation,
			failing: known ?? { id: String(conversation.id), until, fromStart: false, polls: 0 },
			enough: (soFar, inbound) =>
				reachesBehind(soFar, late) &&
				holdsAllNews(soFar, inbound, { knows, floor, newest: lookedAt }),
		};
	}

	/** The list told nothing of a conversation that answers again: its record is looked up. */
	async function withRecord(news: Array<Sighting<Received>>) {
		const all = new Map((await task.all()).map((one) => [one.id, one]));
		return news.map((one) => {
			const { message, conversation } = one.record;
			return {
				...one,
				record: { message, conversation: all.get(conversation.id) ?? conversation },
			};
		});
	}
}

function isUsable({ warn }: Round, { id }: IDataObject): boolean {
	const usable = isPathId(String(id ?? ''));
	if (!usable) warn(`An SMS conversation cannot be read: its identifier is "${String(id ?? '')}"`);
	return usable;
}
