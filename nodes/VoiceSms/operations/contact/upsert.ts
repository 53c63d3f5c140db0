import { type IDataObject, type INodeProperties, UserError } from 'n8n-workflow';

import { asSentence } from '../../api/errors/nodeError';
import { isPathId } from '../../api/paths';
import {
	customFieldsMode,
	emailField,
	firstNameField,
	lastNameField,
	phoneField,
	tagsMode,
} from '../../fields/forms/contact';
import { additionalFields, fieldsOfExisting, readNewContact } from '../../fields/forms/newContact';
import { defaultCountry, optionsField } from '../../fields/forms/formFields';
import { onePhone } from '../../fields/phone/phone';
import type { SearchKey } from '../../fields/read/recordKey';
import { isNothing } from '../../fields/read/values';
import { requestOptions } from '../../fields/forms/requestOptions';
import { readSimplify, simplifyContact, simplifyWhole } from '../../fields/forms/simplify';
import { contactAsMeant, contactToWrite, keysOf, readContact } from '../find/findContact';
import { findRecord } from '../find/findRecord';
import type { RecordKind } from '../find/recordKind';
import { type Modes, readModes, unchangeable, writeChanges } from '../mergeContact';
import type { OperationContext } from '../context';
import type { Operation } from '../operation';
import type { WriteResult } from '../result';

interface Input {
	key: SearchKey;
	/** Body of a POST. */
	contact: IDataObject;
	modes: Modes;
	simplify(record: IDataObject): IDataObject;
}

const existing: RecordKind = {
	...contactToWrite,
	ifSeveral: "Merge them at the service, or use 'Update' with the ID of one.",
};

/**
 * A field that the editor marks as required where *Match By* names it. The variants differ in `hide`,
 * so that an expression in *Match By* shows the variant that may be empty: n8n shows the others (node-helpers).
 */
function requiredIf(by: SearchKey['by'], field: INodeProperties): INodeProperties[] {
	return [
		// An AI that builds a workflow is shown the first alone: with the other, both fields would be required.
		{ ...field, displayOptions: { hide: { matchBy: [by] } } },
		{ ...field, required: true, displayOptions: { hide: { matchBy: [{ _cnd: { not: by } }] } } },
	];
}

