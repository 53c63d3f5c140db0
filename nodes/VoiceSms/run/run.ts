import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Clock, realClock, timeSince } from '../api/clock';
import { type Limits, connect } from '../api/connect';
import { notCanceled } from '../api/errors/nodeError';
import { mostAtOnce } from '../api/flow/gate';
import { readAccess } from '../api/http/request';
import { lanesOf, limitsOf, onceKeyIn } from '../layers/index';
import { isTool } from '../layers/execution';
import type { Item, ItemOutcome, NodeError } from '../layers/layer';
import type { Operation } from '../operations/operation';
import { inParallel } from '../util/inParallel';
import { pausing } from '../util/pausing';
import { ItemWork } from './item';
import { type ItemOrError, findOperation, readItems } from './items';
import { forModel } from './model/answer';
import { credentialForModel } from './model/error';
import { hasFailed, outputItems, stopsRun } from './outputItems';
import { asOpen, checkWaiting, putToSleep, sleepAfter } from './waiting/sleep';
import { canceled, firstError, linesOfFailed } from './whatBecame';

/**
 * Runs the node: reads and checks every item before the first request, then does them side by side, each
 * within its layers (`layers/index`). Outputs come in the order of the items, each linked to its own.
 *
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues
 * on fail
 */
export async function run(
	context: IExecuteFunctions,
	operations: readonly Operation[],
	clock: Clock = realClock,
): Promise<INodeExecutionData[][]> {
	const operation = findOperation(context, operations);
	const keepGoing = context.continueOnFail();
	const asTool = isTool(context);
	const calledFor = asTool ? timeSince(clock) : undefined;
	const asks = operation.asks === true;
	const access = await readAccess(context).catch(async (error: NodeError) => {
		const told = asTool ? credentialForModel(error) : error;
		return keepGoing ? told : await Promise.reject(notCanceled(told));
	});
	// As items, not thrown: n8n would return the input as the output, and it could pass for an answer.
	if (access instanceof Error) {
		const all = context.getInputData().map(() => ({ error: access }));
		return [await outputItems(context, operation, all, all, pausing(clock))];
	}

	const { defaultCountry } = access;
	const pause = pausing(clock);
	const read = await readItems(context, operation, pause, { defaultCountry, asTool });
	const items = asks
		? checkWaiting(context, operation, read, { now: clock.now(), keepGoing })
		: read;
	const outcomes = new Array<ItemOutcome | undefined>(items.length).fill(undefined);
	const failed = new AbortController();
	const settle = (index: number, outcome: ItemOutcome | undefined) => {
		outcomes[index] = outcome;
		if (!keepGoing && stopsRun(outcome)) failed.abort();
	};
	// Nobody has the answer to a question before `finish`.
	const asSeen = (outcome: ItemOutcome | undefined) => (asks ? asOpen(outcome) : outcome);

	const cancel = context.getExecutionCancelSignal();
	const ended = AbortSignal.any([failed.signal, ...(cancel === undefined ? [] : [cancel])]);
	const limits: Limits = { ...limitsOf(items.find(isItem)), ended, calledFor };
	const connection = connect(context, access, clock, limits);
	const records = `${operation.resource} ${access.url} ${access.apiKey}`;
	const state = { context, operation, connection, clock, ended, asTool, records };
	const work = new ItemWork(state, items);

	// All before the first one begins, so that a run that stops calls no accepted item "Not started".
	for (const [index, item] of items.entries()) {
		settle(index, asSeen(work.known(item)));
		await pause();
	}
	const stopped = () => ended.aborted;
	const inOrder = limits.intervalMs !== undefined;
	const lanes = (index: number) => (isItem(items[index]) ? lanesOf(items[index], limits) : []);
	const bound = limits.bound ?? mostAtOnce;
	await inParallel(items.length, { bound, stopped, lanes, inOrder, pause }, async (index) => {
		const item = items[index];
		if (isItem(item) && outcomes[index] === undefined) {
			settle(index, asSeen(await work.outcome(item)));
		}
	});

	// All together, for example all wait for the end of calls; only the number of requests is bounded.
	const count = operation.finish === undefined ? 0 : items.length;
	await inParallel(count, { bound: Infinity, stopped, pause: pausing(clock) }, async (index) => {
		const [item, outcome] = [items[index], outcomes[index]];
		if (!isItem(item) || outcome === undefined || 'error' in outcome) return;
		if (outcome.notSent !== undefined) return;
		const finished = await work.finish(item, outcome.result);
		// In a stopped run the result of `finish` does not count: the outcome stays that of the start.
		if (!ended.aborted) settle(index, finished);
	});
	if (cancel?.aborted === true) throw canceled(context, outcomes);

	const pauseAtEnd = pausing(clock);
	const lines = work.lines(outcomes);
	const told = asTool ? forModel(outcomes, items, { operation }, lines) : outcomes;
	if (!keepGoing && outcomes.some(stopsRun)) {
		const isKeyed = (index: number) => onceKeyIn(items[index]) !== undefined;
		throw notCanceled(firstError(told, { operation, isKeyed }));
	}
	const until = asks ? sleepAfter(operation, items, outcomes, clock.now()) : undefined;
	const output =
		until === undefined
			? await outputItems(context, operation, items, told as ItemOutcome[], pauseAtEnd)
			: await putToSleep(context, operation, until);
	if (!mayRunAgain(context, outcomes.some(hasFailed), output)) work.forget();
	const shown = asTool || !outcomes.some(stopsRun) ? lines : [...linesOfFailed(outcomes), ...lines];
	if (shown.length > 0) {
		context.addExecutionHints(
			...shown.map((message) => ({ message, location: 'outputPane' }) as const),
		);
	}
	return [output];
}

function isItem(item: ItemOrError): item is Item {
	return !('error' in item);
}

/**
 * Whether n8n may run all items again after this output: with Retry On Fail it does if the first item has a
 * field `error`, even the service's own (n8n-core, workflow-execute; undefined, null and false do not
 * count).
 */
function mayRunAgain(
	context: IExecuteFunctions,
	itemFailed: boolean,
	[first]: INodeExecutionData[],
): boolean {
	if (context.getNode().retryOnFail !== true) return false;
	const { error } = first?.json ?? {};
	return itemFailed || (error !== undefined && error !== null && error !== false);
}
