import { randomUUID } from 'node:crypto';
import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	type Answer,
	type Operation,
	type Result,
	type OperationContext,
} from '../../operations/operation';
import { inTurn } from '../../util/inTurn';
import { dataOf } from '../../util/execution';
import { factsOf } from '../../api/errors/nodeError';
import { type Item, ran, wouldDoubleIt } from '../layer';
import type { Outcome } from '../outcome';
import { type Kept, type KeptAnswer, asJson, earlierOf, keepFinished, keptOf } from './kept';
import { asRepeat, hashOf, maybeDone } from './repeatedCalls';

/** A name for the data of an execution, shared by all runs in this process. */
const names = new WeakMap<object, string>();

/**
 * Outcomes of writes that must not be done twice. They are kept in the execution's own data, which survives
 * n8n's tries and "Retry" on a failed execution.
 *
 * For people, by the index of the item. n8n's Retry On Fail runs every item again (n8n-core,
 * workflow-execute.ts), and so does "Retry". Example: of items 0 to 9, only 5 failed. The next try finds the
 * answers of the others here, and sends 5 alone. Dropped when n8n has no reason for another try.
 *
 * For a model, by what the call does, and for all of its tools together, until the end of the execution.
 * Each call is another run of a node, with another index and another `toolCallId` (n8n-core,
 * requests-response). n8n's tries are runs too, and after "Retry" the model asks again. Example: a model
 * sends "Hi" to Ada, and later "Hi " to Ada: it gets the first answer, marked as a repeat. With *Allow
 * Repeats* the second call is made, but only if the model has seen the answer to the first one: in n8n's
 * next try of the same call it has not.
 */
