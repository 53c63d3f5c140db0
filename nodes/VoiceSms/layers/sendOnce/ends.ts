/**
 * The ends of a key, as far as this run knows, and the outcome of the same item in the next run.
 *
 * - `free`: never taken, or freed after a message that was certainly not sent.
 * - `usedBefore`, `usedInThisRun`: by an earlier run, or by an earlier item of this one.
 * - `notNoted`: the message was sent, and n8n's store could not save that: `lineOfNotNoted` says so.
 * - `inDoubt`: the message may have been sent, by this run or by the one that took the key before, or the store could
 *   not free the key.
 */
const ends = {
	free: 'sends',
	usedBefore: 'skips',
	usedInThisRun: 'skips',
	sent: 'skips',
	notNoted: 'isInDoubt',
	inDoubt: 'isInDoubt',
} as const;

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
export function nextRun(end: KeyEnd): 'sends' | 'skips' | 'isInDoubt' {
	return ends[end];
}
