import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Api, Connection } from '../api/connect';
import type { Subject } from '../api/words';
import type { Answer, Operation, Result, Surroundings } from '../operations/operation';
import { AcceptedWrites } from './acceptedWrites';
import { Hints } from './hints';
import type { ItemOutcome } from './outcomes';
import { asItemError, notRepeated, wouldDoubleIt } from './outcomes';
import type { Job } from './readJobs';
import type { Sending } from './sendOnce';
import { SendOnce } from './sendOnce';

/** How a run goes on. */
export interface Pace {
	clock: Clock;
	/** Whether nothing new may begin. */
	stopped(): boolean;
}

/** The work on the items of one run: each is done, given back as it was answered before, or skipped. */
export class ItemWork {
	private readonly shown = new Hints();
	/** What became of the last item of each lane that was answered or lost. */
	private readonly lastOf = new Map<string, Answer>();
	private readonly once: SendOnce;
	/** Only of operations that do it twice when they run twice. */
	private readonly accepted?: AcceptedWrites;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly connection: Connection,
		private readonly pace: Pace,
	) {
		this.once = new SendOnce(context);
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
			if (answer.shortened === true) this.shown.add('shortened', answersWereShortened);
			return { result: answer.accepted };
		}
		try {
			const result = await this.result(job, thing, index, begun);
			return result === undefined ? undefined : { result };
		} catch (error) {
			const nodeError = asItemError(this.context, error, index);
			// What can be done twice without harm is done again.
			if (wouldDoubleIt(nodeError)) this.keep(job, index, { mayHaveBeenDone: nodeError.message });
			return { error: nodeError };
		}
	}

	/** What becomes of an item that was begun; never throws. */
	async finish(job: Job, index: number, result: Result): Promise<ItemOutcome> {
		const api = this.connection.api(this.subject(job, index), job.settings);
		try {
			const surroundings = this.surroundings(job, api);
			const finished = await this.operation.finish?.(job.input, result, surroundings);
			return { result: finished ?? result };
		} catch (error) {
			return { error: asItemError(this.context, error, index) };
		}
	}

	/** Lines to show with the output. */
	hints(): string[] {
		return this.shown.lines();
	}

	/** Forgets the answers that were kept for another try. */
	forget() {
		this.accepted?.drop();
	}

	private async result(
		job: Job,
		thing: string,
		itemIndex: number,
		begun: () => void,
	): Promise<Result | undefined> {
		const subject = this.subject(job, itemIndex);
		const { stopped } = this.pace;
		do {
			// First of all room: what waits for it can still be left, and takes no key.
			const reserved = await this.connection.reserve(subject);
			try {
				// The room may be gone when n8n's store has the key: all may have to wait by then.
				const mayBegin = () => {
					if (stopped() || !reserved.begin()) return false;
					begun();
					return true;
				};
				const send = async () => {
					const api = this.connection.api(subject, job.settings, reserved);
					return await this.run(job, api, itemIndex);
				};
				if (stopped()) return undefined;
				const sent = await this.onceOnly(job, { thing, itemIndex, mayBegin, send });
				if (sent !== 'notBegun') return sent;
			} finally {
				reserved.giveBack();
			}
		} while (!stopped());
		return undefined;
	}

	private async onceOnly({ onceKey }: Job, sending: Sending<Result>): Promise<Result | 'notBegun'> {
		if (onceKey === undefined) return sending.mayBegin() ? await sending.send() : 'notBegun';
		const sent = await this.once.send(onceKey, sending);
		if (sent !== 'seenBefore') return sent;
		return { skipped: true, onceKey, reason: 'This key was seen before' };
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

	private note({ input }: Job, answer: Answer) {
		const lane = this.operation.lane?.(input);
		if (lane !== undefined) this.lastOf.set(lane, answer);
	}

	private subject({ input }: Job, itemIndex: number): Subject {
		return { thing: this.operation.thing(input), permission: this.operation.permission, itemIndex };
	}

	private surroundings({ input }: Job, api: Api): Surroundings {
		const { clock, stopped } = this.pace;
		const before = this.lastOf.get(this.operation.lane?.(input) ?? '');
		return {
			api,
			store: this.context.helpers.prepareBinaryData,
			hint: (message, counted) => this.shown.add(message, counted),
			timeZone: this.context.getTimezone(),
			...(before === undefined ? {} : { before }),
			now: () => clock.now(),
			wait: async (ms) => {
				await clock.sleep(ms, this.context.getExecutionCancelSignal());
				return !stopped();
			},
		};
	}
}

function answersWereShortened(items: number): string {
	return `${items} items were sent by an earlier try of this execution, and only the IDs of their answers are left: more than 5 MB of answers are not kept. Read the rest by these IDs.`;
}
