import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { jsonFields } from '../read/variants';

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

const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"plan": "gold"}',
	description: 'JSON object with fields of your own',
};

export const customFieldsFields = jsonFields(customFields);

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

/** For a contact that may exist already, whose own custom fields and tags stay. */
export const mergedCustomFields = jsonFields({
	...customFields,
	description:
		"JSON object with fields of your own. The contact keeps its other custom fields, unless the option 'Custom Fields Mode' is Replace.",
});
export const addedTags: INodeProperties = {
	...tagsField,
	description:
		"Comma-separated list of tags, or an expression that gives a list. They are added to the contact's own tags, unless the option 'Tags Mode' says otherwise.",
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

export const tagFilter: INodeProperties = {
	displayName: 'Tag',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. vip',
	description: 'Only contacts with this tag',
};

/** Whether a contact has a tag, in upper or lower case: whether the service tells "VIP" from "vip" is not shown. */
export function hasTag({ tags }: IDataObject, tag: string): boolean {
	const plain = (text: unknown) => String(text).normalize('NFC').trim().toLowerCase();
	const all = Array.isArray(tags) ? tags : String(tags ?? '').split(',');
	return plain(tag) !== '' && all.some((one) => plain(one) === plain(tag));
}

export const sourceFilter: INodeProperties = {
	...sourceField,
	description: 'Only contacts that come from there',
};

export const customFieldsMode: INodeProperties = {
	displayName: 'Custom Fields Mode',
	name: 'customFieldsMode',
	type: 'options',
	description: 'What happens to the custom fields that the contact already has',
	options: [
		{
			name: 'Merge',
			value: 'merge',
			description: 'Keep the custom fields that are not given, and write those that are',
		},
		{
			name: 'Replace',
			value: 'replace',
			description: 'Remove the custom fields that are not given',
		},
	],
	default: 'merge',
};

export const tagsMode: INodeProperties = {
	displayName: 'Tags Mode',
	name: 'tagsMode',
	type: 'options',
	description: 'What happens to the tags that the contact already has',
	options: [
		{ name: 'Add', value: 'add', description: 'Keep them, and add the tags that are given' },
		{
			name: 'Remove',
			value: 'remove',
			description: 'Remove the tags that are given, and keep the others',
		},
		{
			name: 'Replace',
			value: 'replace',
			description: 'Remove them, so that the contact has only the tags that are given',
		},
	],
	default: 'add',
};
