import type { IDataObject } from 'n8n-workflow';

import { path } from '../../api/paths';
import {
	customFieldsField,
	emailField,
	firstNameField,
	lastNameField,
	notesField,
	phoneField,
	sourceField,
	statusField,
	tagsField,
} from '../../fields/contact';
import { createOptions } from '../../fields/options';
import type { Operation } from '../operation';

interface Input {
	contact: IDataObject;
}

const textFields = ['firstName', 'lastName', 'email', 'phone'];
const additionalTextFields = [
	'address',
	'city',
	'company_name',
	'country',
	'notes',
	'state',
	'status',
	'zipCode',
];

export const contactCreate: Operation<Input> = {
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Create a new contact',
	creates: true,
	fields: [
		firstNameField,
		lastNameField,
		emailField,
		phoneField,
		{
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
				customFieldsField,
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
		},
		createOptions,
	],
	read: (item) => {
		const contact: IDataObject = {};
		for (const name of textFields) {
			const text = name === 'phone' ? item.contactPhone(name) : item.optionalText(name).trim();
			if (text !== '') contact[name] = text;
		}
		const additional = item.collection('additionalFields');
		for (const name of additionalTextFields) {
			const text = additional.text(name);
			if (text !== undefined) contact[name] = text;
		}
		const source = additional.wordOrEmpty('source');
		if (source !== undefined) contact.source = source;
		const tags = additional.list('tags');
		if (tags !== undefined) contact.tags = tags;
		const customFields = additional.object('customFields');
		if (customFields !== undefined) contact.customFields = customFields;
		if (Object.keys(contact).length === 0) {
			item.refuse('firstName', 'and every other field is empty', 'Fill in at least one field.');
		}
		return { contact };
	},
	thing: ({ contact }) => {
		return `contact ${contact.phone ?? contact.email ?? contact.firstName ?? contact.lastName ?? ''}`.trim();
	},
	run: async ({ contact }, { api }) => await api.post(path`/api/contacts`, contact, 'client'),
};
