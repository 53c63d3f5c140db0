import type { IBuilderHint, INodeProperties } from 'n8n-workflow';

import { byName, filtersLeftOut, optionsField } from '../fields/forms/formFields';
import { readRequestOptions } from '../fields/forms/requestOptions';
import { simplifyField } from '../fields/forms/simplify';
import type { Event } from './event';
import { events } from './events';

/** A field shown for some events; inside a collection, `root` is '/'. */
function shownForEvents(event: string[], field: INodeProperties, root = ''): INodeProperties {
	const show = { [`${root}event`]: event, ...field.displayOptions?.show };
	return { ...field, displayOptions: { show } };
}

/** Each thing that events have, with the values of the events that share it, in the order of the menu. */
function shared<T>(ofEvent: (event: Event<unknown>) => T[]): Array<[T, string[]]> {
	const values = new Map<T, string[]>();
	for (const event of events) {
		for (const one of ofEvent(event)) values.set(one, [...(values.get(one) ?? []), event.value]);
	}
	return [...values];
}

/** One collection for all events: of several fields with one name, n8n shows a builder the first alone. */
const filterFields: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	builderHint: filtersLeftOut,
	options: byName(
		shared(({ filters }) => filters.map(({ field }) => field)).map(([field, values]) =>
			shownForEvents(values, field, '/'),
		),
	),
};

/** The options of single events and filters. */
const ownOptions = shared(({ options = [], filters }) => [
	...options,
	...filters.flatMap((filter) => filter.options ?? []),
]);

/** Options, shown for the events that have some. */
const optionsOfEvents = shownForEvents(
	[...new Set(ownOptions.flatMap(([, values]) => values))],
	optionsField(ownOptions.map(([field, values]) => shownForEvents(values, field, '/'))),
);

/** The text below the trigger on the canvas: the event in words, for example "SMS Received". */
export const subtitle = `={{ (${JSON.stringify(
	Object.fromEntries(events.map(({ value, name }) => [value, name])),
)})[$parameter["event"]] ?? "" }}`;

/** Who builds a workflow for one SMS tries it with one. */
const severalAtOnce = shownForEvents(['smsReceived'], {
	displayName:
		'Two people who write in one minute are two rows. For agents: <a href="https://github.com/to-be-filled-in/n8n-nodes-voice-sms/blob/main/docs/trigger.md#run-each-on-its-own" target="_blank">run each SMS on its own</a>.',
	name: 'notice',
	type: 'notice',
	default: '',
});

/** The trigger's parameters; n8n adds Poll Times in front. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		description: 'What starts the workflow',
		options: events.map(({ value, name, description }) => {
			// "SMS Received" is "On SMS received".
			const action = `On ${name.replace(/[A-Z][a-z]+/g, (word) => word.toLowerCase())}`;
			return { name, value, description, action };
		}),
		default: 'smsReceived',
	},
	severalAtOnce,
	...events.flatMap(({ value, fields = [] }) =>
		fields.map((field) => shownForEvents([value], field)),
	),
	simplifyField,
	filterFields,
	optionsOfEvents,
	readRequestOptions,
];

/** The trigger for an AI that builds workflows; the node has `operations/builderHint`. */
export function builderHint(events: ReadonlyArray<Event<unknown>>): IBuilderHint {
	return {
		searchHint:
			'Starts the workflow when an SMS comes in, a call begins, ends or is missed, or a contact is added or changed (parameter "event"). It sends nothing: to send, call or write contacts, add n8n-nodes-voice-sms.voiceSms. execute_workflow cannot start it: call test_workflow with pinned data of this trigger, and with dryRun in each node that sends (a node without pinned data really runs).',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-voice-sms.voiceSms',
				relationHint: 'Sends the answer, calls back, reads or changes the contact',
			},
		],
		extraTypeDefContent: [
			{
				content: ['Values of "event", and the fields of an item:', ...events.map(lineOf)].join(
					'\n',
				),
			},
		],
	};
}

/** Example: "- contactCreated: A contact is added. Output: firstName, lastName." */
function lineOf({ value, description, output, forBuilder }: Event<unknown>): string {
	const line = `- ${value}: ${description}. Output: ${output.join(', ')}.`;
	return forBuilder === undefined ? line : `${line} ${forBuilder}`;
}
