import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Api, Connection } from '../api/connect';
import type { Subject } from '../api/words';
import type { Operation, Result, Surroundings } from '../operations/operation';
import type { Interval } from './atIntervals';
import { EarlierAnswers } from './earlierAnswers';
import { answersWereShortened, Hints, keysWereTheSame } from './hints';
import type { ItemOutcome } from './outcomes';
import { askingBy } from './linkToPage';
import { asItemError, failedAfterwards, wouldDoubleIt } from './outcomes';
import type { Job } from './readJobs';
import { whereToLook } from './repeats';
import type { Sending } from './sendOnce';
import { SendOnce } from './sendOnce';
import { SharedWaits } from './sharedWaits';
import { skipped } from './skipped';

/** How a run goes on. */
export interface Pace {
	clock: Clock;
	/** Aborts when nothing new may begin: it is canceled, or an item failed and the node stops then. */
	ended: AbortSignal;
	/** Between the items, if the user wants one. */
	interval?: Interval;
	/** A model reads what comes back. */
	asTool: boolean;
}

/** The work on the items of one run: each is done, given back as it was answered before, or skipped. */
export class ItemWork {
	private readonly shown = new Hints();
	private readonly once: SendOnce;
	private readonly waits: SharedWaits;
	private readonly earlier: EarlierAnswers;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly connection: Connection,
		private readonly pace: Pace,
	) {
		this.once = new SendOnce(context, () => pace.clock.now());
		this.waits = new SharedWaits(pace.clock, pace.ended);
		this.earlier = new EarlierAnswers(context, operation, pace.asTool);
	}

	/**
	 * What became of the item, undefined when it was not started; never throws.
	 *
	 * @param begun called when its first request goes
	 */
	async outcome(job: Job, index: number, begun = () => {}): Promise<ItemOutcome | undefined> {
		return await this.earlier.inTurn(job, async () => {
			return this.earlier.outcome(job, index) ?? (await this.done(job, index, begun));
		});
	}

	/** What becomes of an item that was begun, when it is finished; never throws. */
	async finish(job: Job, index: number, begun: Result): Promise<ItemOutcome> {
		const accepted = this.operation.creates === true ? (begun as IDataObject) : undefined;
		const subject = this.subject(job, index);
		const { id, messageId = id } = accepted ?? {};
		if (accepted !== undefined) {
			subject.thing += `, which was accepted as ${String(messageId)}`;
			// It is that of the write: what comes now only reads.
			delete subject.permission;
		}
		const api = this.connection.api(subject, job.settings);
		try {
			const surroundings = this.surroundings(job, api);
			const result = (await this.operation.finish?.(job.input, begun, surroundings)) ?? begun;
			if (result !== begun) this.earlier.shortened.delete(index);
			return { result: this.earlier.told(job, index, result) };
		} catch (error) {
			const nodeError = asItemError(this.context, error, index);
			if (accepted === undefined) return { error: nodeError };
			this.earlier.failedAfterwards(job);
			return failedAfterwards(nodeError, accepted);
		}
	}

	/** Waits for what is written while the items go on. */
	async noted(): Promise<void> {
		const lost = await this.once.noted();
		if (lost !== undefined) this.shown.add(lost);
	}

	/** Lines to show with the output. */
	hints(): string[] {
		this.earlier.shortened.forEach(() => this.shown.add('shortened', answersWereShortened));
		return this.shown.lines();
	}

	/** The run has ended well, and n8n has no reason for another try. */
	over() {
		this.earlier.over();
	}

	private async done(job: Job, index: number, begun: () => void): Promise<ItemOutcome | undefined> {
		try {
			return await this.work(job, index, begun);
		} catch (error) {
			const nodeError = asItemError(this.context, error, index);
			// What can be done twice without harm is done again.
			if (wouldDoubleIt(nodeError)) {
				this.earlier.keep(job, index, { mayHaveBeenDone: nodeError.message });
			}
			return { error: nodeError };
		}
	}

	private async work(
		job: Job,
		itemIndex: number,
		begun: () => void,
	): Promise<ItemOutcome | undefined> {
		const subject = this.subject(job, itemIndex);
		const { thing } = subject;
		const { ended, interval } = this.pace;
		while (!ended.aborted) {
			await interval?.over();
			// First of all room: what waits for it can still be left, and takes no key.
			const reserved = await this.connection.reserve(subject);
			try {
				// The room may be gone when n8n's store has the key: all may have to wait by then. And while
				// it was waited for, a retry may have begun the interval anew.
				const mayBegin = () => {
					if (ended.aborted || (interval?.leftMs ?? 0) > 0 || !reserved.begin()) return false;
					begun();
					return true;
				};
				const send = async (beforeTry?: () => Promise<void>) => {
					reserved.beforeTry = beforeTry;
					const api = this.connection.api(subject, job.settings, reserved);
					return await this.run(job, api, itemIndex);
				};
				if (ended.aborted) return undefined;
				const sent = await this.onceOnly(job, { thing, itemIndex, mayBegin, send });
				if (sent !== 'notBegun') return sent;
			} finally {
				reserved.giveBack();
			}
		}
		return undefined;
	}

	private async onceOnly(
		{ onceKey, inDoubtAfterMs }: Job,
		sending: Omit<Sending<Result>, 'inDoubtAfterMs' | 'shownAt'>,
	): Promise<ItemOutcome | 'notBegun'> {
		if (onceKey === undefined) {
			return sending.mayBegin() ? { result: await sending.send() } : 'notBegun';
		}
		const shownAt = whereToLook[this.operation.resource];
		const sent = await this.once.send(onceKey, { ...sending, shownAt, inDoubtAfterMs });
		if (sent === 'notBegun') return sent;
		if (typeof sent === 'object') return { result: sent };
		if (sent === 'sentNow') this.shown.add('same key', keysWereTheSame);
		return skipped(sent, onceKey, inDoubtAfterMs);
	}

	private async run(job: Job, api: Api, itemIndex: number): Promise<Result> {
		const result = await this.operation.run(job.input, this.surroundings(job, api));
		this.earlier.keep(job, itemIndex, { accepted: result as IDataObject });
		return result;
	}

	private subject({ input }: Job, itemIndex: number): Subject {
		return { thing: this.operation.thing(input), permission: this.operation.permission, itemIndex };
	}

	private surroundings(job: Job, api: Api): Surroundings {
		const { clock, ended, asTool } = this.pace;
		const before = this.earlier.before(job);
		return {
			api,
			asTool,
			store: this.context.helpers.prepareBinaryData,
			hint: (message, counted) => this.shown.add(message, counted),
			timeZone: this.context.getTimezone(),
			...(before === undefined ? {} : { before }),
			...askingBy(this.context),
			now: () => clock.now(),
			passed: () => clock.passed(),
			wait: async (ms) => {
				await this.waits.wait(ms);
				this.connection.askAgain();
				return !ended.aborted;
			},
		};
	}
}
