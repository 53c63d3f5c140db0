import { type IDataObject, UserError } from 'n8n-workflow';

import { contacts } from '../../api/endpoints';
import { path } from '../../api/paths';
import { type RecordKey, type SearchKey, shownKey } from '../../fields/read/recordKey';
import { searchAll } from './findRecord';
import { type RecordKind, hasKey, normalised, shownName } from './recordKind';
import { onePhone } from '../../fields/phone/phone';
import type { OperationContext } from '../context';

/** Contacts, as they are searched and named. */
export const contact: RecordKind = {
	list: contacts,
	one: 'contact',
	ifNone: "Check the entry, or search for the contact with the operation 'Get Many'.",
	ifSeveral: 'Merge these contacts at the service, or choose the right contact by its ID.',
	phoneField: 'phone',
	keep: ({ id, fullName, firstName, lastName, phone, email, tags }) => {
		return { id, fullName, firstName, lastName, phone, email, tags };
	},
	alone: async (context, id) => await readContact(context, contact, id, { by: 'id', value: id }),
	named: ({ id, fullName, firstName, lastName, phone }) => {
		const name = String(fullName ?? '') || [firstName, lastName].filter(Boolean).join(' ');
		const about = [...(phone ? [String(phone)] : []), `ID ${String(id)}`].join(', ');
		return `${shownName(name)} (${about})`;
	},
	nothingWritten: '',
};

/** Contacts that are searched to write them. */
export const contactToWrite: RecordKind = { ...contact, nothingWritten: ' Nothing was written.' };

/**
 * The contact with this ID.
 *
 * @param key by which it was found
 * @param isWrittenBack whether its texts will be sent to the service again
 * @throws NodeApiError, also for an answer that is another contact, and, if it is written back, for one in
 * another character set; UserError if it has another key, as the search may be out of date
 */
export async function readContact(
	{ api }: Pick<OperationContext, 'api'>,
	kind: RecordKind,
	id: string,
	key: RecordKey,
	isWrittenBack = false,
): Promise<IDataObject> {
	const found = await api.getRecord(path`/api/contacts/${id}`, 'client', { id, isWrittenBack });
	if (key.by === 'id' || hasKey(found, kind, key) !== false) return found;
	throw new UserError(`The contact that was found no longer has the ${shownKey(key)}`, {
		description: `${kind.named(found)}.${kind.nothingWritten} Run the item again later.`,
	});
}

/** The names of a contact, each in one spelling: the name that was searched for comes first. */
export function keysOf(key: SearchKey, { phone, email }: IDataObject): string[] {
	const names = [
		normalised(key),
		onePhone(String(phone ?? '')),
		normalised({ ...key, by: 'email', value: String(email ?? '') }),
	];
	return [...new Set(names)].filter((name) => name !== '');
}

const keyOf = (phone: string): SearchKey => ({ by: 'phone', value: phone, country: '' });

/**
 * All contacts that have or may have a phone number, and the number of contacts that the service counts but
 * does not return. A number without a country code may be of another country. Its contact counts too,
 * because its owner may have said STOP.
 *
 * All spellings are searched for, because a search may know whole numbers only.
 *
 * A list may show contacts without tags. Then each contact found is read by itself, once.
 *
 * @param phone in E.164 form
 * @throws NodeApiError
 */
export async function contactsWith(
	context: OperationContext,
	phone: string,
): Promise<{ contacts: IDataObject[]; missing: number }> {
	const key = keyOf(phone);
	const { same, unsure, missing } = await searchAll(context, contact, key);
	const contacts = [...same, ...unsure].map(async (found) => {
		if (found.tags !== undefined) return found;
		const id = String(found.id ?? '');
		return await readContact(context, contact, id, { by: 'id', value: id });
	});
	return { contacts: await Promise.all(contacts), missing };
}

/** A new contact, the same for one person: with one spelling of its number and of its email address. */
export function contactAsMeant(contact: IDataObject): IDataObject {
	const { phone, email } = contact;
	return {
		...contact,
		...(typeof phone === 'string' && { phone: onePhone(phone) }),
		...(typeof email === 'string' && { email: email.toLowerCase() }),
	};
}
