import type { IDataObject } from 'n8n-workflow';

import { contactLocators, contactWays } from '../../fields/forms/locators';
import { defaultCountry, ifNotFound, optionsField } from '../../fields/forms/formFields';
import { type RecordKey, aboutKey, readRecordKey } from '../../fields/read/recordKey';
import { readRequestOptions } from '../../fields/forms/requestOptions';
import {
	readSimplify,
	rowOfContact,
	simplifyContact,
	simplifyWhole,
} from '../../fields/forms/simplify';
import { contact as searched, readContact } from '../find/findContact';
import { chosenRecord, NoRecord } from '../find/findRecord';
import { asksForNothing, orEmpty, wantsEmpty } from '../ifNotFound';
import type { Operation } from '../operation';
import { rethrow } from '../../api/errors/nodeError';

interface Input {
	contact: RecordKey;
	simplify(record: IDataObject): IDataObject;
	emptyIfNotFound: boolean;
}

export const contactGet: Operation<Input> = {
	resource: 'contact',
	value: 'get',
	name: 'Get',
	action: 'Get a contact',
	description: 'Retrieve a contact',
	toolText:
		'Reads one contact whole, with notes and custom fields. Use it before you update the contact. Contact_ID: the id, such as contact_000042, or the phone number with + and country code, such as +15550100042, or the email address. A name does not work: search the contacts for it. Returns id, firstName, lastName, email, phone, tags, status, notes, customFields and the address. An error says if no contact has it. If several contacts have the number, the error gives their ids: use one.',
	output: simplifyContact.fields,
	forBuilder:
		"tags is a list. With simple: false, the whole contact, also with notes and customFields. An unknown contact is an error, unless options.ifNotFound is 'empty'.",
	fields: [
		...contactLocators,
		...simplifyWhole,
		optionsField([defaultCountry, ifNotFound]),
		readRequestOptions,
	],
	read: (item) => ({
		contact: asksForNothing(item, 'contactId')
			? { by: 'id', value: '' }
			: readRecordKey(item, 'contactId', contactWays),
		simplify: readSimplify(item, simplifyContact),
		emptyIfNotFound: wantsEmpty(item),
	}),
	nameInErrors: ({ contact }) => aboutKey('contact', contact),
	row: rowOfContact,
	record: ({ contact }) => ({ kind: 'contact', key: contact }),
	run: async ({ contact: key, simplify, emptyIfNotFound }, context) => {
		if (key.value === '') return context.emptyItem();
		const chosen = chosenRecord(context, searched, key);
		const id = await chosen.catch((error: unknown) => {
			const isEmpty = emptyIfNotFound && error instanceof NoRecord;
			return isEmpty ? undefined : rethrow(error);
		});
		if (id === undefined) return context.emptyItem();
		const found = readContact(context, searched, id, key);
		return await orEmpty(context, emptyIfNotFound, found.then(simplify), searched.list);
	},
};
