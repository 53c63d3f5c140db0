import type { INodeProperties } from 'n8n-workflow';

import { jsonFields } from './variants';

export const firstNameField: INodeProperties = {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nathan',
};

export const lastNameField: INodeProperties = {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Smith',
};

export const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@example.com',
};

export const phoneField: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15550100042',
	description: 'Phone number; the service turns it into E.164 form',
};

export const customFieldsFields = jsonFields({
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"plan": "gold"}',
	description: 'JSON object with fields of your own',
});

export const notesField: INodeProperties = {
	displayName: 'Notes',
	name: 'notes',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Prefers to be called in the morning',
};

export const statusField: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'string',
	default: '',
	placeholder: 'e.g. lead',
	description: 'Status of the contact, in the words that your company uses',
};

export const tagsField: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. vip, newsletter',
	description: 'Comma-separated list of tags, or an expression that gives a list',
};

export const sourceField: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{ name: 'API', value: 'API' },
		{ name: 'Call', value: 'CALL' },
		{ name: 'CSV', value: 'CSV' },
		{ name: 'Facebook', value: 'FACEBOOK' },
		{ name: 'Manual', value: 'MANUAL' },
	],
	default: 'API',
	description: 'Where the contact comes from',
};

/** Only contacts with a tag: the list's documented filter. */
export const tagFilter: INodeProperties = {
	displayName: 'Tag',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. vip',
	description: 'Only contacts with this tag',
};

/** Only contacts from a source: the list's documented filter. */
export const sourceFilter: INodeProperties = {
	...sourceField,
	description: 'Only contacts that come from there',
};

export const customFieldsMode: INodeProperties = {
	displayName: 'Custom Fields Mode',
	name: 'customFieldsMode',
	type: 'options',
	description: 'What becomes of the custom fields that the contact has',
	options: [
		{ name: 'Merge', value: 'merge', description: 'Keep the custom fields that are not given' },
		{ name: 'Replace', value: 'replace', description: 'Remove the custom fields not given' },
	],
	default: 'merge',
};

export const tagsMode: INodeProperties = {
	displayName: 'Tags Mode',
	name: 'tagsMode',
	type: 'options',
	description: 'What becomes of the tags that the contact has',
	options: [
		{ name: 'Add', value: 'add', description: 'Add the tags to those of the contact' },
		{ name: 'Remove', value: 'remove', description: 'Remove the tags from the contact' },
		{ name: 'Replace', value: 'replace', description: 'Make these the only tags' },
	],
	default: 'replace',
};
