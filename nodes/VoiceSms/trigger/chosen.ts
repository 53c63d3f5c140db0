import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Collection } from '../fields/collection';
import { FieldReader, rowsOf } from '../fields/reader';
import type { Event } from './event';
import { events } from './events';
import type { Filter } from './filters';
import { ChosenFilters } from './filters';
import { keyOf } from './news/sighting';
import { properties } from './properties';

/** What the user has set the trigger to. */
export interface Chosen {
	event: Event<unknown>;
	filters: ChosenFilters;
	fields: FieldReader;
	/** Query parameters for the event's list. */
	query: IDataObject;
	/** What a saved state must belong to; the first one is written, any is understood. */
	watches: string[];
}

/**
 * Reads the event, its filters and the query parameters.
 *
 * @param defaultCountry of phone numbers without a country code, in two letters; '' for none
 * @throws NodeOperationError for a value that means nothing
 */
export function readChosen(context: IPollFunctions, defaultCountry: string): Chosen {
	const fields = FieldReader.ofTrigger(context, properties, defaultCountry);
	const value = fields.text('event');
	const event = events.find((candidate) => candidate.value === value);
	if (event === undefined) {
		throw new NodeOperationError(context.getNode(), `There is no event "${value}"`, {
			description: "Choose one from the list 'Trigger On'.",
		});
	}
	const collection = fields.collection('filters');
	const wanted = wantedOf(event.filters, collection);
	const query = fields.options.rows('queryParameters');
	const { parameters, credentials } = context.getNode();
	const belongsTo = (sent: IDataObject) => keyOf(value, wanted, sent, credentials?.voiceSmsApi?.id);
	// As they stand in the form: an expression in them may move with every poll. n8n has filled in
	// what the form lacks (n8n-workflow, workflow.js).
	const written = rowsOf((parameters.options as IDataObject).queryParameters);
	return {
		event,
		filters: new ChosenFilters(event.filters, wanted),
		fields,
		query,
		// 0.1.0 took the query parameters as they were at that time.
		watches: [belongsTo(written), belongsTo(query)],
	};
}

/** What the user wants of each filter that is set. */
function wantedOf(filters: Filter[], values: Collection): Record<string, string> {
	const texts = filters.map(({ field, wrong }): [name: string, text: string] => {
		const { name, type } = field;
		const given = type === 'options' ? values.wordOrEmpty(name) : values.text(name);
		const wanted = (given ?? '').trim();
		const what = wanted === '' ? undefined : wrong?.(wanted);
		if (what !== undefined) values.refuse(name, what, 'Enter one, or leave it out.');
		return [name, wanted];
	});
	return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
