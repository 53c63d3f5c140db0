import { createHash, randomUUID } from 'node:crypto';
import type { IContextObject } from 'n8n-workflow';

import type { Answer, Operation, Surroundings } from '../../operations/operation';
import { inTurn } from '../../util/inTurn';
import { isObject } from '../../util/isObject';
import { answersSize, fitted } from './keptAnswer';
import type { Item } from '../../layers/layer';

const contextKey = 'voiceSmsToolCalls';

/** Soft hyphen, zero-width spaces and joiners, marks of the writing direction, byte order mark. */
const noWidth = /[\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]/g;

/**
 * Different calls that one execution remembers. Further calls are refused, because repeats could not be
 * recognised.
 */
export const mostCalls = 10_000;

/** `given`: the run with this answer has ended well, so the model has the answer. */
type Call = Answer & { given?: true };

interface KeptCalls {
	size: number;
	count: number;
	calls: Record<string, Call>;
	/** The last call in each lane; `byOtherLane` if that is not the call's first lane. */
	lastOf: Record<string, { call: string; byOtherLane?: true }>;
}

/** A name for the data of an execution, shared by all runs in this process. */
const names = new WeakMap<object, string>();

/**
 * The writes of a model in one execution, by their values, from all of its tools. Each call is another run
 * of a node, with another index and another `toolCallId` (n8n-core, requests-response). n8n's tries are
 * runs too, and "Retry" of a failed execution asks the model again. Kept until the end of the execution.
 */
export class ToolCalls {
	private readonly name: string;
	/** Calls with a good answer in this run, from now or from before. */
	private readonly answered = new Map<string, Call>();
	/** The known outcome of each call at its start. */
	private readonly known = new Map<Item, Call | undefined>();

	/**
	 * @param data of the execution (`dataOf`)
	 * @param credential ID: the same call in another account is another call
	 */
	constructor(
		private readonly data: IContextObject,
		private readonly operation: Operation,
		private readonly credential = '',
	) {
		this.name = names.get(data) ?? randomUUID();
		names.set(data, this.name);
	}

	/** Does the work after parallel calls that are the same or share a lane. */
	async inTurn<T>(job: Item, ended: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
		const key = this.keyOf(job);
		this.known.set(job, this.kept().calls[key]);
		const turns = [`call ${key}`, ...job.operationLanes].map((queue) => `${this.name} ${queue}`);
		return await inTurn(turns, ended, work);
	}

	/** The known outcome of the same call; undefined when the call must be made. */
	of(job: Item, mayRepeat: boolean): Answer | undefined {
		const key = this.keyOf(job);
		const call = this.kept().calls[key];
		if (call === undefined || 'mayHaveBeenDone' in call) return call;
		if (this.isOver(job, call) && (this.mayGoAgain(mayRepeat) || this.operation.updates?.(call))) {
			return undefined;
		}
		this.answered.set(key, call);
		return call;
	}

	/** The outcome of the last earlier call in the first lane. */
	lastWriteInLane({ operationLanes: [lane] }: Item): Surroundings['lastWriteInLane'] {
		if (lane === undefined) return undefined;
		const { calls, lastOf } = this.kept();
		const last = lastOf[this.nameOf(lane)];
		if (last === undefined) return undefined;
		return { ...calls[last.call], ...(last.byOtherLane === true ? { byOtherLane: true } : {}) };
	}

	/** Whether there is room to remember the outcome of the call. */
	hasRoomFor(job: Item, mayRepeat: boolean): boolean {
		const { count, calls } = this.kept();
		if (count < mostCalls || this.keyOf(job) in calls) return true;
		return this.mayGoAgain(mayRepeat) && this.forgetOne();
	}

	keep(job: Item, answer: Answer) {
		const key = this.keyOf(job);
		this.remove(key);
		const kept = this.kept();
		const { answer: call, size } = fitted(answer, answersSize - kept.size);
		kept.calls[key] = call;
		kept.size += size;
		kept.count++;
		job.operationLanes.forEach((lane, place) => {
			kept.lastOf[this.nameOf(lane)] = {
				call: key,
				...(place === 0 ? {} : { byOtherLane: true }),
			};
		});
		this.data[contextKey] = kept;
		if ('accepted' in answer) this.answered.set(key, kept.calls[key]);
	}

	/**
	 * A later step failed after the call was accepted: n8n or the model may repeat the call for that step.
	 */
	failedAfterwards(job: Item) {
		this.answered.delete(this.keyOf(job));
	}

	/** The run ends well, so the model has the answers. */
	give() {
		const { calls } = this.kept();
		for (const [key, call] of this.answered) if (calls[key] === call) call.given = true;
	}

	/** Whether the outcome is of another call. In n8n's next try, the answer is kept but not given yet. */
	private isOver(job: Item, call: Call): boolean {
		return call.given === true || (this.known.has(job) && this.known.get(job) !== call);
	}

	private mayGoAgain(mayRepeat: boolean): boolean {
		return this.operation.asks === true || mayRepeat;
	}

	/** Forgets the oldest call that may be repeated anyway. */
	private forgetOne(): boolean {
		const { calls, lastOf } = this.kept();
		for (const key in calls) {
			if (!('given' in calls[key])) continue;
			this.remove(key);
			for (const lane in lastOf) if (lastOf[lane].call === key) delete lastOf[lane];
			return true;
		}
		return false;
	}

	private remove(key: string) {
		const kept = this.kept();
		const call = kept.calls[key];
		if (call === undefined) return;
		if ('accepted' in call && call.shortened !== true) {
			kept.size -= JSON.stringify({ accepted: call.accepted }).length;
		}
		kept.count--;
		delete kept.calls[key];
	}

	private kept(): KeptCalls {
		const kept = this.data[contextKey] as unknown as KeptCalls | undefined;
		return kept ?? { size: 0, count: 0, calls: {}, lastOf: {} };
	}

	/** The identity of a call: its request. A Send Once Key may hold what the model wrote, so it is no part. */
	private keyOf({ input }: Item): string {
		return this.nameOf(this.operation.request?.(input) ?? input);
	}

	/** A hash of a value of the operation. */
	private nameOf(value: unknown): string {
		const { resource, value: operation } = this.operation;
		return createHash('sha256')
			.update(`${this.credential} ${resource}.${operation} ${JSON.stringify(value, comparable)}`)
			.digest('base64url');
	}
}

/**
 * The value without differences that do not count: spaces, invisible characters, the order of fields in
 * JSON.
 */
function comparable(_key: string, value: unknown): unknown {
	if (typeof value === 'string') {
		return value.normalize('NFC').replace(noWidth, '').replace(/\s+/g, ' ').trim();
	}
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
