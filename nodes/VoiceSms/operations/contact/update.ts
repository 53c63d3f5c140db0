import type { IDataObject } from 'n8n-workflow';

import { path } from '../../api/paths';
import { isObject } from '../../util/isObject';
import {
	customFieldsField,
	emailField,
	firstNameField,
	lastNameField,
	notesField,
	phoneField,
	statusField,
	tagsField,
} from '../../fields/contact';
import { contactLocator } from '../../fields/locators';
import { updateOptions } from '../../fields/options';
import type { Operation } from '../operation';

/** Fields given by the user; the text fields may be '', which clears them. */
export interface Changes {
	texts: Record<string, string>;
	tags?: string[];
	customFields?: IDataObject;
}

export interface Modes {
	tags: 'add' | 'remove' | 'replace';
	customFields: 'merge' | 'replace';
}

interface Input {
	contactId: string;
	changes: Changes;
	modes: Modes;
	keepOtherFields: boolean;
}

const textFields = ['firstName', 'lastName', 'email', 'phone', 'notes', 'status'];

export const contactUpdate: Operation<Input> = {
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update contact',
	description: 'Update a contact; fields that are not given stay as they are',
	fields: [
		contactLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'A field that is added and left empty is cleared',
			options: [
				customFieldsField,
				emailField,
				firstNameField,
				lastNameField,
				notesField,
				phoneField,
				statusField,
				tagsField,
			],
		},
		updateOptions,
	],
	read: (item) => {
		const fields = item.collection('updateFields');
		const texts: Record<string, string> = {};
		for (const name of textFields) {
			const text = fields.text(name);
			if (text !== undefined) texts[name] = text;
		}
		const changes = {
			texts,
			tags: fields.list('tags'),
			customFields: fields.object('customFields'),
		};
		if (Object.keys(texts).length === 0 && !changes.tags && !changes.customFields) {
			item.refuse('updateFields', 'has no field', 'Add at least one field to change.');
		}
		const keepOtherFields = item.options.flag('keepOtherFields') ?? true;
		const modes = {
			tags: item.options.text('tagsMode') ?? 'replace',
			customFields: item.options.text('customFieldsMode') ?? 'merge',
		} as Modes;
		if (!keepOtherFields && changes.tags !== undefined && modes.tags !== 'replace') {
			item.refuse(
				'options.keepOtherFields',
				'is off, so tags cannot be added or removed',
				"Switch it on, or set the option 'Tags' to Replace.",
			);
		}
		if (!keepOtherFields && item.options.text('customFieldsMode') === 'merge') {
			item.refuse(
				'options.keepOtherFields',
				'is off, so custom fields cannot be merged',
				"Switch it on, or set the option 'Custom Fields' to Replace.",
			);
		}
		return { contactId: item.id('contactId'), changes, modes, keepOtherFields };
	},
	thing: ({ contactId }) => `contact ${contactId}`,
	// Two items that read, merge and write one contact side by side would undo each other's work.
	lane: ({ contactId }) => contactId,
	run: async ({ contactId, changes, modes, keepOtherFields }, { api }) => {
		const address = path`/api/contacts/${contactId}`;
		const current = keepOtherFields ? await api.get(address, 'client') : undefined;
		return await api.put(address, putBody(current, changes, modes), 'client');
	},
};

/**
 * Body of the PUT: all eight fields it documents, the current ones with the changes laid over them;
 * without `current` only the changes. The interface does not say whether PUT clears what is left
 * out.
 */
export function putBody(
	current: IDataObject | undefined,
	{ texts, tags, customFields }: Changes,
	modes: Modes,
): IDataObject {
	const body: IDataObject = {};
	for (const name of textFields) {
		// A field that the contact does not have cannot be cleared by leaving it out.
		const value = texts[name] ?? current?.[name];
		if (value !== undefined && value !== null) body[name] = value;
	}
	const ownTags = Array.isArray(current?.tags) ? (current.tags as string[]) : [];
	if (tags !== undefined) body.tags = mergeTags(ownTags, tags, modes.tags);
	else if (current !== undefined) body.tags = ownTags;
	const ownFields = isObject(current?.customFields) ? current.customFields : {};
	if (customFields !== undefined) {
		body.customFields =
			modes.customFields === 'merge' ? { ...ownFields, ...customFields } : customFields;
	} else if (current !== undefined) body.customFields = ownFields;
	return body;
}

function mergeTags(own: string[], given: string[], mode: Modes['tags']): string[] {
	if (mode === 'add') return [...new Set([...own, ...given])];
	if (mode === 'remove') return own.filter((tag) => !given.includes(tag));
	return given;
}
