import { randomUUID } from 'node:crypto';

import { timeSince } from '../../api/clock';
import type { Claim } from '../../api/flow/attempts';
import { rethrow } from '../../util/rethrow';
import { type KeyEnd, nextRun } from './ends';
import { free, isRefused } from './freeing';
import { type Keys, Canceled, inTime, claimName, whyNotUsable, untilAnswered } from './keys';
import { type Sending, inDoubt, tooLate, notSent, storeFailed } from './refusals';
import { type KeyRow, states } from './row';

/** Milliseconds from the claim to the request; later, the key is freed and claimed again. */
const usedWithin = 5_000;
/** Milliseconds for which a failing store is asked again: to claim a key, and to note it as sent. */
const takingLasts = 30_000;
const notingLasts = 60_000;
/** Milliseconds to wait for a store that does not answer: usually, and to look at another's key. */
const answerWithin = 65_000;
const lookWithin = 5_000;
/** Milliseconds between two looks at another execution's key, first and at most. */
const firstLookMs = 50;
const maxLookMs = 1_000;
/** A key that is still taken so many milliseconds after the request's timeout is in doubt. */
const beyondTimeout = 15_000;

/**
 * A Send Once Key of one receiver. It is held for one try of the request: claimed right before, then noted
 * as sent or in doubt, or freed. No clocks of two computers are compared: who waits for the key counts the
 * wait, and the owner counts how long it has held the key.
 */
export class KeyClaim implements Claim {
	end: KeyEnd = 'free';
	/** The words of n8n's store, if it failed. */
	why?: string;
	/** Whether a write may have taken the key without an answer. */
	private mayBeTaken = false;
	private owner = '';
	private heldFor = () => 0;
	/** Time since another execution was first seen to hold the key. */
	private seenFor?: () => number;
	private readonly inDoubtAfter: number;
	/** The key with its receiver (`nameOf`). */
	readonly name: string;

	constructor(
		private readonly keys: Keys,
		readonly sending: Sending,
	) {
		this.inDoubtAfter = sending.timeoutMs + beyondTimeout;
		this.name = claimName(sending.receiver, sending.key);
	}

	async take(): Promise<'ours' | 'taken' | 'sentBefore'> {
		if (this.keys.sent.has(this.name)) return this.isUsed('usedInThisRun');
		// Freeing failed and may still happen later, maybe to the key of another execution.
		if (nextRun(this.end) === 'isInDoubt') throw notSent(this.sending);
		// Measured before the look: the key must be seen as taken after that time.
		const isOver = this.hasLasted();
		const taking = this.tryToTake();
		const state = await inTime(answerWithin, this.keys.canceled, taking).catch((error: unknown) => {
			// A key that the store gives too late is freed and not used.
			void taking.then(
				async (late) => await (late === 'ours' ? this.note('notSent') : undefined),
				() => {},
			);
			if (this.mayBeTaken) this.end = 'maybeTaken';
			throw storeFailed(this.sending, 'save', error);
		});
		if (state === 'late') {
			this.end = 'delayed';
			await this.write(states.inDoubt, 0);
			throw tooLate(this.sending);
		}
		if (state === 'inDoubt' || (state === 'taken' && isOver)) throw this.inDoubt();
		return state === 'sentBefore' ? this.isUsed('usedBefore') : state;
	}

	/**
	 * The result that `take` would have, without claiming the key. In a dry run, the first look at a free
	 * key counts as its use.
	 *
	 * @throws as `take`
	 */
	async look(): Promise<'free' | 'taken' | 'sentBefore'> {
		const { sent, wouldUse, clock, canceled, ended } = this.keys;
		if (sent.has(this.name) || wouldUse.has(this.name)) return this.isUsed('usedInThisRun');
		const count = async () => await (await this.row()).count();
		const asked = untilAnswered(clock, takingLasts, count, ended);
		const state = await inTime(answerWithin, canceled, asked).catch((error: unknown) => {
			throw storeFailed(this.sending, 'look up', error);
		});
		if (state >= states.inDoubt) throw this.inDoubt();
		if (state === states.taken) return 'taken';
		if (state === states.sent) return this.isUsed('usedBefore');
		wouldUse.add(this.name);
		return 'free';
	}

