import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { path } from '../../api/paths';
import type { Collection } from '../../fields/collection';
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

/** What PUT documents, in the order of the names. */
const changeable = [
	customFieldsField,
	emailField,
	firstNameField,
	lastNameField,
	notesField,
	phoneField,
	statusField,
	tagsField,
];

const clearFields: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	options: changeable.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: [],
	description:
		'Fields of the contact to empty, whatever is chosen for tags and custom fields in the options. An expression may give their names as a list or separated by commas.',
};

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
			options: [...changeable, clearFields].sort((a, b) =>
				a.displayName.localeCompare(b.displayName),
			),
		},
		updateOptions,
	],
	read: (item) => {
		const fields = item.collection('updateFields');
		const changes = readChanges(fields, item.country);
		const modes = readModes(item);
		clear(fields, changes, modes);
		const { texts, tags, customFields } = changes;
		if (Object.keys(texts).length === 0 && !tags && !customFields) {
			item.refuse('updateFields', 'has no field', 'Add at least one field to change.');
		}
		const keepOtherFields = item.options.flag('keepOtherFields') ?? true;
		if (!keepOtherFields && tags !== undefined && modes.tags !== 'replace') {
			item.options.refuse(
				'keepOtherFields',
				'is off, so tags cannot be added or removed',
				"Switch it on, or set the option 'Tags Mode' to Replace.",
			);
		}
		const merges =
			item.options.word('customFieldsMode') === 'merge' && modes.customFields === 'merge';
		if (!keepOtherFields && merges) {
			item.options.refuse(
				'keepOtherFields',
				'is off, so custom fields cannot be merged',
				"Switch it on, or set the option 'Custom Fields Mode' to Replace.",
			);
		}
		return { contactId: item.id('contactId'), changes, modes, keepOtherFields };
	},
	thing: ({ contactId }) => `contact ${contactId}`,
	did: 'updated',
	record: ({ contactId }) => ({ kind: 'contact', id: contactId }),
	// Two items that read, merge and write one contact side by side would undo each other's work.
	lane: ({ contactId }) => contactId,
	run: async ({ contactId, changes, modes, keepOtherFields }, { api }) => {
		const address = path`/api/contacts/${contactId}`;
		const current = keepOtherFields ? await api.get(address, 'client') : undefined;
		return await api.put(address, putBody(current, changes, modes), 'client');
	},
};

function readChanges(fields: Collection, country: string): Changes {
	const texts: Record<string, string> = {};
	for (const name of textFields) {
		const text = name === 'phone' ? fields.contactPhone(name, country) : fields.text(name);
		if (text !== undefined) texts[name] = text;
	}
	return { texts, tags: fields.list('tags'), customFields: fields.object('customFields') };
}

/** Empties the fields that are to be cleared, whatever the modes. */
function clear(fields: Collection, changes: Changes, modes: Modes) {
	const { texts, tags, customFields } = changes;
	const given: IDataObject = { ...texts, tags, customFields };
	for (const name of fields.words('clearFields')) {
		if (given[name] !== undefined) {
			const label = changeable.find((field) => field.name === name)?.displayName;
			const both = `has ${label}, which is given as well`;
			fields.refuse('clearFields', both, 'Give the field or clear it, not both.');
		}
		if (name === 'tags') [changes.tags, modes.tags] = [[], 'replace'];
		else if (name === 'customFields') [changes.customFields, modes.customFields] = [{}, 'replace'];
		else texts[name] = '';
	}
}
