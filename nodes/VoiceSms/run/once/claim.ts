import { randomUUID } from 'node:crypto';

import type { Clock } from '../../api/clock';
import { timeSince } from '../../api/clock';
import type { Claim } from '../../api/flow/claim';
import { Canceled, inTime, reasonOf, untilAnswered } from './asking';
import type { KeyRow } from './row';
import { states } from './row';

/** Milliseconds after a key was taken in which its request must begin, or it is freed and taken anew. */
const usedWithin = 5_000;
/** Milliseconds for which a store that fails is asked again, to take a key and to note that it was sent. */
const [takingLasts, notingLasts] = [30_000, 60_000];
/** Milliseconds after which a store that says nothing at all is waited for no longer. */
const answerWithin = 65_000;
/** Milliseconds that a look at somebody else's key may take. */
const lookWithin = 5_000;
/** Milliseconds between two looks at a key that somebody else has, first and at most. */
const [firstLook, longestLook] = [50, 1_000];
/** Milliseconds beyond a request's timeout after which a key that is still taken is in doubt. */
const beyondTimeout = 15_000;

/** What a claim needs of the run that it belongs to. */
export interface Keys {
	clock: Clock;
	/** Aborts when nothing may be sent any more. */
	ended: AbortSignal;
	canceled?: AbortSignal;
	/** Keys that this run has sent with. */
	sent: Set<string>;
	/** Keys that items of a dry run would send with. */
	looked: Set<string>;
	/** Keys of them that the store could not note, and why. */
	notNoted: Map<string, string>;
	rowOf(key: string): Promise<KeyRow>;
}

/** Why a key cannot be sent with. `late`: it was ours for so long that others may call it in doubt. */
export type Refusal = { why: 'inDoubt' | 'late' | 'stuck' } | { why: 'store'; error: unknown };

/**
 * A Send Once Key. It is held for one try of the request: taken right before, and noted right after as sent
 * or in doubt, or freed. No clocks of two computers are compared: who finds the key taken counts how long
 * it stays so, and who has it how long ago that was.
 */
export class KeyClaim implements Claim {
	/** Why the key stays taken after a message that failed, a sentence. */
	staysTaken?: string;
	private owner = '';
	private heldFor = () => 0;
	/** Since somebody else was first seen to have it. */
	private seenFor?: () => number;
	private readonly inDoubtAfter: number;

	/**
	 * @param timeoutMs milliseconds that the request may take
	 * @param refused the error of an item whose key cannot be sent with
	 */
	constructor(
		readonly key: string,
		private readonly keys: Keys,
		timeoutMs: number,
		private readonly refused: (refusal: Refusal) => Error,
	) {
		this.inDoubtAfter = timeoutMs + beyondTimeout;
	}

	async take(): Promise<'ours' | 'taken' | 'sentBefore'> {
		if (this.keys.sent.has(this.key)) return 'sentBefore';
		// It was to be freed, and that may yet happen: then, with the key of somebody else.
		if (this.staysTaken !== undefined) throw this.refused({ why: 'stuck' });
		// Before the look: it must be seen as taken after that time.
		const isOver = this.hasLasted();
		const taking = this.tryToTake();
		const state = await inTime(answerWithin, this.keys.canceled, taking).catch((error: unknown) => {
			// Nothing is sent with a key that the store gives later.
			void taking.then(
				async (late) => await (late === 'ours' ? this.note('notSent') : undefined),
				() => {},
			);
			throw this.refused({ why: 'store', error });
		});
		if (state === 'late') {
			await this.write(states.inDoubt, 0);
			throw this.refused({ why: 'late' });
		}
		if (state === 'inDoubt' || (state === 'taken' && isOver))
			throw this.refused({ why: 'inDoubt' });
		return state;
	}

