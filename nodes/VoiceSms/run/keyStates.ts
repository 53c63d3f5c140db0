import type { KeyRow, RowOf } from './keyRows';

/** Of a key that somebody took: its message was sent, nobody has said so yet, or not for too long. */
export type TakenState = 'sent' | 'unfinished' | 'inDoubt';

const minute = 60_000;
/** The clocks of two workers may be so many minutes apart. */
const clocksApart = 5;

/**
 * What became of keys that were taken, in rows beside the key's own, which are only ever made and
 * deleted: n8n's store reads and writes anything else in two steps, between which another one's
 * writing is lost. So the time of a taking is part of the row's name, to the minute: one row that held
 * the latest time could be put back by whoever just asks.
 *
 * - `at:` and the minute: made before the key's own row, gone when the key is done.
 * - `done:`: the service accepted what the key was taken for. It stays.
 *
 * A key with neither is in doubt at once. What a key that was freed, or a loser of a race, leaves of
 * the first kind makes it look younger, for a while.
 */
export class KeyStates {
	/** Minutes that this run noted of each key. */
	private readonly minutes = new Map<string, Set<number>>();

	/** @param now milliseconds since 1970 */
	constructor(
		private readonly rowOf: RowOf,
		private readonly now: () => number,
	) {}

	/** The key is about to be taken, or what it was taken for goes on. */
	async goesOn(key: string): Promise<void> {
		const at = this.minuteAgo(0);
		await make(this.at(key, at), key);
		const minutes = this.minutes.get(key) ?? new Set();
		this.minutes.set(key, minutes.add(at));
	}

	/** What the key was taken for has been done: it is `sent` for ever. */
	async done(key: string): Promise<void> {
		await make(this.rowOf('done:', key), key);
		for (const at of this.minutes.get(key) ?? []) {
			// What stays of them does no harm any more.
			await this.at(key, at)
				.clear()
				.catch(() => {});
		}
		this.minutes.delete(key);
	}

	/**
	 * The state of a key that was just found taken.
	 *
	 * @param own the key's own row
	 * @param inDoubtAfterMs milliseconds after which it is in doubt, a minute more or less
	 */
	async of(key: string, own: KeyRow, inDoubtAfterMs: number): Promise<TakenState> {
		if (await this.isDone(key)) return 'sent';
		if (await this.isYoung(key, inDoubtAfterMs)) return 'unfinished';
		// Meanwhile it may have been done or freed, and taken anew by another one, who noted the minute first.
		if (await this.isDone(key)) return 'sent';
		if ((await own.count()) === 0 || (await this.isYoung(key, inDoubtAfterMs))) return 'unfinished';
		return 'inDoubt';
	}

	private async isDone(key: string): Promise<boolean> {
		return (await this.rowOf('done:', key).count()) > 0;
	}

	private async isYoung(key: string, withinMs: number): Promise<boolean> {
		const oldest = this.minuteAgo(withinMs);
		for (let at = this.minuteAgo(0) + clocksApart; at >= oldest; at--) {
			if ((await this.at(key, at).count()) > 0) return true;
		}
		return false;
	}

	private minuteAgo(ms: number): number {
		return Math.floor((this.now() - ms) / minute);
	}

	private at(key: string, at: number): KeyRow {
		return this.rowOf(`at:${at}:`, key);
	}
}

/** Makes a row of its kind if there is none. */
async function make(row: KeyRow, key: string): Promise<void> {
	// It fails when another makes it at the same time; then it is there.
	await row.add([key]).catch(async () => await row.add([key]));
}
