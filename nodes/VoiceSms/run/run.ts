import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mostAtOnce } from '../api/bound';
import type { Clock } from '../api/clock';
import { realClock } from '../api/clock';
import { connect } from '../api/connect';
import { toNodeError } from '../api/nodeError';
import type { Access } from '../api/request';
import { readAccess } from '../api/request';
import type { Operation } from '../operations/operation';
import { inParallel } from '../util/inParallel';
import { atIntervals } from './atIntervals';
import { findOperation } from './findOperation';
import { ItemWork } from './itemWork';
import type { ItemOutcome } from './outcomes';
import { canceled, firstError } from './outcomes';
import { outputItems } from './outputItems';
import type { Job, JobOrError } from './readJobs';
import { readJobs } from './readJobs';

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
	const access = await openAccess(context);
	const { defaultCountry } = access;
	const jobs = await readJobs(context, operation, clock, {
		stopOnError: !keepGoing,
		defaultCountry,
	});
	const { bound, intervalMs } = firstOf(jobs);
	const signal = context.getExecutionCancelSignal();
	const outcomes = new Array<ItemOutcome | undefined>(jobs.length).fill(undefined);
	let failures = 0;
	const stopped = () => signal?.aborted === true || (!keepGoing && failures > 0);
	const connection = connect(context, access, clock, { bound });
	const work = new ItemWork(context, operation, connection, { clock, stopped });
	const settle = (index: number, outcome: ItemOutcome | undefined) => {
		outcomes[index] = outcome;
		if (outcome !== undefined && 'error' in outcome) failures++;
	};

	const how = {
		bound: bound ?? mostAtOnce,
		lanes: (index: number) => lanesOf(jobs[index]),
		stopped,
		signal,
	};
	const begin = async (index: number, begun?: () => void) => {
		const job = jobs[index];
		settle(index, 'error' in job ? job : await work.outcome(job, index, begun));
	};
	if (intervalMs === undefined) await inParallel(jobs.length, how, begin);
	else await atIntervals(jobs.length, { ...how, intervalMs }, clock, begin);
	// What takes long, such as the end of a call, is waited for by all together.
	if (operation.finish !== undefined && !stopped()) {
		await inParallel(jobs.length, { bound: Infinity, stopped }, async (index) => {
			const outcome = outcomes[index];
			const job = jobs[index];
			if (outcome === undefined || 'error' in outcome || 'error' in job) return;
			settle(index, await work.finish(job, index, outcome.result));
		});
	}

	if (signal?.aborted === true) throw canceled(context, outcomes);
	if (failures > 0 && !keepGoing) throw firstError(outcomes);
	const output = await outputItems(outcomes as ItemOutcome[], clock);
	if (!mayRunAgain(context, failures, output)) work.forget();
	const hints = work.hints();
	if (hints.length > 0) {
		context.addExecutionHints(
			...hints.map((message) => ({ message, location: 'outputPane' }) as const),
		);
	}
	return [output];
}

/** What the first item that could be read says for the whole run. */
function firstOf(jobs: JobOrError[]): Pick<Job, 'bound' | 'intervalMs'> {
	return jobs.find((job): job is Job => !('error' in job)) ?? {};
}

async function openAccess(context: IExecuteFunctions): Promise<Access> {
	try {
		return await readAccess(context);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

function lanesOf(job: JobOrError): string[] {
	return 'error' in job ? [] : job.lanes;
}

/**
 * Whether n8n may run all items again although this run has an output: with Retry On Fail it does when
 * the first one has a field `error` (n8n-core, workflow-execute), be it the service's own.
 */
function mayRunAgain(
	context: IExecuteFunctions,
	failures: number,
	[first]: INodeExecutionData[],
): boolean {
	if (context.getNode().retryOnFail !== true) return false;
	return failures > 0 || (first !== undefined && 'error' in first.json);
}