	async note(outcome: 'sent' | 'notSent' | 'maybeSent'): Promise<void> {
		if (outcome === 'sent') {
			this.keys.sent.add(this.name);
			this.why = await this.write(states.sent, notingLasts);
			this.end = this.why === undefined ? 'sent' : 'notNoted';
		} else if (outcome === 'maybeSent' || this.heldFor() >= this.inDoubtAfter) {
			this.end = outcome === 'maybeSent' ? 'inDoubt' : 'delayed';
			await this.write(states.inDoubt, 0);
		} else {
			this.why = await this.answered(async () => await this.free());
			this.end = this.why === undefined ? 'free' : 'notFreed';
			if (this.why !== undefined) this.keys.leftTaken.set(this.name, this.sending.itemIndex);
		}
	}

	async released(leftMs: () => number): Promise<void> {
		const { clock, ended } = this.keys;
		const row = await this.row();
		for (let ms = firstLookMs; !ended.aborted; ms = Math.min(2 * ms, maxLookMs)) {
			if (leftMs() < ms) throw this.inDoubt();
			await clock.sleep(ms, ended);
			const isOver = this.hasLasted();
			// A failing store may answer the next time.
			const state = await inTime(lookWithin, ended, row.count()).catch(() => states.taken);
			if (state !== states.taken || isOver) return;
		}
	}

	/**
	 * Leaves no key taken that is not named: after an answer that was lost, the key is noted as in doubt.
	 *
	 * @throws the store's error, when it has failed for too long
	 */
	private async tryToTake(): Promise<'ours' | 'taken' | 'sentBefore' | 'inDoubt' | 'late'> {
		try {
			return await this.askForKey();
		} catch (error) {
			if (this.mayBeTaken) await this.write(states.inDoubt, notingLasts);
			rethrow(error);
		}
	}

	private async askForKey() {
		const { clock, ended } = this.keys;
		const insist = async <T>(ask: () => Promise<T>) =>
			await untilAnswered(clock, takingLasts, ask, ended);
		const row = await insist(async () => await this.row());
		const trying = timeSince(clock);
		for (let isLast = false; !isLast; ) {
			isLast = trying() >= takingLasts;
			this.owner = randomUUID();
			this.heldFor = timeSince(clock);
			if (await insist(async () => await this.insert(row))) {
				if (this.heldFor() >= this.inDoubtAfter) return 'late';
				this.seenFor = undefined;
				if (this.heldFor() < usedWithin) return 'ours';
				await this.free();
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

	/** Whether the key is ours now. */
	private async insert(row: KeyRow): Promise<boolean> {
		const before = this.mayBeTaken;
		this.mayBeTaken = true;
		const isOurs = await row.write(this.owner, states.taken).catch((error: unknown) => {
			this.mayBeTaken = before || !isRefused(error);
			rethrow(error);
		});
		this.mayBeTaken = isOurs;
		return isOurs;
	}

	private async free() {
		const leftMs = () => this.inDoubtAfter - this.heldFor();
		await free(await this.row(), this.owner, this.keys.clock, leftMs);
		this.mayBeTaken = false;
	}

	private hasLasted(): boolean {
		return this.seenFor !== undefined && this.seenFor() >= this.inDoubtAfter;
	}

	/** The result for a key that was used. */
	private isUsed(end: 'usedBefore' | 'usedInThisRun'): 'sentBefore' {
		this.end = end;
		return 'sentBefore';
	}

	private inDoubt() {
		this.end = 'inDoubt';
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
			(error: unknown) => (error instanceof Canceled ? undefined : whyNotUsable(error)),
		);
	}
}