export const contactUpsert: Operation<Input> = {
	resource: 'contact',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update a contact',
	description: 'Create a new contact, or update the current one if it already exists (upsert)',
	toolText:
		'Updates a contact, or creates it if it is missing. It finds the contact by Phone, or by Email if a person set it so: give both if you know both. Phone: with + and country code, such as +15550100042. "" keeps the old value. A new First_Name, Last_Name, Email, Status or Notes replaces the old text. Tags: separated by commas; Custom_Fields_JSON: such as {"plan": "gold"}; both are added to the old ones. Company_Name, Address, ZIP_Code, City, State and Country count for a new contact only. Returns the contact and created: true (new) or false (updated).',
	output: [...simplifyContact.fields, 'created'],
	forBuilder:
		'The field that matchBy names (phone or email, at the top level) is required, also where the types mark it as hidden; give the other one, too, if you have it. City, address, source and the other fields that contact.update does not have are written for a new contact only. created is true for a new contact. Tags are added to the old ones.',
	creates: true,
	updates: (answer) => contactIn(answer) !== undefined,
	fields: [
		{
			displayName: 'Match By',
			name: 'matchBy',
			type: 'options',
			options: [
				{
					name: 'Email',
					value: 'email',
					description: 'By the email address',
				},
				{
					name: 'Phone',
					value: 'phone',
					description: 'By the phone number, in any spelling of its country',
				},
			],
			default: 'phone',
			description: 'How to find the contact. If nobody is found, a contact is created.',
		},
		...requiredIf('phone', { ...phoneField, description: "Required if 'Match By' is Phone" }),
		...requiredIf('email', { ...emailField, description: "Required if 'Match By' is Email" }),
		firstNameField,
		lastNameField,
		fieldsOfExisting,
		...simplifyWhole,
		optionsField([defaultCountry, customFieldsMode, tagsMode]),
		requestOptions,
	],
	read: (item) => {
		const by = item.choice('matchBy') as SearchKey['by'];
		const phone = isNothing(item.optionalText('phone')) ? '' : item.phone('phone');
		const contact = readNewContact(item, phone);
		const value = contact[by];
		if (typeof value !== 'string') {
			return item.invalid(
				by,
				'is empty',
				"Enter it, or change 'Match By': the node finds the contact by this field.",
				`Give the ${by === 'phone' ? 'phone number' : 'email address'}: this tool finds the contact by it.`,
			);
		}
		const simplify = readSimplify(item, simplifyContact);
		return { key: { by, value, country: item.country }, contact, modes: readModes(item), simplify };
	},
	nameInErrors: ({ key }) => `contact ${key.value}`,
	pastTense: 'written',
	// A contact that one item creates, the next item of the same person updates, even if it uses the other
	// name.
	lane: ({ key, contact }) => keysOf(key, contact),
	keyKind: ({ key }) => key.by,
	request: ({ key, contact, modes }) => ({ by: key.by, ...contactAsMeant(contact), modes }),
	run: async ({ key, contact, modes, simplify }, context) => {
		const { api, words, lastWriteInLane } = context;
		// The search may not find a contact that was created a moment ago. If the earlier item used the
		// other name, another contact may have this name too, so search as well. An item between may have
		// given that contact another name, so it is read.
		const last = contactIn(lastWriteInLane);
		const byId = last && ({ by: 'id', value: String(last.id) } as const);
		const isSame = byId !== undefined && lastWriteInLane?.byOtherLane !== true;
		const known = byId && !isSame ? [await readContact(context, existing, byId.value, byId)] : [];
		const id = isSame ? byId.value : await findRecord(context, existing, key, known);
		if (id === undefined) {
			if (lastWriteInLane !== undefined) throw maybeCreated(key, lastWriteInLane, words);
			const created = await api.post('/api/contacts', newBody(contact, modes), 'client');
			return { ...simplify(created), created: true };
		}
		const current = await readContact(context, existing, id, key, true);
		// The number keeps its stored form: in Argentina, the 9 marks a mobile phone.
		const isStored = onePhone(String(current.phone)) === onePhone(String(contact.phone));
		const given = isStored ? { ...contact, phone: current.phone } : contact;
		const updated = await writeChanges(context, id, current, given, modes);
		return { ...simplify(updated), created: false };
	},
	lines: (written, inputs) => {
		const fields = additionalFields.options as INodeProperties[];
		const left = inputs.flatMap((input, at) => {
			if (written[at].created !== false || input === undefined) return [];
			const names = unchangeable(input.contact);
			return (
				names
					.map((name) => fields.find((one) => one.name === name)?.displayName ?? name)
					.join(', ') || []
			);
		});
		return [...new Set(left)].map((names) => {
			const times = left.filter((one) => one === names).length;
			const where = times === 1 ? 'one contact' : `${times} contacts`;
			return `Not changed in ${where} that already existed: ${names}. The service accepts these fields for new contacts only.`;
		});
	},
};

/** A new contact has no tags to remove. */
function newBody({ tags, ...others }: IDataObject, modes: Modes): IDataObject {
	return tags === undefined || modes.tags === 'remove' ? others : { ...others, tags };
}

/** The contact in the answer to an earlier item, if the answer has an ID. */
function contactIn(before: WriteResult | undefined): IDataObject | undefined {
	if (before === undefined || !('accepted' in before)) return undefined;
	return isPathId(String(before.accepted.id ?? '')) ? before.accepted : undefined;
}

function maybeCreated(
	{ value }: SearchKey,
	before: WriteResult,
	words: OperationContext['words'],
): UserError {
	const ended = 'accepted' in before ? `The answer does not name ${value}` : before.mayHaveBeenDone;
	const earlier = words('item', 'call of this tool');
	const next = words(
		'Look at the service, then use a new execution',
		'Look for it later: only a new execution can create it',
	);
	return new UserError(`Not created: contact ${value}`, {
		description: `An earlier ${earlier} may have created this contact, but the search does not find it. ${asSentence(ended)} ${next}.`,
	});
}
