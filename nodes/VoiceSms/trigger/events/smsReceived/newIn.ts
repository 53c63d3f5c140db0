import type { Round } from '../../event';
import type { Memory } from '../../news/memory';
import type { Sighting } from '../../news/sighting';
import { timeOf } from '../../news/sighting';
import type { Failing } from './failing';
import type { Messages, Received } from './messages';

interface LookedAt {
	/** All messages up to this time were looked at. */
	until: number;
	/** Set when the conversation could not be read before. */
	failing?: Failing;
}

/** The new messages of a conversation, oldest first, which then count as given out. */
export function newIn(
	{ warn }: Round,
	messages: Messages,
	memory: Memory,
	{ until, failing }: LookedAt,
): Array<Sighting<Received>> {
	if (failing?.fromStart)
		memory.add(messages.inbound.filter((one) => isBefore(one, failing.until)));
	const inbound = withTimes(messages, memory);
	const fresh = memory.newOf(inbound, failing?.until);
	memory.add(fresh);
	const { conversation, newest } = messages;
	const last = timeOf(conversation.lastMessageAt);
	const explained = last !== undefined && newest !== undefined && newest >= last;
	// Remembered from now on, so that the next one is not one of several.
	const undated = inbound.filter((one) => one.time === undefined && !memory.remembers(one));
	memory.add(undated);
	const name = `the SMS conversation "${String(conversation.id)}"`;
	if (undated.length > 0 && !explained) {
		warn(
			`In ${name}, ${undated.length} messages have no time: which of them is new cannot be told, and none is given out`,
		);
	} else if (
		fresh.length === 0 &&
		failing === undefined &&
		memory.floor > 0 &&
		(!explained || last < until)
	) {
		warn(
			`In ${name}, something has changed but no message is new: one with a time too long ago cannot be told from old ones`,
		);
	}
	return fresh;
}

const isBefore = ({ time }: Sighting, until: number) => time === undefined || time <= until;

/**
 * The inbound messages, with times. If one message has no time, and no other message has the last
 * time of the conversation, that time is its own.
 */
function withTimes({ conversation, inbound, newest }: Messages, memory: Memory) {
	const undated = inbound.filter((one) => one.time === undefined && !memory.remembers(one));
	const last = timeOf(conversation.lastMessageAt);
	const isLast = last !== undefined && newest !== undefined && newest < last;
	if (undated.length !== 1 || !isLast) return inbound;
	return inbound.map((one) => (one === undated[0] ? { ...one, time: last } : one));
}
