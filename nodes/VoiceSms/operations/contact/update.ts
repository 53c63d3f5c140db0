import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Collection } from '../../fields/read/collection';
import {
	addedTags,
	customFieldsOf,
	customFieldsMode,
	emailField,
	firstNameField,
	lastNameField,
	mergedCustomFields,
	notesField,
	phoneField,
	statusField,
	tagsIn,
	tagsMode,
} from '../../fields/forms/contact';
import { contactLocators, contactWays } from '../../fields/forms/locators';
import { byName, defaultCountry, onlyIfAdded, optionsField } from '../../fields/forms/formFields';
import { readEmail } from '../../fields/read/email';
import type { FieldReader } from '../../fields/read/reader';
import { type RecordKey, aboutKey, readRecordKey } from '../../fields/read/recordKey';
import { requestOptions } from '../../fields/forms/requestOptions';
import { readSimplify, simplifyContact, simplifyWhole } from '../../fields/forms/simplify';
import { filledByPerson } from '../../fields/read/filledBy';
import { contactToWrite, keysOf, readContact } from '../find/findContact';
import { chosenRecord } from '../find/findRecord';
import { type Modes, readModes, changeableTexts, writeChanges } from '../mergeContact';
import type { Operation } from '../operation';
import { counted } from '../../util/inWords';

interface Input {
	contact: RecordKey;
	/** Only the given fields, in the form of the service. */
	changes: IDataObject;
	modes: Modes;
	keepOtherFields: boolean;
	simplify(record: IDataObject): IDataObject;
}

/** The fields that PUT documents, sorted by name. */
const changeable = [
	...mergedCustomFields,
	emailField,
	firstNameField,
	lastNameField,
	{ ...notesField, description: 'Replaces all notes of the contact' },
	phoneField,
	statusField,
	addedTags,
];

const clearFields: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	options: filledByPerson.fieldsOf(changeable).map(({ displayName, name }) => ({
		name: displayName,
		value: name,
	})),
	default: [],
	description:
		'Fields to empty. An expression can give the names as a list or separated by commas.',
};

const keepOthers: INodeProperties = {
	displayName: 'Keep Other Fields',
	name: 'keepOtherFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to read the contact first and send its other fields back. When off: only the given fields.',
};

export const contactUpdate: Operation<Input> = {
	resource: 'contact',
	value: 'update',
	name: 'Update',
	action: 'Update a contact',
	description:
		'Update a contact: new texts replace old texts, tags are added, and all other fields stay the same',
	toolText:
		'Changes a contact. Read it first: a new First_Name, Last_Name, Email, Phone, Status or Notes replaces the whole old text; "" keeps it. Contact_ID: the id, such as contact_000042, or the phone number or email it has now. Phone numbers: with + and country code, such as +15550100042. Tags: separated by commas; Custom_Fields_JSON: such as {"plan": "gold"}; both are added to the old ones. Fields_to_Clear: fields to empty, separated by commas, such as Notes, Tags; give no value for them. Returns the whole contact after the change.',
	output: simplifyContact.fields,
	forBuilder:
		"The fields to change stand in updateFields: only those listed, so no city and no address. After an SMS that came in, contactId is in mode 'phone', expr('{{ $json.fromPhone }}'). Tags are added to the old ones. For a person without a contact: upsert.",
	fields: [
		...contactLocators,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			builderHint: onlyIfAdded,
			description:
				'A text field that you add and leave empty is cleared. An expression that gives nothing changes nothing.',
			options: byName([...changeable, clearFields]),
		},
		...simplifyWhole,
		optionsField([defaultCountry, customFieldsMode, keepOthers, tagsMode]),
		requestOptions,
	],
	read: (item) => {
		const fields = item.collection('updateFields');
		const changes = readChanges(fields, item);
		const modes = readModes(item);
		clear(fields, changes, modes);
		// An expression that gives nothing changes nothing.
		const mayBeNothing =
			!item.asTool &&
			[...changeable, clearFields].some(({ name }) => item.isByExpression('updateFields', name));
		if (Object.keys(changes).length === 0 && !mayBeNothing) {
			const instead =
				'No field to change was given. Give at least one, or name fields to clear in Fields to Clear, if this tool has it.';
			item.invalid(
				'updateFields',
				'is empty',
				"Add at least one field to change. To empty a field, choose it in 'Fields to Clear'.",
				{ instead },
			);
		}
		const keepOtherFields = item.options.flag('keepOtherFields') ?? true;
		const invalid = (what: string, problem: string, mode: string) =>
			item.options.invalid(
				'keepOtherFields',
				`is off, so ${what} cannot be ${problem}`,
				`Switch it on, or set the option '${mode}' to Replace.`,
				`Leave the ${what} out. Only a person can change the options of this tool.`,
			);
		if (!keepOtherFields && changes.tags !== undefined && modes.tags !== 'replace') {
			invalid('tags', 'added or removed', 'Tags Mode');
		}
		if (!keepOtherFields && changes.customFields !== undefined && modes.customFields === 'merge') {
			invalid('custom fields', 'merged', 'Custom Fields Mode');
		}
		const contact = readRecordKey(item, 'contactId', contactWays);
		const simplify = readSimplify(item, simplifyContact);
		return { contact, changes, modes, keepOtherFields, simplify };
	},
	nameInErrors: ({ contact }) => aboutKey('contact', contact),
	pastTense: 'updated',
	lines: (_done, inputs, asTool) => {
		const without = inputs.filter((input) => input && Object.keys(input.changes).length === 0);
		return asTool || without.length === 0
			? []
			: [
					`${counted(without.length, 'item')} changed nothing: the expressions in 'Update Fields' give nothing. Check them.`,
				];
	},
	record: ({ contact }) => ({ kind: 'contact', key: contact }),
	// Each item reads, merges and writes: side by side, two items would undo each other's changes.
	lane: ({ contact, changes }) => {
		return contact.by === 'id' ? contact.value : keysOf(contact, changes);
	},
	keyKind: ({ contact }) => contact.by,
	run: async ({ contact: key, changes, modes, keepOtherFields, simplify }, context) => {
		const id = await chosenRecord(context, contactToWrite, key);
		const mustRead = keepOtherFields || key.by !== 'id';
		const current = mustRead
			? await readContact(context, contactToWrite, id, key, keepOtherFields)
			: undefined;
		const known = keepOtherFields ? current : undefined;
		return simplify(await writeChanges(context, id, known, changes, modes));
	},
};

function readChanges(fields: Collection, item: FieldReader): IDataObject {
	const changes: IDataObject = {};
	for (const name of changeableTexts) {
		// That the service makes the international form is documented for new contacts alone.
		const text = name === 'phone' ? fields.phone(name, item) : fields.text(name);
		if (text !== undefined) changes[name] = name === 'email' ? readEmail(fields, name, text) : text;
	}
	const tags = tagsIn(item, 'updateFields');
	const customFields = customFieldsOf(item, 'updateFields', fields);
	if (tags !== undefined) changes.tags = tags;
	if (customFields !== undefined) changes.customFields = customFields;
	return changes;
}

/** Empties the fields to clear, in any mode. */
function clear(fields: Collection, changes: IDataObject, modes: Modes) {
	for (const name of fields.choices('clearFields')) {
		if (changes[name] !== undefined) {
			const both = "is both given and in 'Fields to Clear'";
			fields.invalid(name, both, 'Give the field or clear it, not both.');
		}
		if (name === 'tags') [changes.tags, modes.tags] = [[], 'replace'];
		else if (name === 'customFields') [changes.customFields, modes.customFields] = [{}, 'replace'];
		else changes[name] = '';
	}
}
