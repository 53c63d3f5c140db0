import type { IExecuteFunctions } from 'n8n-workflow';

import type { Answer, Operation, Result, Surroundings } from '../../operations/operation';
import { AcceptedWrites } from './retries';
import type { ItemOutcome } from '../../layers/outcome';
import type { Item } from '../../layers/layer';
import { asRepeat, maybeDone, notRepeated, tooManyCalls } from './repeats';
import { dataOf } from '../../layers/execution';
import { ToolCalls } from './toolCalls';

/**
 * Outcomes of writes that must not be done twice: from an earlier try of the execution, from an earlier
 * call of a model, or from this run.
 */
export class EarlierAnswers {
	/** Items with only a shortened answer of an earlier try. */
	readonly shortened = new Set<number>();
	private readonly repeated = new Set<number>();
	/** The outcome of the last item of each lane that was answered or lost. */
	private readonly lastOf = new Map<string, Surroundings['lastWriteInLane']>();
	private readonly tries?: AcceptedWrites;
	private readonly calls?: ToolCalls;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		asTool: boolean,
	) {
		if (operation.creates !== true) return;
		const data = dataOf(context, asTool ? 'flow' : 'node');
		if (data === undefined) return;
		const { voiceSmsApi } = context.getNode().credentials ?? {};
		if (asTool) this.calls = new ToolCalls(data, operation, voiceSmsApi?.id ?? undefined);
		else this.tries = new AcceptedWrites(context, `${operation.resource}.${operation.value}`);
	}

	/** Does the work on an item after earlier calls of a model about the same record. */
	async inTurn<T>(job: Item, ended: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
		return await (this.calls === undefined ? work() : this.calls.inTurn(job, ended, work));
	}

	/** The known outcome of the item; undefined when the item must be done. */
	outcome(job: Item, mayRepeat = false): ItemOutcome | undefined {
		const { index } = job;
		const { calls, context, operation } = this;
		const answer = calls === undefined ? this.tries?.of(index) : calls.of(job, mayRepeat);
		if (answer === undefined && (calls === undefined || calls.hasRoomFor(job, mayRepeat)))
			return undefined;
		const thing = operation.nameInErrors(job.input);
		if (answer === undefined) return { error: tooManyCalls(context, thing, index) };
		this.note(job, answer);
		if ('mayHaveBeenDone' in answer) {
			const lost = answer.mayHaveBeenDone;
			return {
				error:
					calls === undefined
						? notRepeated(context, thing, lost, index)
						: maybeDone(context, operation, thing, index),
			};
		}
		if (answer.shortened === true) this.shortened.add(index);
		if (calls !== undefined) this.repeated.add(index);
		return { result: this.told(job, answer.accepted) };
	}

	/** Keeps an answer for another try, for another call, and for later items. */
	keep(job: Item, answer: Answer) {
		if (this.operation.creates !== true) return;
		this.tries?.keep(job.index, answer);
		this.calls?.keep(job, answer);
		this.note(job, answer);
	}

	/** The outcome of the last earlier item, or call of a model, in the first lane. */
	lastWriteInLane(job: Item): Surroundings['lastWriteInLane'] {
		return this.calls === undefined
			? this.lastOf.get(job.operationLanes[0])
			: this.calls.lastWriteInLane(job);
	}

	/** The result of an item, marked if it is a repeat. */
	told(job: Item, result: Result): Result {
		if (!this.repeated.has(job.index)) return result;
		return asRepeat(result, this.operation.nameInErrors(job.input));
	}

	/** A later step failed after the item was done. */
	failedAfterwards(job: Item) {
		this.calls?.failedAfterwards(job);
	}

	/** The run has ended well, so n8n has no reason for another try. */
	over() {
		this.tries?.drop();
		this.calls?.give();
	}

	private note({ operationLanes }: Item, answer: Answer) {
		operationLanes.forEach((lane, place) => {
			this.lastOf.set(lane, place === 0 ? answer : { ...answer, byOtherLane: true });
		});
	}
}
