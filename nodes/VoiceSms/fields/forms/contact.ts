import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { jsonFields, textField } from './formFields';
import { asCompared, asSeen } from '../../util/asSeen';

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
	description: 'Status of the contact, in the words that your company uses',
};

export const tagsField: INodeProperties = {
	...textField('Tags', 'tags', 'vip, newsletter'),
	description: 'Comma-separated list of tags, or an expression that gives a list',
};

/** For a contact that may exist already, whose own custom fields and tags stay. */
export const mergedCustomFields = jsonFields({
	...customFields,
	description:
		"JSON object with fields of your own. The contact keeps its other custom fields. The option 'Custom Fields Mode' can remove them instead.",
});
export const addedTags: INodeProperties = {
	...tagsField,
	description:
		"Comma-separated list of tags, or an expression that gives a list. The contact keeps its other tags. The option 'Tags Mode' can remove or replace tags instead.",
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
	description:
		'Only contacts with this tag. Write it as in the contact: the service may tell upper from lower case.',
};

type Tags = Array<string | number>;

/** A form of text that another system may write instead of the documented list: JSON. */
const jsonText = /^\s*(?:\[.*\]|\{.*\}|".*")\s*$/s;

/** The beginning of JSON as a text in the list: "[VIP]" is a tag, and so are other texts with brackets. */
const jsonInList = /^\s*[[{]\s*["[{]/;

/**
 * The tags that the service has stored for a contact; undefined if they are missing or cannot be read. The
 * interface documents a list; text is read like the field of this node.
 */
export function tagsOf({ tags }: IDataObject): Tags | undefined {
	if (typeof tags === 'string') {
		return jsonText.test(tags) ? undefined : tags.split(',').flatMap((tag) => tag.trim() || []);
	}
	// Tags that the answer lacks are unknown; null stands for none.
	const all: unknown = tags === null ? [] : tags;
	const isTag = (one: unknown) =>
		typeof one === 'number' || (typeof one === 'string' && !jsonInList.test(one));
	return Array.isArray(all) && all.every(isTag) ? all : undefined;
}

/** Each tag of a list, as people see it. A text may hold several tags, as in ["vip, no-sms"]. */
export function eachTag(tags: Tags): string[] {
	return tags.flatMap((tag) => String(tag).split(',').map(asSeen)).filter((tag) => tag !== '');
}

/** Each tag as it is compared, in lower case: whether the service tells "VIP" from "vip" is not shown. */
function namesOf(tags: Tags): string[] {
	return eachTag(tags).map((tag) => asCompared(tag).toLowerCase());
}

/** Whether a contact has a tag, all of them for a text of several; false for tags that cannot be read. */
export function hasTag(contact: IDataObject, tag: string): boolean {
	const [wanted, own] = [namesOf([tag]), namesOf(tagsOf(contact) ?? [])];
	return wanted.length > 0 && wanted.every((name) => own.includes(name));
}

/** The tags with the given ones, where they are missing. */
export function withTags(own: Tags, given: string[]): Tags {
	return given.reduce((tags, tag) => {
		const names = namesOf(tags);
		return namesOf([tag]).every((name) => names.includes(name)) ? tags : [...tags, tag];
	}, own);
}

/** The tags without the given ones. A text of several is taken apart only where it holds one of them. */
export function withoutTags(own: Tags, given: string[]): Tags {
	const names = namesOf(given);
	const isGiven = (tag: string) => namesOf([tag]).some((name) => names.includes(name));
	return own.flatMap((tag) => {
		const parts = String(tag).split(',');
		if (!parts.some(isGiven)) return [tag];
		return eachTag(parts.filter((part) => !isGiven(part)));
	});
}

export const sourceFilter: INodeProperties = {
	...sourceField,
	description: 'Only contacts from this source',
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
			description: 'Write the given custom fields, and keep all others',
		},
		{
			name: 'Replace',
			value: 'replace',
			description: 'Write the given custom fields, and remove all others',
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
		{ name: 'Add', value: 'add', description: 'Add the given tags, and keep all others' },
		{ name: 'Remove', value: 'remove', description: 'Remove the given tags, and keep all others' },
		{
			name: 'Replace',
			value: 'replace',
			description: 'Write the given tags, and remove all others',
		},
	],
	default: 'add',
};
