import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../fields/forms/options';
import { readRequestOptions } from '../fields/forms/requestOptions';
import { simplifyField } from '../fields/forms/simplify';
import type { Event } from './event';
import { events } from './events';

/** A field shown for some events; inside a collection, `root` is '/'. */
function shownFor(event: string[], field: INodeProperties, root = ''): INodeProperties {
	const show = { [`${root}event`]: event, ...field.displayOptions?.show };
	return { ...field, displayOptions: { show } };
}

/** The Filters of each event; events with the same ones share them. */
function filterFields(): INodeProperties[] {
	const byFields = new Map<string, Array<Event<unknown>>>();
	for (const event of events) {
		const fields = fieldsOf(event)
			.map(({ name }) => name)
			.join();
		byFields.set(fields, [...(byFields.get(fields) ?? []), event]);
	}
	return [...byFields.values()].map((sharing) =>
		shownFor(
			sharing.map(({ value }) => value),
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: fieldsOf(sharing[0]),
			},
		),
	);
}

/** The fields of an event's filters, in the order of the menu. */
function fieldsOf({ filters }: Event<unknown>): INodeProperties[] {
	return filters.flatMap(({ field, more = [] }) => [field, ...more]);
}

/** The options of single events and filters; events with the same one share it. */
function ownOptions(): INodeProperties[] {
	const shown = new Map<INodeProperties, string[]>();
	for (const { value, options = [], filters } of events) {
		for (const field of [...options, ...filters.flatMap((filter) => filter.options ?? [])]) {
			shown.set(field, [...(shown.get(field) ?? []), value]);
		}
	}
	return [...shown].map(([field, values]) => shownFor(values, field, '/'));
}

/** Options, shown for the events that have some. */
function optionsOfEvents(): INodeProperties {
	const own = ownOptions();
	const shown = own.flatMap(({ displayOptions }) => displayOptions?.show?.['/event'] ?? []);
	return shownFor([...new Set(shown)] as string[], optionsField(own));
}

/** The text below the trigger on the canvas: the event in words, for example "SMS Received". */
export const subtitle = `={{ (${JSON.stringify(
	Object.fromEntries(events.map(({ value, name }) => [value, name])),
)})[$parameter["event"]] ?? "" }}`;

/** As the list of nodes offers the event: "On SMS received". */
function actionOf(name: string): string {
	return `On ${name.replace(/[A-Z][a-z]+/g, (word) => word.toLowerCase())}`;
}

/** The trigger's parameters; n8n adds Poll Times in front. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: events.map(({ value, name, description }) => {
			return { name, value, description, action: actionOf(name) };
		}),
		default: 'smsReceived',
	},
	...events.flatMap(({ value, fields = [] }) => fields.map((field) => shownFor([value], field))),
	simplifyField,
	...filterFields(),
	optionsOfEvents(),
	readRequestOptions,
];
