import type { INodeProperties } from 'n8n-workflow';

import { countryOptions } from '../phone/country';
import { onlyInTools } from '../read/variants';

/** For every operation with `creates`, but for questions, which a model may repeat. `run/repeats/toolCalls` defines a repeat. */
export const allowRepeats: INodeProperties = {
	displayName: 'Allow Repeats',
	name: 'allowRepeats',
	type: 'boolean',
	default: false,
	displayOptions: onlyInTools,
	description:
		'Whether the agent may do the same thing again in one execution. When off, a repeated call does nothing and returns the first answer. If nobody knows whether the first call worked, it is never repeated.',
};

/** For every operation that takes a phone number. */
export const defaultCountry: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: countryOptions,
	default: '',
	description:
		'Country of phone numbers that have no country code. The node uses it instead of the Default Country of the credential.',
};

/** For every operation that reads one record; `operations/ifNotFound` reads it. */
export const ifNotFound: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Error', value: 'error', description: 'The item fails with an error' },
		{ name: 'Empty Item', value: 'empty', description: 'The output is an empty item' },
	],
	default: 'error',
	description: 'What to do when the service does not have the record',
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	description:
		'Whether to check all items without sending or calling. Each output item shows what would go out, or the error.',
};

const skipTag: INodeProperties = {
	displayName: 'Skip Contacts With Tag',
	name: 'skipTag',
	type: 'string',
	default: '',
	placeholder: 'e.g. no-sms',
	description:
		'Skips receivers that have this tag in their contact. Their items go on to the next node, with "skipped": true. Separate several tags with commas. The node looks up the contact of each receiver by phone number. Receivers without a contact are not skipped.',
};

/** For every operation that sends or calls. */
export const sendInterval: INodeProperties = {
	displayName: 'Send Interval',
	name: 'sendInterval',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	hint: 'In milliseconds: 1000 is one per second, 60000 one per minute',
	description:
		'Time in ms from the start of one item to the start of the next. The items start in their order. The value of the first item counts for the whole run.',
};

/** Each operation that sends or calls has its own words for the key. */
export const sendOnceKey: INodeProperties = {
	displayName: 'Send Once Key',
	name: 'onceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042-shipped',
	hint: 'A key works only once, so put in an ID that is different for each item',
	description:
		'Prevents duplicates: a name for this message, such as the order number and the topic. If this node sees the same key again, also in a later execution, it sends nothing and the output says so.',
};

export const callOnceKey: INodeProperties = {
	...sendOnceKey,
	placeholder: 'e.g. appointment-1042-reminder',
	description:
		'Prevents duplicates: a name for this call, such as the appointment number and the topic. If this node sees the same key again, also in a later execution, it calls nobody and the output says so.',
};

export const questionOnceKey: INodeProperties = {
	...sendOnceKey,
	placeholder: 'e.g. order-1042-approval',
	description:
		'Prevents duplicates: a name for this question, such as the order number and the topic. If this node sees the same key again, also in a later execution, it asks nobody and the output says so.',
};

/** What an SMS and a call have in common, besides the words of their key. */
export const outgoingFields = [allowRepeats, defaultCountry, dryRun, sendInterval, skipTag];

/** The Options collection, sorted by name. */
export function optionsField(own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: byName(own),
	};
}

/** Fields sorted by their labels, as a collection shows them. */
export function byName(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** For a read that takes a phone number. */
export const phoneReadOptions = optionsField([defaultCountry]);
