import { randomUUID } from 'node:crypto';

import { timeSince } from '../../api/clock';
import { rethrow } from '../../util/rethrow';
import { free, isRefused } from './freeing';
import { type Keys, untilAnswered } from './keys';
import { type KeyRow, states } from './row';

/** Milliseconds from the claim to the request; later, the key is freed and claimed again. */
const usedWithin = 5_000;
/** Milliseconds of tries at a failing store, to take a key. */
export const takingLasts = 30_000;

/**
 * The row of a key, as one item takes, holds and frees it. No clocks of two computers are compared: who waits for
 * the key counts the wait, and the owner counts how long it has held the key.
 */
export class KeyHold {
	/** Whether a write may have taken the key without an answer. */
	mayBeTaken = false;
	private owner = '';
	private heldFor = () => 0;
	/** Time since another execution was first seen to hold the key. */
	private seenFor?: () => number;

	/**
	 * @param name of the key with its receiver (`claimName`)
	 * @param inDoubtAfter milliseconds after which a key that is still taken is in doubt
	 */
	constructor(
		private readonly keys: Keys,
		private readonly name: string,
		private readonly inDoubtAfter: number,
	) {}

	/** Takes the key, or finds out who has it. `late`: it is ours, and was requested too long ago. */
	async take() {
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
				if (this.isOverdue()) return 'late';
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

	async free() {
		const leftMs = () => this.inDoubtAfter - this.heldFor();
		await free(await this.row(), this.owner, this.keys.clock, leftMs);
		this.mayBeTaken = false;
	}

	/**
	 * Changes the state of our own row.
	 *
	 * @param lasting milliseconds of tries at a failing store
	 * @throws the store's error; an error if the row is not ours
	 */
	async write(entries: number, lasting: number): Promise<void> {
		const row = await this.row();
		const write = async () => await row.write(this.owner, entries);
		const isOurs = await untilAnswered(this.keys.clock, lasting, write);
		if (!isOurs) throw new Error('the row belongs to another execution');
	}

	/** Whether this item has held the key for so long that others may have reported it as in doubt. */
	isOverdue(): boolean {
		return this.heldFor() >= this.inDoubtAfter;
	}

	/** Whether another execution has been seen to hold the key for so long that it is in doubt. */
	hasLasted(): boolean {
		return this.seenFor !== undefined && this.seenFor() >= this.inDoubtAfter;
	}

	async row(): Promise<KeyRow> {
		return await this.keys.rowOf(this.name);
	}
}
