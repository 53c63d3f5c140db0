import type { IDataObject } from 'n8n-workflow';

import { contacts } from '../../api/lists';
import type { RecordKey, SearchKey } from '../../fields/read/recordKey';
import type { Kind } from './findRecord';
import { onePhone } from '../../fields/phone/phone';
import { hasKey, normalised } from './findRecord';
import type { Purpose } from './searchErrors';
import { doesNotHave, shownName } from './searchErrors';

/** Contacts, as they are searched and named. */
export const contact: Kind = {
	list: contacts,
	one: 'contact',
	ifNone: "Check the entry, or search for the contact with the operation 'Get Many'.",
	ifSeveral: 'Merge these contacts at the service, or choose the right contact by its ID.',
	phoneField: 'phone',
	keep: ({ id, fullName, firstName, lastName, phone, email, tags }) => {
		return { id, fullName, firstName, lastName, phone, email, tags };
	},
	named: ({ id, fullName, firstName, lastName, phone }) => {
		const name = String(fullName ?? '') || [firstName, lastName].filter(Boolean).join(' ');
		const about = [...(phone ? [String(phone)] : []), `ID ${String(id)}`].join(', ');
		return `${shownName(name)} (${about})`;
	},
};

/**
 * The contact that was found: the search may be out of date.
 *
 * @throws UserError when the contact has another phone number or email address
 */
export function checked(found: IDataObject, key: RecordKey, purpose: Purpose): IDataObject {
	if (key.by !== 'id' && hasKey(found, contact, key) === false) {
		throw doesNotHave(contact, key, purpose, found);
	}
	return found;
}

/**
 * The names of a contact, each in one spelling: first the name that was searched for, then the other name,
 * if given.
 */
export function keysOf(key: SearchKey, { phone, email }: IDataObject): string[] {
	const names = [normalised(key), onePhone(String(phone ?? '')), String(email ?? '').toLowerCase()];
	return [...new Set(names)].filter((name) => name !== '');
}
