import type { IDataObject } from 'n8n-workflow';

import { Api } from '../api/api';
import { type RunLimits, Connection } from '../api/connection';
import { type Subject, asItemError, rethrow } from '../api/errors/nodeError';
import { type Claim, RequestNotMade } from '../api/flow/attempts';
import { maxAtOnce } from '../api/flow/bound';
import { maxToolMs } from '../api/http/deadline';
import { type Access, accountOf } from '../api/access';
import { lanesOf, layers, settingIn } from '../layers/index';
import type { Around, Item, Layer, LayerRun, Work } from '../layers/layer';
import { type Outcome, failed, notStarted, outcomeAfter, stopsRun } from '../layers/outcome';
import { sendInterval } from '../layers/sendInterval';
import { type OperationContext, readerOf } from '../operations/context';
import type { Result } from '../operations/result';
import { isAnsweredAtOnce } from '../util/execution';
import { inParallel, pausing } from '../util/inParallel';
import type { Run } from './items';

/**
 * Does the items that are to come, side by side, and then finishes the items that began. If one fails and
 * the node stops on errors, no more begin.
 *
 * @returns the hints of operations
 */
export async function doItems(run: Run, items: Item[], access: Access): Promise<string[]> {
	const { context, operation, clock, msSinceModelCall } = run;
	const stop = new AbortController();
	const stopIfFailed = (some: Item[]) => {
		if (!context.continueOnFail() && some.some(isOfThisTry)) stop.abort();
	};
	const cancel = context.getExecutionCancelSignal();
	const ended = AbortSignal.any([stop.signal, ...(cancel === undefined ? [] : [cancel])]);
	const first = items.find(({ input }) => input !== undefined);
	const intervalMs = settingIn(first, sendInterval);
	const limits: RunLimits = { bound: first?.bound, intervalMs, ended, msSinceModelCall };
	// The caller waits for the answer, and gives up.
	if (msSinceModelCall !== undefined && isAnsweredAtOnce(context)) {
		limits.leftMs = () => Math.max(0, maxToolMs - msSinceModelCall());
	}
	const connection = new Connection(context, access, clock, limits);
	const lockName = `${operation.resource} ${accountOf(access)}`;
	const { leftMs = () => Infinity } = limits;
	const runner = new ItemRunner({ ...run, connection, ended, lockName, leftMs }, items);

	stopIfFailed(items);
	const stopped = () => ended.aborted;
	const bound = limits.bound ?? maxAtOnce;
	const lanes = (index: number) => lanesOf(items[index], operation, limits);
	const inOrder = intervalMs !== undefined;
	const pause = pausing(clock);
	await inParallel(items.length, { bound, stopped, lanes, inOrder, pause }, async (index) => {
		const item = items[index];
		if (item.outcome.is !== 'waiting') return;
		item.outcome = await runner.outcome(item);
		stopIfFailed([item]);
	});

	// All together, for example all wait for the end of calls; only the number of requests is bounded.
	const begun = items.filter(({ outcome }) => outcome.is === 'begun');
	const together = { bound: Infinity, stopped, pause: pausing(clock) };
	await inParallel(begun.length, together, async (at) => {
		const item = begun[at];
		item.outcome = await runner.finish(item);
		stopIfFailed([item]);
	});
	return [...runner.hints];
}

/** The work on the items of one run: the operation, within the layers that the item has. */
class ItemRunner {
	private readonly layersInRun: Array<[Layer, Around]> = [];
	/** The hints of operations, each once. */
	readonly hints = new Set<string>();
	/** Results of `shared`, by the function that made them. */
	private readonly shared = new Map<() => unknown, unknown>();

	constructor(
		private readonly state: Omit<LayerRun, 'operationContext'> & Pick<OperationContext, 'leftMs'>,
		items: readonly Item[],
	) {
		const run = { ...state, operationContext: this.operationContext };
		for (const layer of layers) {
			const isOn = items.some((item) => item.layers.has(layer));
			const around = isOn ? layer.forRun?.(run, items) : undefined;
			if (around !== undefined) this.layersInRun.push([layer, around]);
		}
	}

