import { newestOf, overlapMs } from '../../../api/list/readNewest';
import { counted } from '../../../util/inWords';
import type { Poll } from '../../event';
import { type Candidate, type Memory, dayMs } from '../../memory';
import type { Conversation, Messages, Received } from './conversations';

/**
 * The conversations and messages that were seen. The memory of conversations holds the time up to which the messages of
 * each were read: its own floor. So a conversation that is left, or that stands on a page not read, waits as long as
 * it takes.
 */
export interface Known {
	records: Memory;
	/** Inbound messages that were seen. */
	messages: Memory;
	/**
	 * When the workflow was published: the newest time of the service that the list then had, and the time by n8n's
	 * clock. Messages from before are old, where their conversation was not read then.
	 */
	published: { newest: number; at: number };
	/** How often a conversation was left because no message explained its change, by its version. */
	unexplained: Record<string, number>;
	/** How many messages the service counts in a conversation and never lists, by its key. */
	surplus: Record<string, number>;
}

/** Polls for which a conversation is left because no message explains its change. */
const maxUnexplained = 3;
/** Most conversations that are counted in each of these ways. */
const maxCounted = 500;
const bounded = (counts: Record<string, number>) =>
	Object.fromEntries(Object.entries(counts).slice(-maxCounted));

/** The new messages that a poll finds in conversations, page by page of their list. */
export function newMessagesOf(poll: Poll, known: Known) {
	const { records, messages, published } = known;
	const unexplained: Known['unexplained'] = {};
	const surplus = { ...known.surplus };
	const received: Array<Candidate<Received>> = [];
	let present = records.newest(poll.now());
	const triesOf = ({ version = '' }: Conversation) => known.unexplained[version] ?? 0;
	/**
	 * When the workflow was published, by the clock of the service: as long ago as n8n's clock says, and the present
	 * is not before the newest time of the list. So neither clock need be right.
	 */
	const since = () => {
		const passedMs = Math.max(0, poll.now() - published.at);
		return Math.max(published.newest, present - passedMs, records.floor);
	};
	/** Up to when the messages of a conversation were read, or are old. */
	const untilOf = (one: Conversation) =>
		Math.max(published.newest, records.lastSeen(one) ?? since());
	/** Earlier messages are old. Those that come up to a day late are new, as far as the memory reaches. */
	const floorOf = (one: Conversation) => {
		const [seen, until] = [records.lastSeen(one), untilOf(one)];
		const { floor } = messages;
		if (seen !== undefined && seen >= floor) return Math.max(until - dayMs, floor);
		// Messages not read when the workflow was published, or forgotten, cannot be told from late ones.
		const unread = seen === until ? until + 1 : until;
		// A conversation that waits may have given out messages that are forgotten, too.
		return triesOf(one) > 0 ? Math.max(unread, floor) : unread;
	};
	return {
		received,
		/** How often conversations were left, and what the service counts too many, for the next poll. */
		state: () => ({ unexplained: bounded(unexplained), surplus: bounded(surplus) }),
		/** A page of conversations: it tells of the present. */
		see(listed: Conversation[]) {
			for (const { time = 0 } of listed) if (time <= poll.now()) present = Math.max(present, time);
		},
		/** Down to when the messages of a conversation are to be read. */
		downTo(one: Conversation) {
			// A second look reads all: a page of old messages with one time may look like the end of the news.
			if (triesOf(one) > 0) return -1;
			// The day before, too: later these messages may look late.
			if (records.lastSeen(one) === undefined) return since() - dayMs;
			return Math.max(floorOf(one), untilOf(one) - overlapMs);
		},
		/** The conversation is left to the next poll. */
		leave(one: Conversation) {
			if (triesOf(one) > 0) unexplained[one.version ?? ''] = triesOf(one);
		},
		/** Takes the new messages that were read; whether they are all. */
		take(read: Messages): boolean {
			const { of, inbound, newest } = read;
			const until = records.lastSeen(of);
			const news = messages.newOf(inbound, floorOf(of));
			const lack = lackIn(read, surplus[of.key] ?? 0, until);
			messages.add(inbound);
			received.push(...news);
			if (lack !== undefined && triesOf(of) < maxUnexplained) {
				unexplained[of.version ?? ''] = triesOf(of) + 1;
				return false;
			}
			if (lack !== undefined) {
				poll.warn(
					`In the SMS conversation "${String(of.record.id)}", a message may be missing, also after three more polls: ${lack}`,
				);
			}
			delete surplus[of.key];
			Object.assign(surplus, surplusOf([read]));
			// Not a time in the far future: no later message would be new.
			of.time = Math.min(newestOf([of.time, newest, untilOf(of)]), poll.now() + dayMs);
			return true;
		},
	};
}

/** How many messages the service counts in conversations and does not list, by the keys of the conversations. */
export function surplusOf(read: Messages[]): Known['surplus'] {
	const counted = read.map(({ of, listed }): [string, number] => [
		of.key,
		Number(of.record.messageCount ?? 0) - listed,
	]);
	return Object.fromEntries(counted.filter(([, more]) => more > 0));
}

/**
 * Why the messages that were read do not explain the change of their conversation; undefined if they do. The
 * list of conversations may show a message a moment before the list of messages does.
 *
 * @param surplus how many more messages the service always counts
 * @param until up to when the messages of the conversation had been read
 */
function lackIn(
	{ of, listed, newest, newestWritten }: Messages,
	surplus: number,
	until = 0,
): string | undefined {
	const { messageCount } = of.record;
	if (typeof messageCount === 'number' && listed + surplus < messageCount) {
		return `the service counts ${counted(messageCount, 'message')} and lists ${listed}`;
	}
	const isOpen = newest < (of.time ?? 0) && newestWritten <= until;
	return isOpen ? 'no message has the time of the change' : undefined;
}