	/**
	 * What `take` would find, without taking anything. For the next look of this run a free key is one that
	 * was sent with, as it would be.
	 *
	 * @throws as `take`
	 */
	async look(): Promise<'free' | 'taken' | 'sentBefore'> {
		const { sent, looked, clock, canceled, ended } = this.keys;
		if (sent.has(this.key) || looked.has(this.key)) return 'sentBefore';
		const count = async () => await (await this.row()).count();
		const asked = untilAnswered(clock, takingLasts, count, ended);
		const state = await inTime(answerWithin, canceled, asked).catch((error: unknown) => {
			throw this.refused({ why: 'store', error });
		});
		if (state >= states.inDoubt) throw this.refused({ why: 'inDoubt' });
		if (state === states.taken) return 'taken';
		if (state === states.sent) return 'sentBefore';
		looked.add(this.key);
		return 'free';
	}

	async note(outcome: 'sent' | 'notSent' | 'maybeSent'): Promise<void> {
		const name = `The key "${this.key}" stays taken`;
		if (outcome === 'sent') {
			this.keys.sent.add(this.key);
			const failure = await this.write(states.sent, notingLasts);
			if (failure !== undefined) this.keys.notNoted.set(this.key, failure);
		} else if (outcome === 'maybeSent') {
			this.staysTaken = `${name}.`;
			await this.write(states.inDoubt, 0);
		} else if (this.heldFor() >= this.inDoubtAfter) {
			this.staysTaken = `${name}, because this execution was delayed for so long that another execution may have reported the key as in doubt.`;
			await this.write(states.inDoubt, 0);
		} else {
			// Not tried again: carried out late, it would delete the row of whoever took the key meanwhile.
			const failure = await this.answered(async () => await (await this.row()).clear());
			if (failure === undefined) return;
			this.staysTaken = `${name}, because n8n's store could not free it: ${failure}.`;
		}
	}

	async released(): Promise<void> {
		const { clock, ended } = this.keys;
		const row = await this.row();
		for (let ms = firstLook; !ended.aborted; ms = Math.min(2 * ms, longestLook)) {
			await clock.sleep(ms, ended);
			const isOver = this.hasLasted();
			// A store that fails may know more the next time.
			const state = await inTime(lookWithin, ended, row.count()).catch(() => states.taken);
			if (state !== states.taken || isOver) return;
		}
	}

	/** @throws what the store throws, when it has failed for too long */
	private async tryToTake(): Promise<'ours' | 'taken' | 'sentBefore' | 'inDoubt' | 'late'> {
		const { clock, ended } = this.keys;
		const insist = async <T>(ask: () => Promise<T>) =>
			await untilAnswered(clock, takingLasts, ask, ended);
		const row = await insist(async () => await this.row());
		for (const trying = timeSince(clock); trying() < takingLasts; ) {
			this.owner = randomUUID();
			this.heldFor = timeSince(clock);
			if (await insist(async () => await row.write(this.owner, states.taken))) {
				if (this.heldFor() >= this.inDoubtAfter) return 'late';
				this.seenFor = undefined;
				if (this.heldFor() < usedWithin) return 'ours';
				await row.clear();
				continue;
			}
			const state = await insist(async () => await row.count());
			if (state === states.sent) return 'sentBefore';
			if (state >= states.inDoubt) return 'inDoubt';
			this.seenFor = state === 0 ? undefined : (this.seenFor ?? timeSince(clock));
			if (state > 0) return 'taken';
		}
		throw new Error('it takes too long');
	}

	private hasLasted(): boolean {
		return this.seenFor !== undefined && this.seenFor() >= this.inDoubtAfter;
	}

	private async row(): Promise<KeyRow> {
		return await this.keys.rowOf(this.key);
	}

	/** Writes into our row; gives why that failed. */
	private async write(entries: number, lasting: number): Promise<string | undefined> {
		return await this.answered(async () => {
			const row = await this.row();
			const write = async () => await row.write(this.owner, entries);
			const isOurs = await untilAnswered(this.keys.clock, lasting, write);
			if (!isOurs) throw new Error('the row belongs to another execution');
		});
	}

	/** Why it failed; undefined when it did not, or the run was canceled: then it goes on by itself. */
	private async answered(work: () => Promise<void>): Promise<string | undefined> {
		const { canceled } = this.keys;
		return await inTime(answerWithin, canceled, work()).then(
			() => undefined,
			(error: unknown) => {
				return error instanceof Canceled ? undefined : reasonOf(error);
			},
		);
	}
}
