import { randomUUID } from 'node:crypto';

import { timeSince } from '../../api/clock';
import { type NodeError, addForPeople, factsOf } from '../../api/errors/nodeError';
import type { Claim } from '../../api/flow/attempts';
import { type Keys, Canceled, inTime, nameOf, reasonOf, untilAnswered } from './keys';
import { type Sending, inDoubt, late, notSent, storeFailed } from './refusals';
import { type KeyRow, states } from './row';

/** Milliseconds from the claim to the request; later, the key is freed and claimed again. */
const usedWithin = 5_000;
/** Milliseconds for which a failing store is asked again: to claim a key, and to note it as sent. */
const [takingLasts, notingLasts] = [30_000, 60_000];
/** Milliseconds to wait for a store that does not answer: usually, and to look at another's key. */
const [answerWithin, lookWithin] = [65_000, 5_000];
/** Milliseconds between two looks at another execution's key, first and at most. */
const [firstLook, longestLook] = [50, 1_000];
/** A key that is still taken so many milliseconds after the request's timeout is in doubt. */
const beyondTimeout = 15_000;

/**
 * A Send Once Key of one receiver. It is held for one try of the request: claimed right before, then noted
 * as sent or in doubt, or freed. No clocks of two computers are compared: who waits for the key counts the
 * wait, and the owner counts how long it has held the key.
 */
export class KeyClaim implements Claim {
	/** Why the key stays taken after a failed message, a sentence. */
	whyTaken?: string;
	wasUsed = false;
	/** Why the store could not note what was sent. */
	notNoted?: string;
	/** Whether it was an earlier item of this run that used the key or, in a dry run, would use it. */
	isOfThisRun = false;
	private owner = '';
	private heldFor = () => 0;
	/** Time since another execution was first seen to hold the key. */
	private seenFor?: () => number;
	private readonly inDoubtAfter: number;
	/** Of the row, and of what this run knows of it. */
	/** The key with its receiver (`nameOf`). */
	readonly name: string;

	constructor(
		private readonly keys: Keys,
		readonly sending: Sending,
	) {
		this.inDoubtAfter = sending.timeoutMs + beyondTimeout;
		this.name = nameOf(sending.receiver, sending.key);
	}

	async take(): Promise<'ours' | 'taken' | 'sentBefore'> {
		this.wasUsed = this.isOfThisRun = this.keys.sent.has(this.name);
		if (this.wasUsed) return 'sentBefore';
		// Freeing failed and may still happen later, maybe to the key of another execution.
		if (this.whyTaken !== undefined) throw notSent(this.sending);
		// Measured before the look: the key must be seen as taken after that time.
		const isOver = this.hasLasted();
		const taking = this.tryToTake();
		const state = await inTime(answerWithin, this.keys.canceled, taking).catch((error: unknown) => {
			// A key that the store gives too late is freed and not used.
			void taking.then(
				async (late) => await (late === 'ours' ? this.note('notSent') : undefined),
				() => {},
			);
			throw storeFailed(this.sending, 'save', error);
		});
		if (state === 'late') {
			await this.write(states.inDoubt, 0);
			throw late(this.sending);
		}
		if (state === 'inDoubt' || (state === 'taken' && isOver)) throw this.inDoubt();
		this.wasUsed = state === 'sentBefore';
		return state;
	}

	/**
	 * The result that `take` would have, without claiming the key. In a dry run, the first look at a free
	 * key counts as its use.
	 *
	 * @throws as `take`
	 */
	async look(): Promise<'free' | 'taken' | 'sentBefore'> {
		const { sent, wouldUse, clock, canceled, ended } = this.keys;
		this.isOfThisRun = sent.has(this.name) || wouldUse.has(this.name);
		if (this.isOfThisRun) return 'sentBefore';
		const count = async () => await (await this.row()).count();
		const asked = untilAnswered(clock, takingLasts, count, ended);
		const state = await inTime(answerWithin, canceled, asked).catch((error: unknown) => {
			throw storeFailed(this.sending, 'look up', error);
		});
		if (state >= states.inDoubt) throw this.inDoubt();
		if (state === states.taken) return 'taken';
		if (state === states.sent) return 'sentBefore';
		wouldUse.add(this.name);
		return 'free';
	}

