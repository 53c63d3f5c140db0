import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	addedTags,
	customFieldsFields,
	mergedCustomFields,
	notesField,
	sourceField,
	statusField,
	tagsField,
} from './contact';
import { readEmail } from '../read/recordKey';
import type { FieldReader } from '../read/reader';

const textFields = 'address city company_name country notes state status zipCode'.split(' ');

export const additionalFields = additionalWith(customFieldsFields, tagsField);

/** For a contact that may exist already. */
export const fieldsOfExisting: INodeProperties = {
	...additionalWith(mergedCustomFields, addedTags),
	description: 'A text field that you add and leave empty is cleared',
};

function additionalWith(customFields: INodeProperties[], tags: INodeProperties): INodeProperties {
	return {
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
			...customFields,
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
			tags,
			{
				displayName: 'ZIP Code',
				name: 'zipCode',
				type: 'string',
				default: '',
				placeholder: 'e.g. 97403',
			},
		],
	};
}

/**
 * The body of "POST /api/contacts" from the filled-in fields; additional fields that were added may be
 * empty.
 *
 * @param phone the contact's phone number, '' for none
 * @throws NodeOperationError naming the field and the item
 */
export function readNewContact(item: FieldReader, phone: string): IDataObject {
	const contact: IDataObject = {};
	for (const name of ['firstName', 'lastName']) {
		const text = item.optionalText(name).trim();
		if (text !== '') contact[name] = text;
	}
	const email = readEmail(item, 'email', item.optionalText('email'));
	if (email !== '') contact.email = email;
	if (phone !== '') contact.phone = phone;
	const additional = item.collection('additionalFields');
	for (const name of textFields) {
		const text = additional.text(name);
		if (text !== undefined) contact[name] = text;
	}
	const source = additional.choiceOrEmpty('source');
	if (source !== undefined) contact.source = source;
	const tags = additional.list('tags');
	if (tags !== undefined) contact.tags = tags;
	const customFields = additional.object('customFields');
	if (customFields !== undefined) contact.customFields = customFields;
	return contact;
}
