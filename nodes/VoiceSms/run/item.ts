import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Api, Connection } from '../api/connect';
import { defaultTimeout } from '../api/connect';
import { NotAsked } from '../api/flow/notAsked';
import type { Subject } from '../api/errors/words';
import type { Operation, Result, Surroundings } from '../operations/operation';
import { EarlierAnswers } from './repeats/earlierAnswers';
import { answersWereShortened, Hints, tagsWereFound } from './hints';
import { askByLink } from './waiting/link';
import { KeyClaim, withKey } from './once/claim';
import { Keys } from './once/keys';
import { hasSkippedTag, keyIsTaken, keyWasUsed, wouldBeSent } from './notSent';
import type { ItemOutcome } from './outcomes';
import { asItemError, failedAfterwards, wouldDoubleIt } from './outcomes';
import type { Job } from './jobs';
import { Receivers } from './receivers';
import { whereToLook } from './repeats/repeats';
import { SharedWaits } from './waiting/sharedWaits';

/** The state of a run. */
interface RunState {
	clock: Clock;
	/**
	 * Aborts when no new work may begin: the run is canceled, or an item failed and the node stops on
	 * errors.
	 */
	ended: AbortSignal;
	/** Whether a model reads the output. */
	asTool: boolean;
}

/** The work on the items of one run: each item is done, answered from an earlier try, or skipped. */
export class ItemWork {
	private readonly shown = new Hints();
	private readonly hint: Surroundings['hint'] = (...line) => this.shown.add(...line);
	readonly earlier: EarlierAnswers;
	/** Results of `shared`, by the function that made them. */
	private readonly shared = new Map<() => unknown, unknown>();
	// Made by the first item that needs them.
	private keys?: Keys;
	private receivers?: Receivers;
	private waits?: SharedWaits;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly connection: Connection,
		private readonly state: RunState,
	) {
		this.earlier = new EarlierAnswers(context, operation, state.asTool);
	}

	/** The outcome of an earlier try of the execution; undefined when the item must be done. */
	known(job: Job, index: number): ItemOutcome | undefined {
		// A model's call is looked up in its turn.
		return this.state.asTool ? undefined : this.earlier.outcome(job, index);
	}

	/** The outcome of the item; undefined when it was not started. Never throws. */
	async outcome(job: Job, index: number): Promise<ItemOutcome | undefined> {
		if (!this.state.asTool) return await this.done(job, index);
		return await this.earlier.inTurn(job, this.state.ended, async () => {
			return this.earlier.outcome(job, index) ?? (await this.done(job, index));
		});
	}

	/** The outcome of a started item after `finish`. Never throws. */
	async finish(job: Job, index: number, begun: Result): Promise<ItemOutcome> {
		const accepted = this.operation.creates === true ? (begun as IDataObject) : undefined;
		const subject = this.subject(job, index);
		const { id, messageId = id } = accepted ?? {};
		if (accepted !== undefined) {
			subject.nameInErrors += `, which was accepted as ${String(messageId)}`;
			// The permission belongs to the write, and `finish` only reads.
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

	/** Lines above the output. */
	hints(): string[] {
		this.earlier.shortened.forEach(() => this.shown.add('shortened', answersWereShortened));
		const notNoted = this.keys?.lineOfNotNoted;
		if (notNoted !== undefined) this.context.logger.warn(notNoted);
		const noneFound = this.state.asTool ? undefined : this.receivers?.noneFound;
		const atTheEnd = [notNoted, noneFound].filter((line) => line !== undefined);
		return [...this.shown.lines(), ...atTheEnd];
	}

	private async done(job: Job, index: number): Promise<ItemOutcome | undefined> {
		const claim = this.claimOf(job, index);
		const api = this.connection.api(this.subject(job, index), job.settings, claim);
		const sent = this.operation.sent?.(job.input, this.state.asTool);
		const wasUsed = () => keyWasUsed(job, { ...sent }, claim?.isOfThisRun === true);
		try {
			const tag = await this.skippedTag(job, index);
			if (tag !== undefined) {
				this.shown.add('tagged', tagsWereFound);
				return hasSkippedTag(job, tag, { ...sent });
			}
			if (job.dryRun) {
				const keyIs = await claim?.look();
				if (keyIs === 'sentBefore') return wasUsed();
				if (keyIs === 'taken') return keyIsTaken(job, { ...sent });
				this.remark(job);
				return wouldBeSent({ ...sent });
			}
			const answer = await this.operation.run(job.input, this.surroundings(job, api));
			this.remark(job);
			const result = sent === undefined ? answer : { ...sent, ...(answer as IDataObject) };
			this.earlier.keep(job, index, { accepted: result as IDataObject });
			return { result };
		} catch (error) {
			if (error instanceof NotAsked && claim?.staysTaken === undefined) {
				return error.why === 'runEnded' ? undefined : wasUsed();
			}
			const nodeError = withKey(asItemError(this.context, error, index), claim);
			if (job.dryRun) return { error: nodeError, dryRun: true };
			// A repeatable request is made again in the next try.
			if (wouldDoubleIt(nodeError)) {
				this.earlier.keep(job, index, { mayHaveBeenDone: nodeError.message });
			}
			return { error: nodeError };
		}
	}

	/** The contact's tag that skips the item; undefined without one. */
	private async skippedTag(job: Job, itemIndex: number): Promise<string | undefined> {
		const phone = this.operation.receiver?.(job.input);
		if (phone === undefined || job.skipTags === undefined) return undefined;
		const nameInErrors = `contact with the phone number ${phone}`;
		const api = this.connection.api({ nameInErrors, itemIndex }, job.settings);
		this.receivers ??= new Receivers();
		// Before the look-up, because somebody may write STOP in this time.
		if (job.intervalMs !== undefined) await this.connection.interval();
		return await this.receivers.tagOf(phone, job.skipTags, this.surroundings(job, api));
	}

	private claimOf({ input, onceKey, settings }: Job, itemIndex: number): KeyClaim | undefined {
		if (onceKey === undefined) return undefined;
		const { operation, state } = this;
		this.keys ??= new Keys(this.context, state.clock, state.ended);
		return new KeyClaim(this.keys, {
			node: this.keys.node,
			key: onceKey,
			nameInErrors: operation.nameInErrors(input),
			itemIndex,
			shownAt: whereToLook[operation.resource],
			timeoutMs: settings.timeoutMs ?? defaultTimeout,
		});
	}

	/** Not for a model: it is too late to change the text. */
	private remark({ input }: Job) {
		if (!this.state.asTool) this.operation.remark?.(input, this.hint);
	}

	private subject({ input }: Job, itemIndex: number): Subject {
		return {
			nameInErrors: this.operation.nameInErrors(input),
			permission: this.operation.permission,
			itemIndex,
		};
	}

	private surroundings(job: Job, api: Api): Surroundings {
		const { clock, ended, asTool } = this.state;
		return {
			api,
			asTool,
			store: this.context.helpers.prepareBinaryData,
			hint: this.hint,
			lastWriteInLane: this.earlier.lastWriteInLane(job),
			askByLink: (asked) => askByLink(this.context, asked),
			toolParameters: this.context.getInputData()[0]?.json.toolParameters,
			now: () => clock.now(),
			passed: () => clock.passed(),
			shared: <T>(make: () => T) => {
				if (!this.shared.has(make)) this.shared.set(make, make());
				return this.shared.get(make) as T;
			},
			wait: async (ms) => {
				this.waits ??= new SharedWaits(clock, ended);
				await this.waits.wait(ms);
				this.connection.reopen();
				return !ended.aborted;
			},
		};
	}
}
