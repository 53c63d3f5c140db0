import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { customFieldsFields, notesField, sourceField, statusField, tagsField } from './contact';
import type { FieldReader } from './reader';

const textFields = [
	'address',
	'city',
	'company_name',
	'country',
	'notes',
	'state',
	'status',
	'zipCode',
];

export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Address',
			name: 'address',
			type: 'string',
			default: '',
			placeholder: 'e.g. 12 Main Street',
		},
		{
			displayName: 'City',
			name: 'city',
			type: 'string',
			default: '',
			placeholder: 'e.g. Springfield',
		},
		{
			displayName: 'Company Name',
			name: 'company_name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Acme',
		},
		{
			displayName: 'Country',
			name: 'country',
			type: 'string',
			default: '',
			placeholder: 'e.g. United States',
		},
		...customFieldsFields,
		notesField,
		sourceField,
		{
			displayName: 'State',
			name: 'state',
			type: 'string',
			default: '',
			placeholder: 'e.g. Oregon',
		},
		statusField,
		tagsField,
		{
			displayName: 'ZIP Code',
			name: 'zipCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. 97403',
		},
	],
};

/**
 * A contact of the fields that are filled in (interface, "POST /api/contacts"): first and last name,
 * email, and the additional fields that were added, which may be empty.
 *
 * @param phone its phone number as it was read, '' for none
 * @throws NodeOperationError naming the field and the item
 */
export function readNewContact(item: FieldReader, phone: string): IDataObject {
	const contact: IDataObject = {};
	for (const name of ['firstName', 'lastName', 'email']) {
		const text = item.optionalText(name).trim();
		if (text !== '') contact[name] = text;
	}
	if (phone !== '') contact.phone = phone;
	const additional = item.collection('additionalFields');
	for (const name of textFields) {
		const text = additional.text(name);
		if (text !== undefined) contact[name] = text;
	}
	const source = additional.wordOrEmpty('source');
	if (source !== undefined) contact.source = source;
	const tags = additional.list('tags');
	if (tags !== undefined) contact.tags = tags;
	const customFields = additional.object('customFields');
	if (customFields !== undefined) contact.customFields = customFields;
	return contact;
}
