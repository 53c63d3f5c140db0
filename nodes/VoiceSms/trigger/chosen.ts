import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError, UserError } from 'n8n-workflow';

import type { Collection } from '../fields/read/collection';
import { FieldReader } from '../fields/read/reader';
import type { Refuse } from '../fields/read/values';
import { asRows } from '../fields/read/values';
import type { Event } from './event';
import { events } from './events';
import type { Filter } from './filters';
import { ChosenFilters } from './filters';
import { dedupeKey } from './news/candidate';
import { properties } from './properties';

/** The trigger's settings. */
export interface Chosen {
	event: Event<unknown>;
	filters: ChosenFilters;
	fields: FieldReader;
	/** Query parameters for the event's list. */
	query: IDataObject;
	/** Hash of the settings that a saved state belongs to. */
	watch: string;
}

/**
 * Reads the event, its filters and the query parameters.
 *
 * @param defaultCountry of phone numbers without a country code, in two letters; '' for none
 * @throws NodeOperationError for an invalid value
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
	const entered = enteredOf(event.filters, collection);
	const query = fields.collection('requestOptions').rows('queryParameters');
	const { parameters, credentials } = context.getNode();
	// Compared as they stand in the form, as an expression may give another value at every poll. n8n
	// has filled in the defaults (n8n-workflow, workflow.js).
	const written = asRows(
		(parameters.requestOptions as IDataObject).queryParameters,
		(what, description) => {
			throw new UserError(`'Query Parameters' ${what}`, { description });
		},
	);
	return {
		event,
		filters: new ChosenFilters(event.filters, meantBy(entered, event.filters, collection, fields)),
		fields,
		query,
		watch: dedupeKey(value, entered, written, credentials?.voiceSmsApi?.id),
	};
}

/** The text in each filter that is set. */
function enteredOf(filters: Filter[], values: Collection): Record<string, string> {
	const texts = filters.map(({ field: { name, type }, entered }): [string, string] => {
		if (entered !== undefined) return [name, entered(values)];
		const given = type === 'options' ? values.choiceOrEmpty(name) : values.text(name);
		return [name, (given ?? '').trim()];
	});
	return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** These texts as the filters' `read` understands them. */
function meantBy(
	entered: Record<string, string>,
	filters: Filter[],
	values: Collection,
	fields: FieldReader,
): Record<string, string> {
	const meant = { ...entered };
	for (const { field, read } of filters) {
		const text = entered[field.name];
		if (read === undefined || text === undefined) continue;
		const refuse: Refuse = (what, advice) => values.refuse(field.name, what, advice);
		meant[field.name] = read(text, fields.country, refuse, values);
	}
	return meant;
}
