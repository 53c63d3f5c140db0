import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { Answers } from './acceptedWrites';
import type { Connection, Settings } from '../api/connect';
import { connect, defaultBound } from '../api/connect';
import { realClock } from '../api/clock';
import { toNodeError } from '../api/nodeError';
import type { Clock } from '../api/clock';
import { Once } from './sendOnce';
import type { Operation } from '../operations/operation';
import { WithFile } from '../operations/operation';
import { ItemReader } from '../fields/reader';
import type { NodeError, Outcome } from './outcomes';
import { canceled, firstError, isUnsure, stillUnsure } from './outcomes';
import { inParallel } from '../util/inParallel';

/** Reading the items' fields lets others work after so many milliseconds. */
const readSlice = 40;

/** One item, read and checked. */
interface Job {
	input: unknown;
	settings: Settings;
	/** Most requests at once; the first item's counts. */
	bound?: number;
	onceKey?: string;
}

type JobOrError = Job | { error: NodeError };

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
	const items = context.getInputData();
	const operation = findOperation(context, operations);
	const jobs = await readJobs(context, operation, items.length, clock);
	const hints = new Set<string>();
	const hint = (message: string) => hints.add(message);
	const store = context.helpers.prepareBinaryData;
	const bound = firstBound(jobs) ?? defaultBound;
	const connection = await openConnection(context, clock, bound);
	const answers = operation.creates === true ? new Answers(context, nameOf(operation)) : undefined;
	const once = new Once(context);
	const keepGoing = context.continueOnFail();
	const outcomes = new Array<Outcome | undefined>(items.length).fill(undefined);
	let failures = 0;
	const signal = context.getExecutionCancelSignal();

	await inParallel(
		items.length,
		{
			bound,
			lanes: (index) => lanesOf(operation, jobs[index]),
			stopped: () => signal?.aborted === true || (!keepGoing && failures > 0),
		},
		async (index) => {
			const outcome = await work(index);
			outcomes[index] = outcome;
			if ('error' in outcome) failures++;
		},
	);

	if (signal?.aborted === true) throw canceled(context, outcomes);
	if (failures > 0 && !keepGoing) throw firstError(outcomes);
	// With Continue and Retry On Fail, n8n runs all items again when the first one failed.
	if (failures === 0 || context.getNode().retryOnFail !== true) answers?.drop();
	if (hints.size > 0) context.addExecutionHints(...[...hints].map(asHint));
	return [asItems(outcomes as Outcome[])];

	async function work(index: number): Promise<Outcome> {
		const job = jobs[index];
		if ('error' in job) return job;
		const { input, settings, onceKey } = job;
		const answer = answers?.of(index);
		if (answer !== undefined && 'accepted' in answer) return { result: answer.accepted };
		const thing = operation.thing(input);
		if (answer !== undefined) return { error: stillUnsure(context, thing, answer.unsure, index) };
		try {
			if (onceKey !== undefined && !(await once.take(onceKey))) {
				return { result: { skipped: true, onceKey, reason: 'This key was seen before' } };
			}
			const subject = { thing, permission: operation.permission, itemIndex: index };
			const api = connection.api(subject, settings);
			const result = await operation.run(input, { api, store, hint });
			answers?.keep(index, { accepted: result as IDataObject });
			return { result };
		} catch (error) {
			const nodeError = withItem(context, error, index);
			if (isUnsure(nodeError)) answers?.keep(index, { unsure: nodeError.message });
			const isFree = onceKey === undefined || (!isUnsure(nodeError) && (await once.free(onceKey)));
			if (!isFree) nodeError.description += ` The key "${onceKey}" stays taken.`;
			return { error: nodeError };
		}
	}
}

function findOperation(context: IExecuteFunctions, operations: readonly Operation[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = operations.find((one) => one.resource === resource && one.value === value);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation "${String(value)}" of resource "${String(resource)}"`,
		{ description: 'Choose one from the list.' },
	);
}

function nameOf({ resource, value }: Operation): string {
	return `${resource}.${value}`;
}

/** The fields of all items. A wrong one ends the run before any request, unless it continues on fail. */
async function readJobs(
	context: IExecuteFunctions,
	operation: Operation,
	count: number,
	clock: Clock,
): Promise<JobOrError[]> {
	const jobs: JobOrError[] = [];
	let sliceBegan = clock.now();
	for (let index = 0; index < count; index++) {
		try {
			jobs.push(readJob(new ItemReader(context, index, operation.fields), operation));
		} catch (error) {
			if (!context.continueOnFail()) throw withItem(context, error, index);
			jobs.push({ error: withItem(context, error, index) });
		}
		if (clock.now() - sliceBegan > readSlice) {
			await clock.sleep(1);
			sliceBegan = clock.now();
		}
	}
	return jobs;
}

function readJob(item: ItemReader, operation: Operation): Job {
	const input = operation.read(item);
	const { options } = item;
	const onceKey = options.text('onceKey')?.trim();
	return {
		input,
		settings: {
			timeoutMs: options.count('timeout'),
			tries: options.count('maxTries'),
			query: options.rows('queryParameters'),
		},
		bound: options.count('requestsAtOnce'),
		...(onceKey ? { onceKey } : {}),
	};
}

function firstBound([first]: JobOrError[]): number | undefined {
	return first !== undefined && 'bound' in first ? first.bound : undefined;
}

async function openConnection(
	context: IExecuteFunctions,
	clock: Clock,
	bound: number,
): Promise<Connection> {
	try {
		return await connect(context, clock, { bound });
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** Items that share a number, a contact or a Send Once key are worked on one after the other. */
function lanesOf({ lane }: Operation, job: JobOrError): string[] {
	if ('error' in job) return [];
	return [
		...(lane === undefined ? [] : [`thing ${lane(job.input)}`]),
		...(job.onceKey === undefined ? [] : [`key ${job.onceKey}`]),
	];
}

function asItems(outcomes: Outcome[]): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];
	outcomes.forEach((outcome, item) => {
		const pairedItem = { item };
		if ('error' in outcome) {
			// The shape that n8n routes to the error branch (n8n-core, handleNodeErrorOutput).
			output.push({ json: { error: outcome.error.message }, error: outcome.error, pairedItem });
		} else if (outcome.result instanceof WithFile) {
			output.push({ json: outcome.result.json, binary: outcome.result.binary, pairedItem });
		} else if (Array.isArray(outcome.result)) {
			for (const json of outcome.result) output.push({ json, pairedItem });
		} else {
			output.push({ json: outcome.result, pairedItem });
		}
	});
	return output;
}

/** Any error as one of n8n's, with the item it belongs to. */
function withItem(context: IExecuteFunctions, error: unknown, itemIndex: number): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.context.itemIndex = itemIndex;
	return nodeError;
}

function asHint(message: string): NodeExecutionHint {
	return { message, location: 'outputPane' };
}
