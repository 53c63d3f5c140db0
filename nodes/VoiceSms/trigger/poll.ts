import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { realClock } from '../api/clock';
import { isObject } from '../util/isObject';
import { rowsOf } from '../fields/reader';
import { toNodeError } from '../api/nodeError';
import type { Clock } from '../api/clock';
import { events } from './events';
import type { Settings } from './prepare';
import { budgetOf, filtersOf, prepare, tooSlow } from './prepare';
import { readProgress, watchOf, writeProgress } from './state';
import type { Item } from './tools';

/** Nodes with a poll under way. Two at a time would give the same events out twice. */
const underWay = new Set<string>();

/**
 * One poll: what is new since the last one, oldest first, or null. In the editor's manual test it
 * is a recent record, whatever the state is, and the state stays.
 *
 * @throws NodeApiError or NodeOperationError; the state then stays as it was
 */
export async function poll(
	context: IPollFunctions,
	clock: Clock = realClock,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return [[asOutput(await sample(context, clock))]];
	const id = `${String(context.getWorkflow().id)} ${context.getNode().id}`;
	// The one under way gives out what is new, or the next one does.
	if (underWay.has(id)) return null;
	underWay.add(id);
	try {
		return await pollOnce(context, clock);
	} finally {
		underWay.delete(id);
	}
}

async function pollOnce(context: IPollFunctions, clock: Clock) {
	const settings = readSettings(context);
	const { event, filters, query } = settings;
	const watch = watchOf(event, filters, query, context.getNode().credentials?.voiceSmsApi?.id);
	const data = context.getWorkflowStaticData('node');
	const progress = readProgress(data, watch);
	const budget = budgetOf(context, clock);
	try {
		const { tools, work } = await prepare(context, clock, settings, budget);
		const next = await work.poll(tools, progress);
		if (budget.isOver()) throw tooSlow(context);
		writeProgress(data, watch, next.progress);
		if (next.items.length === 0) return null;
		return [next.items.sort((a, b) => a.time - b.time).map(asOutput)];
	} catch (error) {
		throw budget.isOver() ? tooSlow(context) : toNodeError(context.getNode(), error);
	}
}

async function sample(context: IPollFunctions, clock: Clock): Promise<Item> {
	const settings = readSettings(context);
	let item: Item | undefined;
	try {
		const { tools, work } = await prepare(context, clock, settings, budgetOf(context, clock));
		item = await work.sample(tools);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
	if (item !== undefined) return item;
	throw new NodeOperationError(
		context.getNode(),
		'There is no record yet that would trigger this',
		{
			description: "Make one at the service, or check the 'Filters'.",
		},
	);
}

function readSettings(context: IPollFunctions): Settings {
	const value = (name: string): unknown => context.getNodeParameter(name);
	const collection = (name: string): IDataObject => {
		const values = value(name);
		return isObject(values) ? values : {};
	};
	const refuse = (what: string, description: string): never => {
		throw new NodeOperationError(context.getNode(), what, { description });
	};
	const options = collection('options');
	const count = (name: string, label: string): number | undefined => {
		if (options[name] === undefined) return undefined;
		const number = Number(options[name]);
		return Number.isInteger(number) && number >= 1
			? number
			: refuse(`'${label}' is not a whole number from 1 up`, 'Enter 1 or more.');
	};
	const event = String(value('event'));
	if (events[event] === undefined) {
		refuse(`There is no event "${event}"`, "Choose one from the list 'Trigger On'.");
	}
	const withFile = event === 'callEnded' && value('downloadRecording') === true;
	return {
		event,
		filters: filtersOf(collection('filters')),
		simple: value('simple') === true,
		...(withFile
			? {
					recording: {
						field: String(value('binaryPropertyName')),
						polls: count('recordingPolls', 'Wait for Recording') ?? 10,
					},
				}
			: {}),
		query: rowsOf(options.queryParameters),
		timeoutMs: count('timeout', 'Timeout'),
		tries: count('maxTries', 'Max Tries'),
		bound: count('requestsAtOnce', 'Requests at Once'),
	};
}

function asOutput({ json, binary }: Item): INodeExecutionData {
	return { json, ...(binary === undefined ? {} : { binary }) };
}
