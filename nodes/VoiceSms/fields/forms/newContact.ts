import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	addedTags,
	customFieldsOf,
	customFieldsFields,
	mergedCustomFields,
	notesField,
	sourceField,
	statusField,
	tagsField,
	tagsIn,
} from './contact';
import { readEmail } from '../read/email';
import { onlyIfAdded, textField } from './formFields';
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
		builderHint: onlyIfAdded,
		options: [
			textField('Address', 'address', '12 Main Street'),
			textField('City', 'city', 'Springfield'),
			textField('Company Name', 'company_name', 'Acme'),
			textField('Country', 'country', 'United States'),
			...customFields,
			notesField,
			sourceField,
			textField('State', 'state', 'Oregon'),
			statusField,
			tags,
			textField('ZIP Code', 'zipCode', '97403'),
		],
	};
}

/**
 * The body of "POST /api/contacts" from the filled-in fields; additional fields that were added may be
 * empty.
 *
 * @param phone the contact's phone number, '' for none
 * @param isNew whether no such contact can exist
 * @throws NodeOperationError naming the field and the item
 */
export function readNewContact(item: FieldReader, phone: string, isNew = false): IDataObject {
	const filledIn = (name: string) => item.optionalText(name).trim() || undefined;
	const additional = item.collection('additionalFields');
	const contact = {
		firstName: filledIn('firstName'),
		lastName: filledIn('lastName'),
		email: readEmail(item, 'email', item.optionalText('email')) || undefined,
		phone: phone || undefined,
		...Object.fromEntries(textFields.map((name) => [name, additional.text(name)])),
		source: additional.choiceOrNone('source'),
		tags: tagsIn(item, 'additionalFields'),
		customFields: customFieldsOf(item, 'additionalFields', additional, isNew),
	};
	return Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== undefined));
}
