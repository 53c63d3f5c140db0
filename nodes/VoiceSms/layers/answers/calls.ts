import { randomUUID } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../../operations/operation';
import type { Result, WriteResult } from '../../operations/result';
import { dataOf, isReview } from '../../util/execution';
import { type ModelCall, modelCall, outputOfNode } from '../../util/unpromised';
import { isObject } from '../../util/values';
import { serially } from '../../util/serially';
import type { Item, Work } from '../layer';
import { type Outcome, notStarted, outcomeAfter } from '../outcome';
import { type WriteMemory, type SavedResult, SavedResults, answerIn, hashOf } from './kept';
import { asRepeat, maybeDone, noteForReview, reviewedBefore } from './repeats';

/** A name for the data of an execution, shared by all runs in this process. */
const callNames = new WeakMap<object, string>();

/**
 * For a model, by the work of the call, and for all of its tools together, until the end of the execution.
 * Each call is another run of a node, with another index and another `toolCallId` (n8n-core,
 * requests-response). n8n's tries are runs too, and after "Retry" the model asks again. Example: a model
 * sends "Hi" to Ada, and later "Hi " to Ada: it gets the first answer, marked as a repeat. With *Allow
 * Repeats* the second call is made, but only if the model has seen the answer to the first one. It has not in
 * n8n's next try of the same call, and n8n drops answers (`modelCall`).
 */
export class EarlierCalls implements WriteMemory {
	private readonly kept: SavedResults;
	private readonly scope: string;
	private readonly call?: ModelCall;
	/** Items with the answer of an earlier call. */
	private readonly repeated = new Set<number>();
	/** Calls with a good answer in this run, from now or from before. */
	private readonly results = new Map<string, SavedResult>();
	/** The known outcome of each call when it was made. */
	private readonly resultAtCall = new Map<Item, SavedResult | undefined>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		const { creates, resource, value } = operation;
		const data = creates === true ? dataOf(context, 'flow') : undefined;
		this.kept = new SavedResults(data, 'voiceSmsToolCalls');
		if (creates === true) this.call = modelCall(context);
		// The same call in another account is another call.
		this.scope = `${context.getNode().credentials?.voiceSmsApi?.id ?? ''} ${resource}.${value}`;
	}

	earlier() {
		return {};
	}

	/** Waits for parallel calls that are the same or share a lane. */
	async write(item: Item, next: Work, ended: AbortSignal, mayRepeat: boolean): Promise<Outcome> {
		const { data } = this.kept;
		const key = this.keyOf(item);
		this.resultAtCall.set(item, this.kept.get(key));
		const name = callNames.get(data) ?? randomUUID();
		callNames.set(data, name);
		const turns = [`call ${key}`, ...item.operationLanes].map((turn) => `${name} ${turn}`);
		const work = async () =>
			reviewedBefore(this.context, this.kept, this.call) ??
			this.outcome(item, mayRepeat) ??
			this.noted(item, await next(), mayRepeat);
		return (await serially(turns, ended, work)) ?? notStarted;
	}

	/** The outcome of an earlier call; undefined when the call must be made. */
	outcome(item: Item, mayRepeat = false): Outcome | undefined {
		const { operation } = this;
		const key = this.keyOf(item);
		const answer = this.kept.get(key);
		if (answer === undefined) return undefined;
		if ('mayHaveBeenDone' in answer) {
			const nameInErrors = operation.nameInErrors(item.input);
			return { is: 'unclear', error: maybeDone(this.context, operation, nameInErrors, item.index) };
		}
		const mayGoAgain = mayRepeat || operation.updates?.(answer);
		if (mayGoAgain && this.isOfOtherCall(item, answer)) return undefined;
		const end = answer.asked && outputOfNode(this.context, answer.asked);
		// A person is asked for each approval: it is for one call.
		if (end !== undefined && isReview(this.context) && isYes(end)) return undefined;
		this.results.set(key, answer);
		this.repeated.add(item.index);
		if (end !== undefined) {
			const result = isReview(this.context) ? end : this.markedIfRepeat(item, end);
			return { is: 'done', result, isAnswered: true };
		}
		const first = outcomeAfter(operation, item.input, notStarted, {
			result: answer.accepted,
		});
		return first.is === 'done'
			? { ...first, result: this.markedIfRepeat(item, first.result) }
			: first;
	}

	keep(item: Item, answer: WriteResult, mayRepeat = false) {
		const key = this.keyOf(item);
		const lanes = item.operationLanes.map((lane) => hashOf(this.scope, lane));
		const { context, operation } = this;
		const isQuestion = operation.asks === true && 'accepted' in answer;
		const ofCall = isQuestion
			? this.asQuestion()
			: noteForReview(context, operation, this.call, item, answer, mayRepeat);
		const kept: SavedResult = { ...answer, ...ofCall };
		this.kept.keep(key, kept, lanes);
		if ('accepted' in answer) this.results.set(key, kept);
	}

	finished(item: Item, outcome: Outcome): Outcome {
		if (this.operation.creates !== true) return outcome;
		if (outcome.is === 'done') {
			return { ...outcome, result: this.markedIfRepeat(item, outcome.result) };
		}
		// The model may repeat the call for the step that failed.
		this.results.delete(this.keyOf(item));
		return outcome;
	}

	lastWriteInLane({ operationLanes: [lane] }: Item) {
		return lane === undefined ? undefined : this.kept.lastIn(hashOf(this.scope, lane));
	}

	forget() {
		for (const answer of this.results.values()) {
			const { agent = '', id = '' } = this.call ?? {};
			answer.givenTo = [...(answer.givenTo ?? []), { agent, id }];
		}
	}

	private noted(item: Item, outcome: Outcome, mayRepeat: boolean): Outcome {
		const answer = answerIn(outcome);
		if (answer !== undefined) this.keep(item, answer, mayRepeat);
		return outcome;
	}

	/** The run that asks a question, for its answer on a page. */
	private asQuestion() {
		const round = Number(this.context.evaluateExpression('{{ $runIndex }}', 0));
		const asked = this.call && { node: this.context.getNode().name, round };
		return asked && { asked };
	}

	/** Whether the model may know the answer; in n8n's next try of its call it does not. */
	private isOfOtherCall(item: Item, answer: SavedResult): boolean {
		const { call } = this;
		const isKnown = (answer.givenTo ?? []).some(({ agent, id }) => {
			return call === undefined || agent !== call.agent || call.known.has(id);
		});
		if (isKnown || call !== undefined) return isKnown;
		return this.resultAtCall.has(item) && this.resultAtCall.get(item) !== answer;
	}

	/** The request. A Send Once Key may hold what the model wrote, so it is no part. */
	private keyOf({ input, json }: Item): string {
		const reviewed = isReview(this.context) ? json : undefined;
		return hashOf(this.scope, this.operation.request?.(input, reviewed) ?? input);
	}

	/** The answer to the first call is marked as a repeat for the model. */
	private markedIfRepeat({ index, input }: Item, answer: Result): Result {
		return this.repeated.has(index) ? asRepeat(this.operation, input, answer) : answer;
	}
}

/** Whether n8n takes the output of a review for an approval. */
function isYes({ approved, data }: IDataObject): boolean {
	return approved === true || (isObject(data) && data.approved === true);
}
