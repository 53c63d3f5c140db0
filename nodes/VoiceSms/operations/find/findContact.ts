import type { IDataObject } from 'n8n-workflow';

import { contacts } from '../../api/lists';
import type { RecordKey, SearchKey } from '../../fields/read/recordKey';
import type { Kind } from './findRecord';
import { findRecord, hasKey, normalised } from './findRecord';
import type { Surroundings } from '../operation';
import type { Purpose } from './searchErrors';
import { doesNotHave, noneHas, shownName } from './searchErrors';

/** Contacts, as they are searched and named. */
export const contact: Kind = {
	list: contacts,
	one: 'contact',
	ifNone: "Check the entry, or search for the contact with the operation 'Get Many'.",
	fieldOf: { phone: 'phone', email: 'email' },
	keep: ({ id, fullName, firstName, lastName, phone, email, tags }) => {
		return { id, fullName, firstName, lastName, phone, email, tags };
	},
	named: ({ id, fullName, firstName, lastName, phone }) => {
		const name = String(fullName ?? '') || [firstName, lastName].filter(Boolean).join(' ');
		const about = [...(phone ? [String(phone)] : []), `ID ${String(id)}`].join(', ');
		return `${shownName(name)} (${about})`;
	},
};

/** For a contact that a resource locator chooses. */
export function toChoose({ writes }: Pick<Purpose, 'writes'>): Purpose {
	return {
		writes,
		ifSeveral: 'Merge these contacts at the service, or choose the right contact by its ID.',
	};
}

/**
 * ID of the contact with that phone number or email address, in any spelling; undefined without a match.
 *
 * @param known contacts that the search may not find yet
 * @throws UserError for several matches, or for an unclear match
 */
export async function findContact(
	surroundings: Surroundings,
	key: SearchKey,
	purpose: Purpose,
	known: IDataObject[] = [],
): Promise<string | undefined> {
	const found = await findRecord(surroundings, contact, key, purpose, known);
	return found === undefined ? undefined : String(found.id ?? '');
}

/**
 * ID of the contact that a resource locator chose, or the error of a search without a match.
 *
 * @throws UserError as `findContact`
 */
export async function chosenContact(
	surroundings: Surroundings,
	key: RecordKey,
	purpose: Purpose,
): Promise<{ id: string } | { none: Error }> {
	if (key.by === 'id') return { id: key.value };
	const id = await findContact(surroundings, key, purpose);
	return id === undefined ? { none: noneHas(contact, key) } : { id };
}

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
	const names = [normalised(key), String(phone ?? ''), String(email ?? '').toLowerCase()];
	return [...new Set(names)].filter((name) => name !== '');
}
