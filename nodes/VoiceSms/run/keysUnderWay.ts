/** A key that this run has taken, and not yet sent with. */
interface UnderWay {
	inDoubtAfterMs: number;
	/** Milliseconds since 1970 when that was noted last. */
	notedAt: number;
	/** Whether so much time went by since that others may call the key in doubt. */
	isLate: boolean;
	/** The note that is being written. */
	noting?: Promise<void>;
}

/**
 * The keys that a run has taken and not yet sent with. A message may wait long for its turn, when the
 * service asks for fewer requests; that it is under way is noted anew meanwhile, so that no other
 * execution calls its key in doubt. Whoever tries, tells for all that wait.
 */
export class KeysUnderWay {
	private readonly keys = new Map<string, UnderWay>();

	/**
	 * @param now milliseconds since 1970
	 * @param note notes that the key is under way; may throw
	 */
	constructor(
		private readonly now: () => number,
		private readonly note: (key: string) => Promise<void>,
	) {}

	/** @param notedAt milliseconds since 1970, from before the key was taken */
	begin(key: string, notedAt: number, inDoubtAfterMs: number): void {
		this.keys.set(key, { inDoubtAfterMs, notedAt, isLate: false });
	}

	end(key: string): void {
		this.keys.delete(key);
	}

	/** Whether the key may be sent with now; false for ever when others may call it in doubt. */
	async mayBeSent(key: string): Promise<boolean> {
		for (const [other, underWay] of this.keys) {
			if (other !== key) void this.renew(other, underWay);
		}
		const own = this.keys.get(key);
		if (own !== undefined) await this.renew(key, own);
		return !this.isLate(key);
	}

	/** Whether others may call the key in doubt by now; true for ever then, and of a key that has ended. */
	isLate(key: string): boolean {
		const own = this.keys.get(key);
		return own === undefined || this.hasBecomeLate(own);
	}

	private hasBecomeLate(underWay: UnderWay): boolean {
		underWay.isLate ||= this.now() - underWay.notedAt >= underWay.inDoubtAfterMs;
		return underWay.isLate;
	}

	private async renew(key: string, underWay: UnderWay): Promise<void> {
		const isFresh = this.now() - underWay.notedAt < underWay.inDoubtAfterMs / 4;
		if (isFresh || this.hasBecomeLate(underWay)) return;
		// Each try would else write one for all that wait, as long as the store takes for the first.
		underWay.noting ??= this.noteAnew(key, underWay).finally(() => delete underWay.noting);
		await underWay.noting;
	}

	private async noteAnew(key: string, underWay: UnderWay): Promise<void> {
		const at = this.now();
		const noted = await this.note(key).then(
			() => true,
			// It stays as old as it is: late one day, and not sent then.
			() => false,
		);
		if (!this.hasBecomeLate(underWay) && noted) underWay.notedAt = at;
	}
}
