import { type NodeError, addForPeople, errorFacts } from '../../api/errors/nodeError';

interface End {
	/** The outcome of the same item in the next run. */
	next: 'sends' | 'skips' | 'isInDoubt';
	/** What the error of the row adds, for people; `why`: the words of n8n's store. */
	says?(why?: string): string;
}

const otherKey = 'If missing, use another key.';

/** The one table of the ends of a key, as far as this run knows, and what each means for its row. */
const ends = {
	/** Never taken, or freed after a message that was certainly not sent. */
	free: { next: 'sends' },
	/** By an earlier run, or by an earlier item of this one. */
	usedBefore: { next: 'skips' },
	usedInThisRun: { next: 'skips' },
	sent: { next: 'skips' },
	/** The message was sent, and n8n's store could not save that: `lineOfNotNoted` says so. */
	notNoted: { next: 'isInDoubt' },
	/** The message may have been sent, by this run or by the one that took the key before. */
	inDoubt: {
		next: 'isInDoubt',
		says: () => otherKey,
	},
	/** The message was not sent in time. */
	delayed: {
		next: 'isInDoubt',
		says: () => 'It was delayed for too long: use another key.',
	},
	/** The message was certainly not sent. */
	notFreed: {
		next: 'isInDoubt',
		says: (why) => `n8n could not free its key (${why}): use another key.`,
	},
	/** Nothing was sent, and n8n's store may have saved the key without an answer. */
	maybeTaken: {
		next: 'isInDoubt',
		says: () => 'If its key is then in doubt, use another key.',
	},
} satisfies Record<string, End>;

export type KeyEnd = keyof typeof ends;

/** Facts of the key of an item; n8n saves it with the execution. */
export interface KeyFacts {
	/** The key with the receiver that it was used for: a key belongs to its receiver. */
	name: string;
	/** Key and receiver as people read them. */
	shown: string;
	end: KeyEnd;
	/** The words of n8n's store, if it failed. */
	why?: string;
}

/** The outcome of the same item with the same key in the next run. */
export function nextRun(end: KeyEnd): End['next'] {
	return ends[end].next;
}

/**
 * The error with its key, if the next run reports the key as in doubt, and with the reason.
 *
 * @param asTool a model does not get the key: it would send with another key
 */
export function withKey(
	error: NodeError,
	{ end, why, sending: { key } }: { end: KeyEnd; why?: string; sending: { key: string } },
	asTool: boolean,
): NodeError {
	const { next, says }: End = ends[end];
	// An error about the key says all of it.
	if (next !== 'isInDoubt' || errorFacts(error).onceKey !== undefined) return error;
	if (says !== undefined && !asTool) addForPeople(error, says(why));
	errorFacts(error).onceKey = key;
	return error;
}
