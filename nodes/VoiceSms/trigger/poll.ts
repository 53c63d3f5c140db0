import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { realClock } from '../api/clock';
import { connect, defaultBound } from '../api/connect';
import { toNodeError } from '../api/nodeError';
import type { RequestContext } from '../api/request';
import type { List } from '../api/types';
import { rowsOf } from '../fields/reader';
import { Budget, tooSlow } from './budget';
import type { Event, Item, Round } from './event';
import { events } from './events';
import { ChosenFilters } from './filters';
import { byTime, keyOf } from './news/sighting';
import { properties } from './properties';
import { TriggerFields } from './settings';
import { readState, writeState } from './state';

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
	const fields = new TriggerFields(context, properties);
	const event = chosenEvent(context, fields);
	const wanted = wantedOf(event, fields);
	const query = rowsOf(fields.options.values.queryParameters);
	const watch = keyOf(event.value, wanted, query, context.getNode().credentials?.voiceSmsApi?.id);
	const data = context.getWorkflowStaticData('node');
	const budget = new Budget(context, clock);
	try {
		const round = await begin(context, clock, event, fields, budget);
		const saved = readState(data, watch);
		const { items, progress } = await advance(event, round, saved);
		if (budget.isOver()) throw tooSlow(context);
		writeState(data, watch, progress);
		if (items.length === 0) return null;
		return [items.sort(byTime).map(asOutput)];
	} catch (error) {
		throw budget.isOver() ? tooSlow(context) : toNodeError(context.getNode(), error);
	}
}

/** What is new since `saved`; without it, the present becomes the baseline. */
async function advance<Progress>(
	event: Event<Progress>,
	round: Round,
	saved: IDataObject | undefined,
): Promise<{ items: Item[]; progress: IDataObject }> {
	const before = saved && event.readProgress(saved);
	const { items, progress } =
		before === undefined
			? { items: [], progress: await event.start(round) }
			: await event.poll(round, before);
	return { items, progress: event.saveProgress(progress) };
}

async function sample(context: IPollFunctions, clock: Clock): Promise<Item> {
	const fields = new TriggerFields(context, properties);
	const event = chosenEvent(context, fields);
	let item: Item | undefined;
	try {
		const budget = new Budget(context, clock);
		item = await event.sample(await begin(context, clock, event, fields, budget));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
	if (item !== undefined) return item;
	throw new NodeOperationError(
		context.getNode(),
		'There is no record yet that would trigger this',
		{ description: "Make one at the service, or check the 'Filters'." },
	);
}

function chosenEvent(context: IPollFunctions, fields: TriggerFields): Event<unknown> {
	const value = fields.text('event');
	const event = events.find((candidate) => candidate.value === value);
	if (event !== undefined) return event;
	throw new NodeOperationError(context.getNode(), `There is no event "${value}"`, {
		description: "Choose one from the list 'Trigger On'.",
	});
}

/** The filters that the user has set, by name. */
function wantedOf({ filters }: Event<unknown>, fields: TriggerFields): Record<string, string> {
	const values = fields.collection('filters');
	const entries = filters.map(({ field }): [string, string] => [
		field.name,
		values.text(field.name),
	]);
	return Object.fromEntries(entries.filter(([, value]) => value !== '').sort());
}

/** The connection and all that an event works with. */
async function begin(
	context: IPollFunctions,
	clock: Clock,
	event: Event<unknown>,
	fields: TriggerFields,
	budget: Budget,
): Promise<Round> {
	// Past its time the poll stops as a cancelled execution does: no further try, no waiting. n8n's
	// own helpers need the whole context.
	const limited = Object.create(context, {
		// A signal for each request: many listeners on one make Node warn of a leak.
		getExecutionCancelSignal: { value: () => AbortSignal.any([budget.signal]) },
	}) as IPollFunctions & RequestContext;
	const { options } = fields;
	const bound = options.count('requestsAtOnce') ?? defaultBound;
	const connection = await connect(limited, clock, { bound, leftMs: () => budget.leftMs() });
	const requests = { timeoutMs: options.count('timeout'), tries: options.count('maxTries') };
	const node = context.getNode();
	const subject = { thing: event.thing };
	const api = connection.api(subject, requests);
	const query = rowsOf(options.values.queryParameters);
	const ownApi = connection.api(subject, { ...requests, query });
	return {
		api,
		node,
		fields,
		filters: new ChosenFilters(event.filters, wantedOf(event, fields)),
		simple: fields.flag('simple'),
		store: context.helpers.prepareBinaryData,
		bound,
		mayStart: () => budget.mayStart(),
		leftMs: () => budget.leftMs(),
		now: () => clock.now(),
		warn: (message) => context.logger.warn(message),
		ownList: (list: List, timeField: string) => ({ api: ownApi, list, timeField, node, bound }),
		otherList: (list: List, timeField: string) => ({ api, list, timeField, node, bound }),
	};
}

function asOutput({ json, binary }: Item): INodeExecutionData {
	return { json, ...(binary === undefined ? {} : { binary }) };
}
