import type { IDataObject, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { rowsOf } from '../fields/reader';
import { isObject } from '../util/isObject';
import type { Event } from './event';
import { events } from './events';
import type { Filter } from './filters';
import { ChosenFilters } from './filters';
import { keyOf } from './news/sighting';
import { properties } from './properties';
import type { TriggerCollection } from './settings';
import { TriggerFields } from './settings';

/** What the user has set the trigger to. */
export interface Chosen {
	event: Event<unknown>;
	filters: ChosenFilters;
	fields: TriggerFields;
	/** Query parameters for the event's list. */
	query: IDataObject;
	/** What a saved state must belong to; the first one is written, any is understood. */
	watches: string[];
}

/**
 * Reads the event, its filters and the query parameters.
 *
 * @throws NodeOperationError for a value that means nothing
 */
export function readChosen(context: IPollFunctions): Chosen {
	const fields = new TriggerFields(context, properties);
	const value = fields.text('event');
	const event = events.find((candidate) => candidate.value === value);
	if (event === undefined) {
		throw new NodeOperationError(context.getNode(), `There is no event "${value}"`, {
			description: "Choose one from the list 'Trigger On'.",
		});
	}
	const collection = fields.collection('filters');
	const wanted = event.filters.map((filter): [string, string] => [
		filter.field.name,
		wantedBy(filter, collection),
	]);
	const query = rowsOf(fields.options.values.queryParameters);
	const { parameters, credentials } = context.getNode();
	const belongsTo = (set: Array<[string, string]>, sent: unknown) =>
		keyOf(
			value,
			Object.fromEntries(set.filter(([, text]) => text !== '').sort()),
			sent,
			{
				...credentials,
			}.voiceSmsApi?.id,
		);
	// 0.1.0 took the filters of other events too, and the query parameters as they were at that time.
	const texts = Object.entries(collection.values).map(([name, text]): [string, string] => [
		name,
		String(text ?? '').trim(),
	]);
	return {
		event,
		filters: new ChosenFilters(event.filters, Object.fromEntries(wanted)),
		fields,
		query,
		watches: [belongsTo(wanted, writtenQuery(parameters.options)), belongsTo(texts, query)],
	};
}

/** The query parameters as they stand in the form: an expression in them may move with every poll. */
function writtenQuery(options: unknown): unknown {
	if (!isObject(options)) return options ?? {};
	const { queryParameters } = options;
	return typeof queryParameters === 'string' ? queryParameters : rowsOf(queryParameters);
}

/** What the user wants of a filter, '' for nothing. */
function wantedBy({ field, wrong }: Filter, collection: TriggerCollection): string {
	const wanted = collection.text(field.name);
	if (wanted === '') return wanted;
	const choices = field.type === 'options' ? (field.options as INodePropertyOptions[]) : undefined;
	if (choices?.every(({ value }) => value !== wanted)) {
		const known = choices.map(({ value }) => String(value)).join(', ');
		return collection.refuse(field.name, `has no choice "${wanted}"`, `There are: ${known}.`);
	}
	const what = wrong?.(wanted);
	return what === undefined ? wanted : collection.refuse(field.name, what, 'Enter one, or none.');
}
