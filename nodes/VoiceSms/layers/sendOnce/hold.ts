import { randomUUID } from 'node:crypto';

import { timeSince, type Clock } from '../../api/clock';
import { rethrow } from '../../api/errors/nodeError';
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
		const insist = async <T>(work: () => Promise<T>) =>
			await untilAnswered(clock, takingLasts, work, ended);
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

/**
 * Frees a key, and asks a failing store again. After a lost connection the DELETE may come late, so a second one
 * could let it free the key of another execution.
 *
 * @param owner the owner of the row
 * @param leftMs milliseconds until others may report the key as in doubt: then it must not be freed
 * @throws the store's error
 */
export async function free(row: KeyRow, owner: string, clock: Clock, leftMs: () => number) {
	let failed: Error | undefined;
	const freeOnce = async () => {
		try {
			if (failed !== undefined) {
				if (isConnectionLost(failed) || leftMs() <= 0) return failed;
				// The DELETE may have been carried out, and another execution may have the key now.
				if ((await row.count()) === 0) return undefined;
				if (!(await row.write(owner, states.taken))) return undefined;
			}
			await row.clear();
			return undefined;
		} catch (error) {
			failed = error as Error;
			return await Promise.reject(failed);
		}
	};
	const failure = await untilAnswered(clock, leftMs(), freeOnce);
	if (failure !== undefined) await Promise.reject(failure);
}

/** A failed statement in words: its code, of Node, SQLite or PostgreSQL (SQLSTATE), and its message. */
function inUnits(error: unknown): { code: string; text: string } {
	const { code = '', message = '' } = Object(error) as { code?: unknown; message?: unknown };
	return { code: String(code), text: `${String(code)} ${String(message)}` };
}

/** Whether the database refused the statement or was not reached: it was certainly not carried out. */
export function isRefused(error: unknown): boolean {
	return /^(SQLITE_(BUSY|LOCKED|READONLY|FULL|CANTOPEN)|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|(?!08|40003)\d[\dA-Z]{4})$/.test(
		inUnits(error).code,
	);
}

/**
 * Whether the connection was lost: the statement may still be carried out later. The words come from pg 8.21
 * (lib/client.js, `_attachListeners`, `query`, `_queryable`), the codes from Node and from SQLSTATE, class 08; typeorm
 * passes both on (QueryFailedError). A pool without a free connection ("timeout exceeded when trying to connect",
 * pg-pool) has sent nothing.
 */
export function isConnectionLost(error: unknown): boolean {
	return /\b(connection|not queryable|read timeout|timeout expired|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENETRESET|08\d\w\w)\b/i.test(
		inUnits(error).text,
	);
}