	/** The outcome of the item; `waiting` when it was not started. Never throws. */
	async outcome(item: Item): Promise<Outcome> {
		const outcome = this.throughLayers(item, this.layersInRun);
		return await outcome.catch((error: unknown) => this.failure(item, error));
	}

	/** The outcome of a started item after `finish`. Never throws. */
	async finish(item: Item): Promise<Outcome> {
		const { result: given } = item.outcome as { result: Result };
		const { context, operation, answers, ended } = this.state;
		const accepted = operation.creates === true ? (given as IDataObject) : undefined;
		const subject = this.subject(item);
		const { id, messageId = id } = accepted ?? {};
		if (accepted !== undefined) {
			subject.nameInErrors += ` (ID ${String(messageId)})`;
			subject.isDone = true;
			// The permission belongs to the write, and `finish` only reads.
			delete subject.permission;
		}
		const step = async () => {
			const operationContext = this.operationContext(item, subject);
			const result = (await operation.finish?.work(item.input, given, operationContext)) ?? given;
			return { result };
		};
		const now = await step().catch((error: unknown) =>
			failed(asItemError(context.getNode(), error, item.index)),
		);
		// In a stopped run the result does not count: the outcome stays that of the start.
		if (ended.aborted) return item.outcome;
		return answers.finished(item, outcomeAfter(operation, item.input, item.outcome, now));
	}

	/** The tools of an operation, for requests of the item about this subject. */
	readonly operationContext = (item: Item, subject: Subject, claim?: Claim): OperationContext => {
		const { context, connection, clock, ended, leftMs, asTool } = this.state;
		return {
			api: new Api(connection, subject, item.settings, claim),
			...readerOf(asTool),
			store: context.helpers.prepareBinaryData,
			hint: (line) => void (line !== '' && this.hints.add(line)),
			lastWriteInLane: this.state.answers.lastWriteInLane(item),
			n8n: context,
			json: item.json,
			now: () => clock.now(),
			passed: () => clock.passed(),
			leftMs,
			shared: <T>(make: () => T) => {
				if (!this.shared.has(make)) this.shared.set(make, make());
				return this.shared.get(make) as T;
			},
			wait: async (ms) => {
				await clock.sleep(ms, ended);
				connection.reopen();
				return !ended.aborted;
			},
		};
	};

	/** Does the item within its layers from this place on. */
	private async throughLayers(
		item: Item,
		[first, ...others]: ItemRunner['layersInRun'],
		claim?: Claim,
	): Promise<Outcome> {
		if (first !== undefined) {
			const [layer, around] = first;
			const next: Work = async (own = claim) => await this.throughLayers(item, others, own);
			if (!item.layers.has(layer)) return await next();
			return await around(item, item.layers.get(layer), next);
		}
		const { operation } = this.state;
		try {
			const operationContext = this.operationContext(item, this.subject(item), claim);
			const answer = await operation.run(item.input, operationContext);
			const result =
				operation.sends === undefined ? answer : { ...item.shown, ...(answer as IDataObject) };
			return outcomeAfter(operation, item.input, notStarted, { result });
		} catch (error) {
			// Layers know more: a Send Once Key may have kept the request back.
			if (error instanceof RequestNotMade) rethrow(error);
			return this.failure(item, error);
		}
	}

	private failure({ index }: Item, error: unknown): Outcome {
		if (error instanceof RequestNotMade) return notStarted;
		return failed(asItemError(this.state.context.getNode(), error, index));
	}

	/** The subject of the item's errors. */
	private subject({ input, index }: Item): Subject {
		const { nameInErrors, permission, pastTense: did } = this.state.operation;
		return { nameInErrors: nameInErrors(input), permission, did, itemIndex: index };
	}
}

/** Whether the item stops the run: what an earlier try or run left behind stops nothing, only a failure of this try. */
function isOfThisTry(item: Item): boolean {
	const { outcome } = item;
	if (!stopsRun(item) || outcome === item.earlier) return false;
	const wasInDoubt = outcome.is === 'unclear' && outcome.error.context.mayBeRepeated === true;
	return !wasInDoubt || outcome.error.context.onceKey === undefined;
}