	async note(outcome: 'sent' | 'notSent' | 'maybeSent'): Promise<void> {
		const { key } = this.sending;
		const staysTaken = `The key "${key}" stays taken for this number`;
		if (outcome === 'sent') {
			this.keys.sent.add(this.name);
			this.notNoted = await this.write(states.sent, notingLasts);
		} else if (outcome === 'maybeSent') {
			this.whyTaken = `${staysTaken}.`;
			await this.write(states.inDoubt, 0);
		} else if (this.heldFor() >= this.inDoubtAfter) {
			this.whyTaken = `${staysTaken}, because this execution was delayed for so long that another execution may have reported the key as in doubt.`;
			await this.write(states.inDoubt, 0);
		} else {
			// Not tried again: a late deletion would free the key of another execution.
			const failure = await this.answered(async () => await (await this.row()).clear());
			if (failure === undefined) return;
			this.whyTaken = `${staysTaken}, because n8n's store could not free it: ${failure}.`;
			this.keys.leftTaken.set(this.name, this.sending.itemIndex);
		}
	}

	async released(leftMs: () => number): Promise<void> {
		const { clock, ended } = this.keys;
		const row = await this.row();
		for (let ms = firstLook; !ended.aborted; ms = Math.min(2 * ms, longestLook)) {
			if (leftMs() < ms) throw this.inDoubt();
			await clock.sleep(ms, ended);
			const isOver = this.hasLasted();
			// A failing store may answer the next time.
			const state = await inTime(lookWithin, ended, row.count()).catch(() => states.taken);
			if (state !== states.taken || isOver) return;
		}
	}

	/** @throws the store's error, when it has failed for too long */
	private async tryToTake(): Promise<'ours' | 'taken' | 'sentBefore' | 'inDoubt' | 'late'> {
		const { clock, ended } = this.keys;
		const insist = async <T>(ask: () => Promise<T>) =>
			await untilAnswered(clock, takingLasts, ask, ended);
		const row = await insist(async () => await this.row());
		const trying = timeSince(clock);
		for (let isLast = false; !isLast; ) {
			isLast = trying() >= takingLasts;
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

	private inDoubt() {
		return inDoubt(this.sending, this.keys.leftTaken.get(this.name));
	}

	private async row(): Promise<KeyRow> {
		return await this.keys.rowOf(this.name);
	}

	/** @returns why it failed */
	private async write(entries: number, lasting: number): Promise<string | undefined> {
		if (entries === states.inDoubt) this.keys.leftTaken.set(this.name, this.sending.itemIndex);
		return await this.answered(async () => {
			const row = await this.row();
			const write = async () => await row.write(this.owner, entries);
			const isOurs = await untilAnswered(this.keys.clock, lasting, write);
			if (!isOurs) throw new Error('the row belongs to another execution');
		});
	}

	/** Why the work failed; undefined after success, or when the run was canceled. */
	private async answered(work: () => Promise<void>): Promise<string | undefined> {
		return await inTime(answerWithin, this.keys.canceled, work()).then(
			() => undefined,
			(error: unknown) => (error instanceof Canceled ? undefined : reasonOf(error)),
		);
	}
}

/** Adds to the error which key stays taken, and why. A model is not told: it can do nothing about it. */
export function withKey(error: NodeError, claim: KeyClaim): NodeError {
	if (claim.whyTaken !== undefined) addForPeople(error, claim.whyTaken);
	if (claim.whyTaken !== undefined || factsOf(error).mayHaveBeenDone) {
		factsOf(error).onceKey = claim.sending.key;
	}
	return error;
}
