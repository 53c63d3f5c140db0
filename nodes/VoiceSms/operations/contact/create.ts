import type { IDataObject } from 'n8n-workflow';

import { emailField, firstNameField, lastNameField, phoneField } from '../../fields/forms/contact';
import { additionalFields, readNewContact } from '../../fields/forms/newContact';
import { defaultCountry, optionsField } from '../../fields/forms/formFields';
import { requestOptions } from '../../fields/forms/requestOptions';
import { readSimplify, simplifyContact, simplifyWhole } from '../../fields/forms/simplify';
import { asContactPhone } from '../../fields/phone/phone';
import { isNothing } from '../../fields/read/values';
import { contactAsMeant } from '../find/findContact';
import type { Operation } from '../operation';

interface Input {
	contact: IDataObject;
	simplify(record: IDataObject): IDataObject;
}

export const contactCreate: Operation<Input> = {
	resource: 'contact',
	value: 'create',
	name: 'Create',
	action: 'Create a contact',
	description: 'Create a new contact with the given fields',
	toolText:
		'Creates a new contact, even if the person already has one: search first. Give what the user told you, at least one argument; "" leaves a field empty. Phone: with + and country code, such as +15550100042. Tags: separated by commas, such as vip, new. Custom_Fields_JSON: such as {"plan": "gold"}. Status: only in the company\'s words. First_Name, Last_Name, Email, Notes, Company_Name, Address, ZIP_Code, City, State and Country: text. Returns the contact with its id. After an error that says unclear, search for it before you create it again.',
	output: simplifyContact.fields,
	forBuilder:
		'phone and email stand at the top level, not in additionalFields. A person who has a contact gets a second one: prefer upsert.',
	creates: true,
	fields: [
		firstNameField,
		lastNameField,
		emailField,
		phoneField,
		additionalFields,
		...simplifyWhole,
		optionsField([defaultCountry]),
		requestOptions,
	],
	read: (item) => {
		const isGiven = !isNothing(item.optionalText('phone'));
		const phone = isGiven ? item.phone('phone', asContactPhone) : '';
		const contact = readNewContact(item, phone, true);
		if (Object.values(contact).every(isNothing)) {
			const instead = 'No field of the contact was given. Give at least one.';
			const problem = 'and all other fields are empty';
			item.invalid('firstName', problem, 'Fill in at least one field.', { instead });
		}
		return { contact, simplify: readSimplify(item, simplifyContact) };
	},
	nameInErrors: ({ contact }) => {
		return `contact ${contact.phone ?? contact.email ?? contact.firstName ?? contact.lastName ?? ''}`.trim();
	},
	pastTense: 'created',
	request: ({ contact }) => contactAsMeant(contact),
	run: async ({ contact, simplify }, { api }) =>
		simplify(await api.post('/api/contacts', contact, 'client')),
};
