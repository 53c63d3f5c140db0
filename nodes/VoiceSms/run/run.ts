import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mostAtOnce } from '../api/flow/bound';
import type { Clock } from '../api/clock';
import { realClock, timeSince } from '../api/clock';
import { connect } from '../api/connect';
import { notCanceled } from '../api/errors/nodeError';
import { readAccess } from '../api/http/request';
import type { Operation, Result } from '../operations/operation';
import { inLanes } from '../util/inLanes';
import { inTurn } from '../util/inTurn';
import { pausing } from '../util/pausing';
import { forModel } from './model/answer';
import { findOperation } from './findOperation';
import { dryRunLine, keyLines } from './hints';
import { ItemWork } from './item';
import type { ItemOutcome, NodeError } from './outcomes';
import { canceled, firstError, hasFailed, stopsRun } from './outcomes';
import { outputItems } from './outputItems';
import type { Job, JobOrError } from './jobs';
import { readJobs } from './jobs';
import { isTool } from './runtime';
import { asOpen, checkWaiting, putToSleep, sleepAfter } from './waiting/sleep';
import { credentialForModel } from './model/error';

/**
 * Runs the node: reads and checks every item before the first request, then works on them side by
 * side. Outputs come in the order of the items, each linked to its own.
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
	const asked = { operation };
	const asks = operation.asks === true;
	const access = await readAccess(context).catch(async (error: NodeError) => {
		const told = asTool ? credentialForModel(error) : error;
		return keepGoing ? told : await Promise.reject(notCanceled(told));
	});
	// As items, not thrown: n8n would return the input as the output, and it could pass for an answer.
	if (access instanceof Error) {
		const all = context.getInputData().map(() => ({ error: access }));
		return [await outputItems(context, operation, all, clock)];
	}
	const { defaultCountry } = access;
	const read = await readJobs(context, operation, clock, { defaultCountry, asTool });
	const jobs = asks
		? checkWaiting(context, operation, read, { now: clock.now(), keepGoing })
		: read;
	const outcomes = new Array<ItemOutcome | undefined>(jobs.length).fill(undefined);
	const failed = new AbortController();
	const settle = (index: number, outcome: ItemOutcome | undefined) => {
		outcomes[index] = outcome;
		if (!keepGoing && stopsRun(outcome)) failed.abort();
	};
	// Nobody has the answer to a question before `finish`.
	const asSeen = (outcome: ItemOutcome | undefined) => (asks ? asOpen(outcome) : outcome);
	const { bound, intervalMs } = firstOf(jobs);
	const cancel = context.getExecutionCancelSignal();
	const ended = AbortSignal.any([failed.signal, ...(cancel === undefined ? [] : [cancel])]);
	const limits = { bound, intervalMs, ended, calledFor };
	const connection = connect(context, access, clock, limits);
	const records = `${operation.resource} ${access.url} ${access.apiKey}`;
	const work = new ItemWork(context, operation, connection, { clock, ended, asTool });

	const how = {
		// With an interval, one at a time, so that each contact is looked up right before its message.
		bound: intervalMs !== undefined && jobs.some(isLookedUp) ? 1 : (bound ?? mostAtOnce),
		lanes: (index: number) => lanesOf(jobs[index]),
		inOrder: intervalMs !== undefined,
		ended,
		clock,
	};
	// All before the first one begins, so that a run that stops calls no accepted item "Not started".
	for (const [index, job] of jobs.entries()) {
		settle(index, 'error' in job ? job : asSeen(work.known(job, index)));
	}
	await inLanes(jobs.length, how, async (index) => {
		const job = jobs[index];
		if ('error' in job || outcomes[index] !== undefined) return;
		const kind = operation.keyKind?.(job.input);
		const lanes = job.lanes.map((lane) => `${records} ${lane}`);
		// Other executions may work on the same record.
		const shared = kind === undefined ? [] : [{ name: records, kind }, ...lanes];
		const outcome = await inTurn(shared, ended, async () => await work.outcome(job, index));
		settle(index, asSeen(outcome));
	});
	if (operation.finish !== undefined) {
		await finishAll(jobs, outcomes, clock, ended, async (job, index, result) => {
			const outcome = await work.finish(job, index, result);
			// In a stopped run the result of `finish` does not count: the outcome stays that of the start.
			if (!ended.aborted) settle(index, outcome);
		});
	}

	if (cancel?.aborted === true) throw canceled(context, outcomes);
	const hints = [...work.hints(), ...keyLines(outcomes)];
	const checked = dryRunLine(outcomes);
	if (checked !== undefined) hints.unshift(checked);
	const told = asTool ? forModel(outcomes, jobs, asked, hints) : outcomes;
	if (!keepGoing && outcomes.some(stopsRun)) {
		const isKeyed = (index: number) => onceKeyIn(jobs[index]) !== undefined;
		throw notCanceled(firstError(told, { operation, isKeyed }));
	}
	const until = asks ? sleepAfter(operation, jobs, outcomes, clock.now()) : undefined;
	const output =
		until === undefined
			? await outputItems(context, operation, told as ItemOutcome[], clock)
			: await putToSleep(context, until);
	if (!mayRunAgain(context, outcomes.some(hasFailed), output)) work.earlier.over();
	if (hints.length > 0) {
		context.addExecutionHints(
			...hints.map((message) => ({ message, location: 'outputPane' }) as const),
		);
	}
	return [output];
}

/**
 * Finishes all items side by side, for example waits for the end of calls; only the number of requests is
 * bounded.
 */
async function finishAll(
	jobs: JobOrError[],
	outcomes: ReadonlyArray<ItemOutcome | undefined>,
	clock: Clock,
	ended: AbortSignal,
	finish: (job: Job, index: number, begun: Result) => Promise<void>,
) {
	const underWay: Array<Promise<void>> = [];
	const pause = pausing(clock);
	for (const [index, job] of jobs.entries()) {
		if (ended.aborted) break;
		const outcome = outcomes[index];
		if ('error' in job || outcome === undefined || 'error' in outcome) continue;
		if (outcome.notSent === undefined) underWay.push(finish(job, index, outcome.result));
		await pause();
	}
	await Promise.all(underWay);
}

function isLookedUp(job: JobOrError): boolean {
	return !('error' in job) && job.skipTags !== undefined;
}

/** The settings of the whole run: taken from the first valid item. */
function firstOf(jobs: JobOrError[]): Pick<Job, 'bound' | 'intervalMs'> {
	return jobs.find((job): job is Job => !('error' in job)) ?? {};
}

function onceKeyIn(job: JobOrError): string | undefined {
	return 'error' in job ? undefined : job.onceKey;
}

/** The lanes of an item. */
function lanesOf(job: JobOrError): string[] {
	return 'error' in job ? [] : job.lanes;
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
