import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Settings } from '../api/connect';
import { Parameters } from '../fields/read/parameters';
import { FieldReader } from '../fields/read/reader';
import type { Why } from '../fields/read/values';
import { ofPeople } from '../fields/read/values';
import type { FilledIn } from '../fields/read/variants';
import type { Operation } from '../operations/operation';
import { pausing } from '../util/pausing';
import type { ItemOutcome, NodeError } from './outcomes';
import { asItemError } from './outcomes';
import { hasStore } from './runtime';

/** One item, read and checked. */
export interface Job {
	input: unknown;
	settings: Settings;
	/** Most requests at once; the first item's counts. */
	bound?: number;
	/** Milliseconds between the starts of two items; the first item's counts. */
	intervalMs?: number;
	onceKey?: string;
	/** It is checked, and nothing is sent. */
	dryRun: boolean;
	/** Nothing is sent to a contact with one of these tags, separated by commas. */
	skipTag?: string;
	/** A model may have the same done again that was done well before. */
	allowRepeats: boolean;
	/** What the operation's `lane` gives. */
	things: string[];
	/** Jobs that share one are worked on one after the other, in the order of the items. */
	lanes: string[];
}

export type JobOrError = Job | Extract<ItemOutcome, { error: NodeError }>;

/** What `read` gave of the items that could be read. */
export function inputsOf(jobs: readonly JobOrError[]): unknown[] {
	return jobs.flatMap((job) => ('error' in job ? [] : [job.input]));
}

export interface Reading extends FilledIn {
	/** A wrong field ends the reading; without it, it is that item's error. */
	stopOnError: boolean;
}

/**
 * The fields of all items.
 *
 * @throws NodeOperationError of the first item with a wrong field
 */
export async function readJobs(
	context: IExecuteFunctions,
	operation: Operation,
	clock: Clock,
	{ stopOnError, ...reading }: Reading,
): Promise<JobOrError[]> {
	const jobs: JobOrError[] = [];
	const parameters = new Parameters(context);
	const pause = pausing(clock);
	const count = context.getInputData().length;
	for (let index = 0; index < count; index++) {
		let dryRun = false;
		try {
			const item = FieldReader.ofItem(context, parameters, index, operation.fields, reading);
			dryRun = item.options.flagWhereAdded('dryRun') === true;
			const job = readJob(item, operation, dryRun);
			if (job.onceKey !== undefined) checkStore(context, index);
			jobs.push(job);
		} catch (caught) {
			const error = asItemError(context, caught, index);
			if (stopOnError && !dryRun) throw noneBegun(error, count);
			jobs.push(dryRun ? { error, dryRun } : { error });
		}
		await pause();
	}
	return jobs;
}

/** The error with what became of the other items, which it would leave open. */
function noneBegun(error: NodeError, count: number): NodeError {
	if (count > 1) {
		error.description = `${error.description ?? ''} None of the ${count} items was started.`.trim();
	}
	return error;
}

/** @throws NodeOperationError where n8n has no store for the keys of Send Once */
function checkStore(context: IExecuteFunctions, itemIndex: number) {
	if (hasStore(context)) return;
	throw new NodeOperationError(
		context.getNode(),
		'Send Once Key does not work in Agents (Preview), because n8n keeps no data there after the run. Remove the option, or use an AI Agent node in a workflow.',
		{ itemIndex },
	);
}

/** Sending without the key would switch the protection off where a column was renamed. */
const noOnceKey: Why = [
	'is empty',
	'Check the expression: it gives nothing. To send without a key, remove the option.',
	'Give a name for this message or call, such as the order number and the topic. If there is no argument for the name, a person has to correct the options of this tool.',
];

/** Without the tag, a message would go to who asked for none. */
const noTag: Why = [
	'is empty',
	'Check the expression: it gives nothing. To send to everyone, remove the option.',
	ofPeople,
];

function readJob(item: FieldReader, operation: Operation, dryRun: boolean): Job {
	const input = operation.read(item);
	const { options, requestOptions } = item;
	const onceKey = options.textWhereAdded('onceKey', noOnceKey);
	const skipTag = options.textWhereAdded('skipTag', noTag);
	const things = [operation.lane?.(input) ?? []].flat();
	const settings: Settings = {
		timeoutMs: requestOptions.count('timeout'),
		tries: requestOptions.count('maxTries'),
		query: requestOptions.rows('queryParameters'),
	};
	return {
		input,
		settings,
		bound: requestOptions.count('requestsAtOnce'),
		intervalMs: options.countWhereAdded('sendInterval'),
		...(onceKey === undefined ? {} : { onceKey }),
		...(skipTag === undefined ? {} : { skipTag }),
		dryRun,
		allowRepeats: options.flag('allowRepeats') === true,
		things,
		lanes: [
			...things.map((thing) => `thing ${thing}`),
			...(onceKey === undefined ? [] : [`key ${onceKey}`]),
		],
	};
}
