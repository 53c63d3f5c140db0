import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Settings } from '../api/connect';
import { Parameters } from '../fields/read/parameters';
import { FieldReader } from '../fields/read/reader';
import type { FieldProblem } from '../fields/read/values';
import { ofPeople } from '../fields/read/values';
import type { FilledIn } from '../fields/read/variants';
import { fieldsFor } from '../fields/read/variants';
import type { Operation } from '../operations/operation';
import { pausing } from '../util/pausing';
import type { FailedOutcome } from './outcomes';
import { asItemError } from './outcomes';
import { hasStore } from './runtime';

/** One item, with its fields read and checked. */
export interface Job {
	input: unknown;
	settings: Settings;
	/** Most requests at once; the value of the first item counts. */
	bound?: number;
	/** Milliseconds between the starts of two items; the value of the first item counts. */
	intervalMs?: number;
	onceKey?: string;
	/** Whether the item is only checked, and nothing is sent. */
	dryRun: boolean;
	/** Nothing is sent to contacts with one of these tags. */
	skipTags?: string[];
	/** Whether a model may repeat a call that ended well. */
	allowRepeats: boolean;
	/** The lanes of the operation. */
	operationLanes: string[];
	/** Jobs that share a lane are done one after the other, in the order of the items. */
	lanes: string[];
}

export type JobOrError = Job | FailedOutcome;

/** Reads the fields of all items; an invalid field is the error of its item. */
export async function readJobs(
	context: IExecuteFunctions,
	operation: Operation,
	clock: Clock,
	reading: FilledIn,
): Promise<JobOrError[]> {
	const jobs: JobOrError[] = [];
	const parameters = new Parameters(
		context,
		fieldsFor(reading.asTool, operation.fields),
		reading.asTool,
	);
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
			// Another option may be what cannot be read.
			dryRun ||= operation.receiver !== undefined && parameters.isOn('options.dryRun', index);
			const error = asItemError(context, caught, index);
			jobs.push(dryRun ? { error, dryRun } : { error, invalid: true });
		}
		await pause();
	}
	return jobs;
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

/** An empty key is an error: a renamed column must not switch the protection off. */
const noOnceKey: FieldProblem = [
	'is empty',
	'Check the expression: it gives nothing. To send without a key, remove the option.',
	'Give a name for this message or call, such as the order number and the topic. If there is no argument for the name, a person has to correct the options of this tool.',
];

/** An option without a tag is an error: the message would go to people who want none. */
const noTag: FieldProblem = [
	'is empty',
	'Check the expression: it gives nothing. To send to everyone, remove the option.',
	ofPeople,
];

function readJob(item: FieldReader, operation: Operation, dryRun: boolean): Job {
	const input = operation.read(item);
	const { options } = item;
	const requestOptions = item.collection('requestOptions');
	const onceKey = options.textWhereAdded('onceKey', noOnceKey)?.normalize('NFC');
	const skipTags = options.listWhereAdded('skipTag', noTag);
	const operationLanes = [operation.lane?.(input) ?? []].flat();
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
		onceKey,
		skipTags,
		dryRun,
		allowRepeats: options.flag('allowRepeats') === true,
		operationLanes,
		lanes: [
			...operationLanes.map((lane) => `lane ${lane}`),
			...(onceKey === undefined ? [] : [`key ${onceKey}`]),
		],
	};
}
