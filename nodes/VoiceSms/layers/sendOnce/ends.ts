/**
 * The ends of a key, as far as this run knows.
 *
 * - `free`: never taken, or freed after a message that was certainly not sent.
 * - `usedBefore`, `usedInThisRun`: by an earlier run, or by an earlier item of this one.
 * - `notNoted`: the message was sent, and n8n's store could not save that: `lineOfNotNoted` says so.
 * - `inDoubt`: the message may have been sent, by this run or by the one that took the key before, or the store could
 *   not free the key.
 */
export type KeyEnd = 'free' | 'usedBefore' | 'usedInThisRun' | 'sent' | 'notNoted' | 'inDoubt';

/** Facts of the key of an item; n8n saves it with the execution. */
export interface KeyFacts {
	/** The key with the receiver that it was used for: a key belongs to its receiver. */
	name: string;
	/** Key and receiver as people read them. */
	label: string;
	end: KeyEnd;
	/** The words of n8n's store, if it failed. */
	why?: string;
}

/** Whether the next run reports the key as in doubt. */
export const isInDoubt = (end: KeyEnd) => end === 'notNoted' || end === 'inDoubt';
