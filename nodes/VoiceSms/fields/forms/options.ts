import type { INodeProperties } from 'n8n-workflow';

import { countryMenu } from '../phone/country';

/** For every operation that takes a phone number. */
export const defaultCountry: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	typeOptions: countryMenu,
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
