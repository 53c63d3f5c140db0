import type { INodeProperties } from 'n8n-workflow';

import { customFieldsMode, tagsMode } from './contact';
import { countryOptions } from '../phone/country';
import { notInTools, onlyInTools } from '../read/variants';

/** For every operation with `creates`; `run/repeats/toolCalls` defines a repeat. */
const allowRepeats: INodeProperties = {
	displayName: 'Allow Repeats',
	name: 'allowRepeats',
	type: 'boolean',
	default: false,
	displayOptions: onlyInTools,
	description:
		'Whether the agent may have the same done again in one execution. When off, the same call gives its first answer again, and nothing is done. What may have been done, as the answer to it was lost, is not repeated in either case.',
};

/** For every operation that takes a phone number. */
export const defaultCountry: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: countryOptions,
	default: '',
	description:
		'Country of phone numbers that are written without a country code. It counts instead of that of the credential.',
};

/** For every operation that reads one record; `operations/ifNotFound` reads it. */
export const ifNotFound: INodeProperties = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Error', value: 'error', description: 'The item ends in an error' },
		{ name: 'Empty Item', value: 'empty', description: 'The item gives an empty item' },
	],
	default: 'error',
	description: 'What to do when the service has no such record',
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	displayOptions: notInTools,
	description:
		'Whether to check everything and send nothing. Each item gives what would be sent, or the error that it would end with.',
};

const skipTag: INodeProperties = {
	displayName: 'Skip Contacts With Tag',
	name: 'skipTag',
	type: 'string',
	default: '',
	placeholder: 'e.g. no-sms',
	description:
		'Looks up the contact of each receiver by its phone number, and sends nothing to contacts with this tag. Numbers without a contact get the message.',
};

const sendInterval: INodeProperties = {
	displayName: 'Send Interval',
	name: 'sendInterval',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	hint: 'In milliseconds: 1000 is one a second',
	description:
		'Time in ms between the starts of two items, which then begin strictly in their order: 1000 is one a second, 60000 one a minute. The value of the first item counts for the whole run.',
};

const sendOnceKey: INodeProperties = {
	displayName: 'Send Once Key',
	name: 'onceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042-shipped',
	hint: 'Of all items with the same text only the first goes out: put in what differs, such as an ID',
	description:
		'Prevents duplicates: text that stands for this message, such as an order number and what the message is about. When this node sees the same text again, also in a later execution, nothing is sent and the output says so.',
};

const callOnceKey: INodeProperties = {
	...sendOnceKey,
	placeholder: 'e.g. appointment-1042-reminder',
	description:
		'Prevents duplicates: text that stands for this call, such as an appointment number and what the call is about. When this node sees the same text again, also in a later execution, nobody is called and the output says so.',
};

const questionOnceKey: INodeProperties = {
	...sendOnceKey,
	placeholder: 'e.g. order-1042-approval',
	description:
		'Prevents duplicates: text that stands for this question, such as an order number and what is asked. When this node sees the same text again, also in a later execution, nobody is asked and the output says so.',
};

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

export const getOptions = optionsField([ifNotFound]);
export const contactGetOptions = optionsField([defaultCountry, ifNotFound]);
/** For a read that takes a phone number. */
export const phoneReadOptions = optionsField([defaultCountry]);
export const createOptions = optionsField([allowRepeats, defaultCountry]);
/** For an SMS, which adds options of its own. */
export const sendFields = [
	allowRepeats,
	defaultCountry,
	dryRun,
	sendInterval,
	sendOnceKey,
	skipTag,
];
/** For a question by SMS, which adds options of its own. */
export const questionFields = [defaultCountry, sendInterval, questionOnceKey];
/** For a call, which adds options of its own. */
export const callFields = [
	allowRepeats,
	defaultCountry,
	dryRun,
	sendInterval,
	callOnceKey,
	skipTag,
];

export const updateOptions = optionsField([
	defaultCountry,
	customFieldsMode,
	{
		displayName: 'Keep Other Fields',
		name: 'keepOtherFields',
		type: 'boolean',
		default: true,
		description:
			'Whether to read the contact first and send its other fields along, so that the service cannot clear them. Off sends only the fields given.',
	},
	tagsMode,
]);
export const upsertOptions = optionsField([
	allowRepeats,
	defaultCountry,
	customFieldsMode,
	tagsMode,
]);
