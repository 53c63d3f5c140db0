import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Clock, realClock, timeSince } from '../api/clock';
import { type RunLimits, connect } from '../api/connect';
import { type NodeError, notCanceled } from '../api/errors/nodeError';
import { mostAtOnce } from '../api/flow/gate';
import { accountOf, readAccess } from '../api/http/request';
import { EarlierCalls } from '../layers/answers/calls';
import { EarlierTries } from '../layers/answers/tries';
import { lanesOf, limitsOf } from '../layers/index';
import { isTool } from '../layers/execution';
import type { Item } from '../layers/layer';
import { type Outcome, isFirstTry } from '../layers/outcome';
import type { Operation } from '../operations/operation';
import { inParallel } from '../util/inParallel';
import { pausing } from '../util/pausing';
import { ItemRunner } from './item';
import { findOperation, itemsOf, notReadable, readItems } from './items';
import { linesOf } from './lines';
import { forModel } from './model/answer';
import { credentialForModel } from './model/error';
import { endRun } from './endRun';
import { stopsRun } from './outputItems';
import { checkWaiting, sleepAfter } from './waiting/sleep';

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
	const msSinceModelCall = asTool ? timeSince(clock) : undefined;
	const told = { context, operation };
	const answers = new (asTool ? EarlierCalls : EarlierTries)(context, operation);
	const pause = pausing(clock);
	const items = await itemsOf(context, answers, pause);
	const access = await readAccess(context).catch((error: NodeError) => error);
	if (access instanceof Error) {
		const error = asTool ? credentialForModel(access) : access;
		if (!keepGoing && isFirstTry(items)) throw notCanceled(error);
		notReadable(context, operation, items, error, { defaultCountry: '', asTool });
		return await endRun(context, operation, items, { answers, pause, lines: linesOf(items, told) });
	}

	const { defaultCountry } = access;
	await readItems(context, operation, items, { defaultCountry, asTool }, pause);
	if (operation.asks === true) {
		checkWaiting(context, operation, items, { now: clock.now(), keepGoing });
	}
	const failed = new AbortController();
	const settle = (item: Item, outcome: Outcome) => {
		item.outcome = outcome;
		if (!keepGoing && stopsRun(item)) failed.abort();
	};

	const cancel = context.getExecutionCancelSignal();
	const ended = AbortSignal.any([failed.signal, ...(cancel === undefined ? [] : [cancel])]);
	const limits: RunLimits = { ...limitsOf(items.find(isRead)), ended, msSinceModelCall };
	const connection = connect(context, access, clock, limits);
	const records = `${operation.resource} ${accountOf(access)}`;
	const state = { ...told, connection, clock, ended, records, answers };
	const work = new ItemRunner(state, items);

	if (!keepGoing && items.some(stopsRun)) failed.abort();
	const stopped = () => ended.aborted;
	const inOrder = limits.intervalMs !== undefined;
	const lanes = (index: number) => lanesOf(items[index], limits);
	const bound = limits.bound ?? mostAtOnce;
	await inParallel(items.length, { bound, stopped, lanes, inOrder, pause }, async (index) => {
		const item = items[index];
		if (item.outcome.is === 'waiting') settle(item, await work.outcome(item));
	});

	// All together, for example all wait for the end of calls; only the number of requests is bounded.
	const begun = items.filter(({ outcome }) => outcome.is === 'begun');
	const together = { bound: Infinity, stopped, pause: pausing(clock) };
	await inParallel(begun.length, together, async (at) => {
		const finished = await work.finish(begun[at]);
		// In a stopped run the result of `finish` does not count: the outcome stays that of the start.
		if (!ended.aborted) settle(begun[at], finished);
	});

	const lines = [...linesOf(items, told), ...work.hints];
	const shown = asTool ? forModel(items, { operation }, lines) : items;
	const until = operation.asks && sleepAfter(operation, items, clock.now());
	return await endRun(context, operation, shown, { answers, pause: pausing(clock), lines, until });
}

function isRead({ input }: Item): boolean {
	return input !== undefined;
}
