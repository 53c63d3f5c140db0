import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Api, Connection } from '../api/connect';
import type { Subject } from '../api/words';
import type { Answer, Operation, Result, Surroundings } from '../operations/operation';
import { AcceptedWrites } from './acceptedWrites';
import type { Interval } from './atIntervals';
import { answersWereShortened, Hints } from './hints';
import type { ItemOutcome } from './outcomes';
import { asItemError, failedAfterwards, notRepeated, wouldDoubleIt } from './outcomes';
import { askingBy } from './linkToPage';
import type { Job } from './readJobs';
import type { Sending } from './sendOnce';
import { SendOnce } from './sendOnce';
import { SharedWaits } from './sharedWaits';

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
	/** What became of the last item of each lane that was answered or lost. */
	private readonly lastOf = new Map<string, Surroundings['before']>();
	/** Items that have no more than a shortened answer of an earlier try. */
	private readonly shortened = new Set<number>();
	private readonly once: SendOnce;
	private readonly waits: SharedWaits;
	/** Only of operations that do it twice when they run twice. */
	private readonly accepted?: AcceptedWrites;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly connection: Connection,
		private readonly pace: Pace,
	) {
		this.once = new SendOnce(context);
		this.waits = new SharedWaits(pace.clock, pace.ended);
		if (operation.creates === true) {
			this.accepted = new AcceptedWrites(context, `${operation.resource}.${operation.value}`);
		}
	}

	/**
	 * What became of the item, undefined when it was not started; never throws.
	 *
	 * @param begun called when its first request goes
	 */
	async outcome(job: Job, index: number, begun = () => {}): Promise<ItemOutcome | undefined> {
		const thing = this.operation.thing(job.input);
		const answer = this.accepted?.of(index);
		if (answer !== undefined) this.note(job, answer);
		if (answer !== undefined && 'mayHaveBeenDone' in answer) {
			return { error: notRepeated(this.context, thing, answer.mayHaveBeenDone, index) };
		}
		if (answer !== undefined) {
			if (answer.shortened === true) this.shortened.add(index);
			return { result: answer.accepted };
		}
		try {
			return await this.work(job, thing, index, begun);
		} catch (error) {
			const nodeError = asItemError(this.context, error, index);
			// What can be done twice without harm is done again.
			if (wouldDoubleIt(nodeError)) this.keep(job, index, { mayHaveBeenDone: nodeError.message });
			return { error: nodeError };
		}
	}

	/** What becomes of an item that was begun, when it is finished; never throws. */
	async finish(job: Job, index: number, begun: Result): Promise<ItemOutcome> {
		const accepted = this.accepted === undefined ? undefined : (begun as IDataObject);
		const subject = this.subject(job, index);
		const { id, messageId = id } = accepted ?? {};
		if (accepted !== undefined) subject.thing += `, which was accepted as ${String(messageId)}`;
		const api = this.connection.api(subject, job.settings);
		try {
			const surroundings = this.surroundings(job, api);
			const result = await this.operation.finish?.(job.input, begun, surroundings);
			if (result !== begun) this.shortened.delete(index);
			return { result: result ?? begun };
		} catch (error) {
			const nodeError = asItemError(this.context, error, index);
			return accepted === undefined ? { error: nodeError } : failedAfterwards(nodeError, accepted);
		}
	}

	/** Lines to show with the output. */
	hints(): string[] {
		this.shortened.forEach(() => this.shown.add('shortened', answersWereShortened));
		return this.shown.lines();
	}

	/** Forgets the answers that were kept for another try. */
	forget() {
		this.accepted?.drop();
	}

	private async work(
		job: Job,
		thing: string,
		itemIndex: number,
		begun: () => void,
	): Promise<ItemOutcome | undefined> {
		const subject = this.subject(job, itemIndex);
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
				const send = async () => {
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
		{ onceKey }: Job,
		sending: Sending<Result>,
	): Promise<ItemOutcome | 'notBegun'> {
		if (onceKey === undefined) {
			return sending.mayBegin() ? { result: await sending.send() } : 'notBegun';
		}
		const sent = await this.once.send(onceKey, sending);
		if (sent === 'notBegun') return sent;
		if (sent !== 'seenBefore') return { result: sent };
		const reason = 'This key was seen before';
		return { result: { skipped: true, onceKey, reason }, skipped: true };
	}

	private async run(job: Job, api: Api, itemIndex: number): Promise<Result> {
		const result = await this.operation.run(job.input, this.surroundings(job, api));
		this.keep(job, itemIndex, { accepted: result as IDataObject });
		return result;
	}

	/** Keeps an answer for another try, and for the items after it. */
	private keep(job: Job, itemIndex: number, answer: Answer) {
		if (this.accepted === undefined) return;
		this.accepted.keep(itemIndex, answer);
		this.note(job, answer);
	}

	private note({ things }: Job, answer: Answer) {
		things.forEach((thing, place) => {
			this.lastOf.set(thing, place === 0 ? answer : { ...answer, byOtherLane: true });
		});
	}

	private subject({ input }: Job, itemIndex: number): Subject {
		return { thing: this.operation.thing(input), permission: this.operation.permission, itemIndex };
	}

	private surroundings({ things }: Job, api: Api): Surroundings {
		const { clock, ended, asTool } = this.pace;
		const before = this.lastOf.get(things[0]);
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
