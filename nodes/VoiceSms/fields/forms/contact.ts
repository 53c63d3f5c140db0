import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asSeen } from '../../util/asSeen';
import { isObject } from '../../util/values';
import type { Collection } from '../read/collection';
import type { FieldReader } from '../read/reader';
import { asTags, isBlankTags } from '../read/tags';
import { isNothing } from '../read/values';
import { jsonFields, textField } from './formFields';

export const firstNameField = textField('First Name', 'firstName', 'Nathan');
export const lastNameField = textField('Last Name', 'lastName', 'Smith');
export const emailField = textField('Email', 'email', 'nathan@example.com');

export const phoneField: INodeProperties = {
	...textField('Phone', 'phone', '+15550100042'),
	description: 'Phone number. The service stores it in international form, such as +15550100042.',
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
	...textField('Notes', 'notes', 'Prefers to be called in the morning'),
	typeOptions: { rows: 3 },
};

export const statusField: INodeProperties = {
	...textField('Status', 'status', 'lead'),
	description: 'In the words of your company',
};

export const tagsField: INodeProperties = {
	...textField('Tags', 'tags', 'vip, newsletter'),
	description: 'Comma-separated list of tags, or an expression that gives a list',
};

/** For a contact that may exist already: its own custom fields and tags stay. */
export const mergedCustomFields = jsonFields({
	...customFields,
	description: 'Your own fields, as JSON. Others stay.',
});
export const addedTags: INodeProperties = {
	...tagsField,
	description: 'With commas. Other tags stay.',
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
	...textField('Tag', 'tags', 'vip'),
	description: 'Only contacts with this tag, written as in the contact',
};

export const sourceFilter: INodeProperties = {
	...sourceField,
	description: 'Only contacts from this source',
};

export const customFieldsMode: INodeProperties = {
	displayName: 'Custom Fields Mode',
	name: 'customFieldsMode',
	type: 'options',
	description: 'What happens to the other custom fields',
	options: [
		{
			name: 'Merge',
			value: 'merge',
			description: 'They stay',
		},
		{
			name: 'Replace',
			value: 'replace',
			description: 'They are removed',
		},
	],
	default: 'merge',
};

export const tagsMode: INodeProperties = {
	displayName: 'Tags Mode',
	name: 'tagsMode',
	type: 'options',
	description: 'What happens to the given tags',
	options: [
		{ name: 'Add', value: 'add', description: 'Added; others stay' },
		{ name: 'Remove', value: 'remove', description: 'Removed; others stay' },
		{
			name: 'Replace',
			value: 'replace',
			description: 'Added; all others are removed',
		},
	],
	default: 'add',
};

/** The tags in a collection. Blank tags that an expression gives are not given, and clear nothing. */
export function tagsIn(item: FieldReader, name: string): string[] | undefined {
	return item.collection(name).read('tags', (value, invalid) => {
		const isBlank = item.isByExpression(name, 'tags') && isBlankTags(value);
		return isBlank ? undefined : asTags(value, invalid);
	});
}

/**
 * The custom fields in it; of those from an expression or a model, only the fields that are not blank: they would
 * empty what is stored.
 *
 * @param isNew in a contact that is new, fields within fields are written as they are
 */
export function customFieldsOf(
	item: FieldReader,
	name: string,
	fields: Collection,
	isNew = false,
): IDataObject | undefined {
	const given = fields.object('customFields');
	if (given === undefined || !(item.asTool || item.isByExpression(name, 'customFields')))
		return given;
	const filled = withoutBlanks(given, isNew);
	return isNothing(filled) && !isNothing(given) ? undefined : filled;
}

function withoutBlanks(given: IDataObject, isOuterOnly = false): IDataObject {
	const entries = Object.entries(given).flatMap(([name, value]) => {
		const isInner = isObject(value) && !isNothing(value) && !isOuterOnly;
		const kept = isInner ? withoutBlanks(value) : value;
		const isBlank = kept === null || (typeof kept === 'string' && isNothing(kept));
		const isEmptied = isInner && isNothing(kept);
		return isBlank || isEmptied || asSeen(name) === '' ? [] : [[name, kept] as const];
	});
	return Object.fromEntries(entries);
}
