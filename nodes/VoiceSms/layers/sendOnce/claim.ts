import { type Claim, RequestNotMade } from '../../api/flow/attempts';
import { errorFacts, rethrow } from '../../api/errors/nodeError';
import { type KeyEnd, isInDoubt } from './ends';
import { KeyHold, takingLasts } from './hold';
import { type Keys, Canceled, inTime, claimName, whyNotUsable, untilAnswered } from './keys';
import { type Sending, inDoubt, notSent, storeFailed } from './words';
import { states } from './row';

/** Milliseconds of tries at a failing store, to note a key as sent. */
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
 * as sent or in doubt, or freed. `hold.ts` has its row.
 */
export class KeyClaim implements Claim {
	end: KeyEnd = 'free';
	/** The words of n8n's store, if it failed. */
	why?: string;
	/** The key with its receiver (`claimName`). */
	readonly name: string;
	private readonly hold: KeyHold;

	constructor(
		private readonly keys: Keys,
		readonly sending: Sending,
	) {
		this.name = claimName(sending.receiver, sending.key);
		this.hold = new KeyHold(keys, this.name, sending.timeoutMs + beyondTimeout);
	}

	async take(): Promise<boolean> {
		if (this.keys.sent.has(this.name)) throw this.used('usedInThisRun');
		// Freeing failed and may still happen later, maybe to the key of another execution.
		if (isInDoubt(this.end)) throw notSent(this.sending);
		// Measured before the look: the key must be seen as taken after that time.
		const isOver = this.hold.hasLasted();
		const taking = this.tryToTake();
		const state = await inTime(answerWithin, this.keys.canceled, taking).catch((error: unknown) => {
			// A key that the store gives too late is freed and not used.
			void taking.then(
				async (late) => await (late === 'ours' ? this.note('notSent') : undefined),
				() => {},
			);
			const failure = storeFailed(this.sending, 'save', error);
			// The next run may report the key as in doubt.
			if (this.hold.mayBeTaken) errorFacts(failure).onceKey = this.sending.key;
			throw failure;
		});
		if (state === 'sentBefore') throw this.used('usedBefore');
		if (state === 'inDoubt' || (state === 'taken' && isOver)) throw this.inDoubt();
		if (state === 'late') {
			const error = this.inDoubt();
			await this.write(states.inDoubt, 0);
			throw error;
		}
		return state === 'ours';
	}

	/**
	 * Whether `take` would take the key, without claiming it. In a dry run, the first look at a free key counts as its
	 * use.
	 *
	 * @throws as `take`
	 */
	async look(): Promise<boolean> {
		const { sent, wouldUse, clock, canceled, ended } = this.keys;
		if (sent.has(this.name) || wouldUse.has(this.name)) throw this.used('usedInThisRun');
		const count = async () => await (await this.hold.row()).count();
		const counted = untilAnswered(clock, takingLasts, count, ended);
		const state = await inTime(answerWithin, canceled, counted).catch((error: unknown) => {
			throw storeFailed(this.sending, 'look up', error);
		});
		if (state >= states.inDoubt) throw this.inDoubt();
		if (state === states.sent) throw this.used('usedBefore');
		if (state === states.taken) return false;
		wouldUse.set(this.name, this.sending.itemIndex);
		return true;
	}

	async note(outcome: 'sent' | 'notSent' | 'maybeSent'): Promise<void> {
		if (outcome === 'sent') {
			this.keys.sent.set(this.name, this.sending.itemIndex);
			this.why = await this.write(states.sent, notingLasts);
			this.end = this.why === undefined ? 'sent' : 'notNoted';
		} else if (outcome === 'maybeSent' || this.hold.isOverdue()) {
			this.end = 'inDoubt';
			await this.write(states.inDoubt, 0);
		} else {
			this.why = await this.answered(async () => await this.hold.free());
			this.end = this.why === undefined ? 'free' : 'inDoubt';
			if (this.why !== undefined) this.keys.leftTaken.set(this.name, this.sending.itemIndex);
		}
	}

	async released(leftMs: () => number): Promise<void> {
		const { clock, ended } = this.keys;
		const row = await this.hold.row();
		for (let ms = firstLookMs; !ended.aborted; ms = Math.min(2 * ms, maxLookMs)) {
			if (leftMs() < ms) throw this.inDoubt();
			await clock.sleep(ms, ended);
			const isOver = this.hold.hasLasted();
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
			return await this.hold.take();
		} catch (error) {
			if (this.hold.mayBeTaken) await this.write(states.inDoubt, notingLasts);
			rethrow(error);
		}
	}

	/** The item of this run that used the key. */
	get usedBy(): number | undefined {
		const { sent, wouldUse } = this.keys;
		return this.end === 'usedInThisRun'
			? (sent.get(this.name) ?? wouldUse.get(this.name))
			: undefined;
	}

	private used(end: 'usedBefore' | 'usedInThisRun') {
		this.end = end;
		return new RequestNotMade(this.sending.node, this.sending);
	}

	private inDoubt() {
		this.end = 'inDoubt';
		return inDoubt(this.sending, this.keys.leftTaken.get(this.name));
	}

	/** @returns why it failed */
	private async write(entries: number, lasting: number): Promise<string | undefined> {
		if (entries === states.inDoubt) this.keys.leftTaken.set(this.name, this.sending.itemIndex);
		return await this.answered(async () => await this.hold.write(entries, lasting));
	}

	/** Why the work failed; undefined after success, or when the run was canceled. */
	private async answered(work: () => Promise<void>): Promise<string | undefined> {
		return await inTime(answerWithin, this.keys.canceled, work()).then(
			() => undefined,
			(error: unknown) => (error instanceof Canceled ? undefined : whyNotUsable(error)),
		);
	}
}
