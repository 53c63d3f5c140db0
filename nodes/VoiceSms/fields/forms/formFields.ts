import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { countryMenu } from '../phone/country';

/** Shows a field only where the node is a tool; n8n-workflow (node-helpers) knows a tool by the name of its type. */
export const onlyInTools: IDisplayOptions = { show: { '@tool': [true] } };

/** Hides a field where the node is a tool. An n8n that does not know `@tool` shows only these fields. */
export const notInTools: IDisplayOptions = { hide: { '@tool': [true] } };

/** A field for people, and its variant for models with the properties that differ. */
export function withVariant(
	field: INodeProperties,
	inTools: Partial<INodeProperties>,
): INodeProperties[] {
	return [
		{ ...field, displayOptions: notInTools },
		{ ...field, ...inTools, displayOptions: onlyInTools },
	];
}

/**
 * A JSON field, which is a text field in a tool: n8n refuses `{}` as a model's argument for a field of
 * type `json` (n8n-workflow, from-ai-parse-utils).
 */
export function jsonFields(field: INodeProperties): INodeProperties[] {
	return withVariant(field, {
		// n8n names the model's argument after the field.
		displayName: `${field.displayName} JSON`,
		type: 'string',
		default: '',
		description: `Written as text: ${field.description}`,
	});
}

/** A field for a line of text, with an example as its placeholder. */
export function textField(displayName: string, name: string, example: string): INodeProperties {
	return { displayName, name, type: 'string', default: '', placeholder: `e.g. ${example}` };
}

/** A field for a date and time. */
export function dateField(displayName: string, name: string, example: string): INodeProperties {
	return { ...textField(displayName, name, example), type: 'dateTime' };
}

/** For every operation that takes a phone number. */
export const defaultCountry: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	typeOptions: countryMenu,
	default: '',
	description: "Country of numbers without a country code. Replaces the credential's.",
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

/** For a collection: an AI that builds a workflow reads the value of an added field as the value that counts without it. */
export const onlyIfAdded = {
	propertyHint: 'A @default in here counts only for a field that you add.',
};

/** The same, for a collection of filters. */
export const filtersLeftOut = {
	propertyHint: `Left out: everything passes. ${onlyIfAdded.propertyHint}`,
};

/** The Options collection, sorted by name, and `last`. */
export function optionsField(
	own: INodeProperties[],
	builderHint?: INodeProperties['builderHint'],
	last?: INodeProperties,
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		builderHint,
		options: [...byName(own), ...(last ? [last] : [])],
	};
}

/** Fields sorted by their labels, as a collection shows them. */
export function byName(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** For a read that takes a phone number. */
export const phoneReadOptions = optionsField([defaultCountry]);