export class Answers {
	private readonly data: IContextObject;
	private readonly contextKey: string;
	private readonly run?: string;
	private readonly credential: string;
	/** Items whose answer is that of an earlier call. */
	private readonly repeated = new Set<number>();
	/** Calls with a good answer in this run, from now or from before. */
	private readonly answered = new Map<string, KeptAnswer>();
	/** The known outcome of each call when it was made. */
	private readonly answerAtCall = new Map<Item, KeptAnswer | undefined>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly asTool: boolean,
	) {
		const { creates, resource, value } = operation;
		this.contextKey = asTool ? 'voiceSmsToolCalls' : 'acceptedByService';
		const data = creates === true ? dataOf(context, asTool ? 'flow' : 'node') : undefined;
		// Without data of an execution, answers are known in this run only.
		this.data = data ?? {};
		// The same call in another account is another call.
		this.credential = context.getNode().credentials?.voiceSmsApi?.id ?? '';
		if (asTool || data === undefined) return;
		// A later round of a loop is another run: the same node with other items.
		const round = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.run = `${resource}.${value} ${round}`;
		if (this.kept().run !== this.run) this.forget();
	}

	/** Does the work on a model's call after parallel calls that are the same or share a lane. */
	async inTurn<T>(item: Item, ended: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
		const key = this.keyOf(item);
		this.answerAtCall.set(item, this.kept().answers[key]);
		const name = names.get(this.data) ?? randomUUID();
		names.set(this.data, name);
		const turns = [`call ${key}`, ...item.operationLanes].map((turn) => `${name} ${turn}`);
		return await inTurn(turns, ended, work);
	}

	/** What an earlier try of the execution came to; for people, and asked before anything else. */
	earlier(index: number): Partial<Item> {
		const answer = this.asTool ? undefined : this.kept().answers[index];
		return answer === undefined ? {} : earlierOf(answer, index, this.context, this.operation);
	}

	/**
	 * The outcome of an earlier call of a model; undefined when the call must be made.
	 *
	 * @param mayRepeat whether a call that ended well may be repeated
	 */
	outcome(item: Item, mayRepeat = false): Outcome | undefined {
		const { context, operation } = this;
		const key = this.keyOf(item);
		const answer = this.kept().answers[key];
		if (answer === undefined) return undefined;
		if ('mayHaveBeenDone' in answer) {
			const nameInErrors = operation.nameInErrors(item.input);
			return { is: 'failed', error: maybeDone(context, operation, nameInErrors, item.index) };
		}
		const mayGoAgain = mayRepeat || operation.updates?.(answer);
		if (mayGoAgain && this.isOfOtherCall(item, answer)) return undefined;
		this.answered.set(key, answer);
		this.repeated.add(item.index);
		return ran(operation, item.input, this.markedIfRepeat(item, answer.accepted));
	}

	/** The outcome, kept if the item was done or may have been. */
	noted(item: Item, outcome: Outcome): Outcome {
		if (item.onlyChecked) return outcome;
		if (outcome.is === 'failed') {
			const { error } = outcome;
			if (wouldDoubleIt(error)) {
				const { onceKey } = factsOf(error);
				const httpCode = ('httpCode' in error && error.httpCode) || undefined;
				this.keep(item, { mayHaveBeenDone: error.message, onceKey, httpCode });
			}
		} else if (outcome.is === 'begun' || outcome.is === 'done') {
			const begun = outcome.is === 'begun' && { isBegun: true as const };
			this.keep(item, { accepted: outcome.result as IDataObject, ...begun });
		}
		return outcome;
	}

	/** The outcome after the operation's `finish`. */
	finished(item: Item, outcome: Extract<Outcome, { is: 'done' | 'failed' }>): Outcome {
		if (this.operation.creates !== true) return outcome;
		// n8n or a model may repeat the call for the step that failed.
		if (outcome.is === 'failed') this.answered.delete(this.keyOf(item));
		else if (this.asTool) return { ...outcome, result: this.markedIfRepeat(item, outcome.result) };
		else keepFinished(this.kept().answers[this.keyOf(item)], outcome.result);
		return outcome;
	}

	/** Keeps an answer for another try, for another call, and for later items. */
	keep(item: Item, answer: Answer) {
		const key = this.keyOf(item);
		const kept = this.kept();
		kept.answers[key] = {
			...asJson(answer),
			...(this.asTool ? {} : keptOf(item, answer, this.operation)),
		};
		item.operationLanes.forEach((lane, place) => {
			kept.lastOf[this.nameOf(lane)] = { key, ...(place === 0 ? {} : { byOtherLane: true }) };
		});
		this.data[this.contextKey] = kept;
		if (this.asTool && 'accepted' in answer) this.answered.set(key, kept.answers[key]);
	}

	/** The outcome of the last earlier item, or call of a model, in the first lane. */
	lastWriteInLane({ operationLanes: [lane] }: Item): OperationContext['lastWriteInLane'] {
		if (lane === undefined) return undefined;
		const { answers, lastOf } = this.kept();
		const last = lastOf[this.nameOf(lane)];
		if (last === undefined) return undefined;
		return { ...answers[last.key], ...(last.byOtherLane === true ? { byOtherLane: true } : {}) };
	}

	/** The result of an item, marked for the model if it is that of an earlier call. */
	markedIfRepeat({ index, input }: Item, result: Result): Result {
		if (!this.repeated.has(index)) return result;
		return asRepeat(result, this.operation.nameInErrors(input));
	}

	/** The run has ended well: n8n has no reason for another try, and a model has the answers. */
	forget() {
		const { answers } = this.kept();
		if (!this.asTool) delete this.data[this.contextKey];
		for (const [key, answer] of this.answered) {
			if (answers[key] === answer) answer.seenByModel = true;
		}
	}

	/** Whether the answer is of another call; in n8n's next try it is of this one. */
	private isOfOtherCall(item: Item, answer: KeptAnswer): boolean {
		return (
			answer.seenByModel === true ||
			(this.answerAtCall.has(item) && this.answerAtCall.get(item) !== answer)
		);
	}

	private kept(): Kept {
		const kept = this.data[this.contextKey] as unknown as Kept | undefined;
		return kept ?? { run: this.run, answers: {}, lastOf: {} };
	}

	/** Of a model's call: its request. A Send Once Key may hold what the model wrote, so it is no part. */
	private keyOf({ index, input }: Item): string {
		return this.asTool ? this.nameOf(this.operation.request?.(input) ?? input) : String(index);
	}

	private nameOf(value: unknown): string {
		if (!this.asTool) return `lane ${String(value)}`;
		const { resource, value: name } = this.operation;
		return hashOf(`${this.credential} ${resource}.${name}`, value);
	}
}
