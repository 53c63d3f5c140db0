import { createHash } from 'node:crypto';
import type { IContextObject, IDataObject } from 'n8n-workflow';

import { asSentence, errorFacts } from '../../api/errors/nodeError';
import type { OperationContext } from '../../operations/context';
import type { WriteResult } from '../../operations/result';
import { asCompared } from '../../util/asSeen';
import { isObject } from '../../util/values';
import type { ModelCall } from '../../util/unpromised';
import type { Notes, Item, Work } from '../layer';
import type { Outcome } from '../outcome';

/**
 * Outcomes of writes that must not be done twice. They are kept in the execution's own data, which survives
 * n8n's tries and "Retry" on a failed execution.
 */
export interface WriteMemory {
	/** The result of the item in an earlier try. Looked up before its fields are read. */
	earlier(index: number): Partial<Item>;
	/**
	 * Does a write that was not done before, and keeps its result.
	 *
	 * @param mayRepeat whether a model may repeat a call that ended well
	 */
	write(item: Item, next: Work, ended: AbortSignal, mayRepeat: boolean): Promise<Outcome>;
	/** The outcome of an item after the operation's `finish`. */
	finished(item: Item, outcome: Outcome): Outcome;
	/** The outcome of the last earlier item, or call of a model, in the first lane. */
	lastWriteInLane(item: Item): OperationContext['lastWriteInLane'];
	/** The run has ended well: n8n has no reason for another try, and a model has the answers. */
	forget(): void;
}

export type SavedResult = WriteResult & KeptOfCall & KeptOfItem;

/**
 * Facts of a model's calls.
 *
 * - `givenTo`: the calls that have ended well with this answer. `agent` and `id` are '' without a queue.
 * - `asked`: the run that asked a question.
 * - `reviewed`: a hash of the node and the arguments, and what a review of the same call tells a model.
 */
interface KeptOfCall {
	givenTo?: Array<Pick<ModelCall, 'agent' | 'id'>>;
	asked?: { node: string; round: number };
	reviewed?: { agent: string; call: string; message: string };
}

/** Facts for n8n's next try, which may be unable to read them. */
interface KeptOfItem {
	nameInErrors?: string;
	shown?: IDataObject;
	facts?: Notes;
	/** The result of the operation's `finish`, for a try that cannot go on. */
	finished?: IDataObject;
}

interface Kept {
	/** For n8n's tries: the operation and the round of a loop, so that no other run takes these answers. */
	run?: string;
	answers: Record<string, SavedResult>;
	/** The last answer in each lane; `byOtherLane` if that is not the item's first lane. */
	lastOf: Record<string, { key: string; byOtherLane?: true }>;
}

/** Answers in the data of an execution; without that, they are known in this run only. */
export class SavedResults {
	/**
	 * @param data of the execution
	 * @param name in this data
	 * @param run answers of other runs are dropped
	 */
	constructor(
		readonly data: IContextObject = {},
		private readonly name: string,
		private readonly run?: string,
	) {
		if (run !== undefined && this.all().run !== run) this.drop();
	}

	get(key: string): SavedResult | undefined {
		return this.all().answers[key];
	}

	/** The answer for which `is` is true; undefined without one. */
	find(is: (answer: SavedResult) => boolean): SavedResult | undefined {
		return Object.values(this.all().answers).find(is);
	}

	/** Keeps an answer for another try, for another call, and for later items of its lanes. */
	keep(key: string, answer: SavedResult, lanes: string[]) {
		const kept = this.all();
		kept.answers[key] = answer;
		for (const [place, lane] of lanes.entries()) {
			kept.lastOf[lane] = { key, ...(place === 0 ? {} : { byOtherLane: true }) };
		}
		this.data[this.name] = kept;
	}

	lastIn(lane: string): OperationContext['lastWriteInLane'] {
		const { answers, lastOf } = this.all();
		const last = lastOf[lane];
		if (last === undefined) return undefined;
		return { ...answers[last.key], ...(last.byOtherLane === true ? { byOtherLane: true } : {}) };
	}

	drop() {
		delete this.data[this.name];
	}

	private all(): Kept {
		const kept = this.data[this.name] as unknown as Kept | undefined;
		return kept ?? { run: this.run, answers: {}, lastOf: {} };
	}
}

/** The kept part of an outcome; undefined if the item was not done, and may be done again. */
export function answerIn(outcome: Outcome): WriteResult | undefined {
	if (outcome.is === 'unclear') {
		const { error } = outcome;
		const { mayBeRepeated, onceKey, why = asSentence(error.message) } = errorFacts(error);
		if (mayBeRepeated === true) return undefined;
		const httpCode = ('httpCode' in error && error.httpCode) || undefined;
		return { mayHaveBeenDone: why, onceKey, httpCode };
	}
	if (outcome.is !== 'begun' && outcome.is !== 'done') return undefined;
	const begun = outcome.is === 'begun' && { isBegun: true as const };
	return { accepted: outcome.result as IDataObject, ...begun };
}

/** A hash of a value, the same for values that look the same or differ only in the order of fields. */
export function hashOf(scope: string, value: unknown): string {
	return createHash('sha256')
		.update(`${scope} ${JSON.stringify(value, comparable)}`)
		.digest('base64url');
}

function comparable(_key: string, value: unknown): unknown {
	if (typeof value === 'string') return asCompared(value);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
