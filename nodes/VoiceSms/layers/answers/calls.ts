import { createHash, randomUUID } from 'node:crypto';
import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { type NodeError, factsOf } from '../../api/errors/nodeError';
import { type Answer, type Operation, type Result, WithFile } from '../../operations/operation';
import { asCompared } from '../../util/asSeen';
import { inTurn } from '../../util/inTurn';
import { isObject } from '../../util/isObject';
import { dataOf, isAnsweredAtOnce } from '../../util/execution';
import { type Item, type Work, whereToLook } from '../layer';
import { type Outcome, ran, waiting } from '../outcome';
import { type Answers, type Finished, type KeptAnswer, KeptAnswers, answerIn } from './kept';

/** A name for the data of an execution, shared by all runs in this process. */
const names = new WeakMap<object, string>();

/**
 * For a model, by what the call does, and for all of its tools together, until the end of the execution.
 * Each call is another run of a node, with another index and another `toolCallId` (n8n-core,
 * requests-response). n8n's tries are runs too, and after "Retry" the model asks again. Example: a model
 * sends "Hi" to Ada, and later "Hi " to Ada: it gets the first answer, marked as a repeat. With *Allow
 * Repeats* the second call is made, but only if the model has seen the answer to the first one: in n8n's
 * next try of the same call it has not.
 */
export class EarlierCalls implements Answers {
	private readonly kept: KeptAnswers;
	private readonly scope: string;
	/** Items whose answer is that of an earlier call. */
	private readonly repeated = new Set<number>();
	/** Calls with a good answer in this run, from now or from before. */
	private readonly answered = new Map<string, KeptAnswer | undefined>();
	/** The known outcome of each call when it was made. */
	private readonly answerAtCall = new Map<Item, KeptAnswer | undefined>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		const { creates, resource, value } = operation;
		const data = creates === true ? dataOf(context, 'flow') : undefined;
		this.kept = new KeptAnswers(data, 'voiceSmsToolCalls');
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
		this.answerAtCall.set(item, this.kept.get(key));
		const name = names.get(data) ?? randomUUID();
		names.set(data, name);
		const turns = [`call ${key}`, ...item.operationLanes].map((turn) => `${name} ${turn}`);
		const work = async () => this.outcome(item, mayRepeat) ?? this.noted(item, await next());
		return (await inTurn(turns, ended, work)) ?? waiting;
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
		// A caller that had to be answered before the person answered asks for that answer, not for another SMS.
		const isOpen = answer.isOpen === true && isAnsweredAtOnce(this.context);
		const mayGoAgain = (mayRepeat && !isOpen) || operation.updates?.(answer);
		if (mayGoAgain && this.isOfOtherCall(item, answer)) return undefined;
		this.answered.set(key, answer);
		this.repeated.add(item.index);
		const first = ran(operation, item.input, answer.accepted);
		return first.is === 'done'
			? { ...first, result: this.markedIfRepeat(item, first.result) }
			: first;
	}

	keep(item: Item, answer: Answer) {
		const key = this.keyOf(item);
		const lanes = item.operationLanes.map((lane) => hashOf(this.scope, lane));
		const isOpen = this.operation.asks && 'accepted' in answer && { isOpen: true as const };
		this.kept.keep(key, { ...answer, ...isOpen }, lanes);
		if ('accepted' in answer) this.answered.set(key, this.kept.get(key));
	}

	finished(item: Item, outcome: Finished): Outcome {
		if (this.operation.creates !== true) return outcome;
		if (outcome.is === 'done') {
			const isEnd = (outcome.result as IDataObject).timedOut !== true;
			if (isEnd) delete this.kept.get(this.keyOf(item))?.isOpen;
			return { ...outcome, result: this.markedIfRepeat(item, outcome.result) };
		}
		// The model may repeat the call for the step that failed.
		this.answered.delete(this.keyOf(item));
		return outcome;
	}

	lastWriteInLane({ operationLanes: [lane] }: Item) {
		return lane === undefined ? undefined : this.kept.lastIn(hashOf(this.scope, lane));
	}

	forget() {
		for (const [key, answer] of this.answered) {
			if (answer !== undefined && this.kept.get(key) === answer) answer.seenByModel = true;
		}
	}

	private noted(item: Item, outcome: Outcome): Outcome {
		const answer = answerIn(outcome);
		if (answer !== undefined) this.keep(item, answer);
		return outcome;
	}

	/** Whether the answer is of another call; in n8n's next try it is of this one. */
	private isOfOtherCall(item: Item, answer: KeptAnswer): boolean {
		return (
			answer.seenByModel === true ||
			(this.answerAtCall.has(item) && this.answerAtCall.get(item) !== answer)
		);
	}

	/** The request. A Send Once Key may hold what the model wrote, so it is no part. */
	private keyOf({ input, json }: Item): string {
		return hashOf(this.scope, this.operation.request?.(input, json) ?? input);
	}

	/** The answer to the first call, marked as a repeat for the model. `finish` may have seen more since. */
	private markedIfRepeat({ index, input }: Item, answer: Result): Result {
		if (!this.repeated.has(index)) return answer;
		const others =
			this.operation.finishes?.(input) === true ? 'what is known of it now' : 'the first answer';
		const message = `This was already done in this run, so it was not done again: ${this.operation.nameInErrors(input)}. The other fields are ${others}.`;
		const told = ({ message: own, ...json }: IDataObject) => ({
			...json,
			repeated: true,
			message: typeof own === 'string' ? `${message} ${own}` : message,
		});
		if (answer instanceof WithFile) return new WithFile(told(answer.json), answer.binary);
		// A write gives one record.
		return told(answer as IDataObject);
	}
}

/** A hash of a value, the same for values that look the same or differ only in the order of fields. */
function hashOf(scope: string, value: unknown): string {
	return createHash('sha256')
		.update(`${scope} ${JSON.stringify(value, comparable)}`)
		.digest('base64url');
}

function comparable(_key: string, value: unknown): unknown {
	if (typeof value === 'string') return asCompared(value);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The error of a repeated call, if an earlier call has an unclear outcome. */
export function maybeDone(
	context: IExecuteFunctions,
	{ resource }: Operation,
	thing: string,
	itemIndex: number,
): NodeError {
	const message = `Not repeated: ${thing}. It may already have been done, because the answer was lost. Look for it ${whereToLook[resource]}. If it is missing there, tell the user: only a new execution can do it again.`;
	const error = new NodeOperationError(context.getNode(), message, { itemIndex });
	factsOf(error).mayHaveBeenDone = true;
	return error;
}
