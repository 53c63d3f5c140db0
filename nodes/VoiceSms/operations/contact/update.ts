import { path } from '../../api/paths';
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
import type { Changes, Modes } from '../mergeContact';
import { putBody, readModes, textFields } from '../mergeContact';
import type { Operation } from '../operation';

interface Input {
	contactId: string;
	changes: Changes;
	modes: Modes;
	keepOtherFields: boolean;
}

export const contactUpdate: Operation<Input> = {
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update fields of a contact by its ID',
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
			const text = name === 'phone' ? fields.contactPhone(name, item.country) : fields.text(name);
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
		const modes = readModes(item);
		if (!keepOtherFields && changes.tags !== undefined && modes.tags !== 'replace') {
			item.options.refuse(
				'keepOtherFields',
				'is off, so tags cannot be added or removed',
				"Switch it on, or set the option 'Tags Mode' to Replace.",
			);
		}
		if (!keepOtherFields && item.options.word('customFieldsMode') === 'merge') {
			item.options.refuse(
				'keepOtherFields',
				'is off, so custom fields cannot be merged',
				"Switch it on, or set the option 'Custom Fields Mode' to Replace.",
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
