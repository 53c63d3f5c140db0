import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { contacts, filtered } from '../api/lists';
import { isSameNumber, nationalDigits } from '../fields/storedPhone';
import { contains } from '../util/contains';
import type { Surroundings } from './operation';

/** What a contact is recognised by. */
export interface ContactKey {
	by: 'phone' | 'email';
	/** A phone number in E.164 form, or an email address as it was given. */
	value: string;
	/** Country of stored numbers without a country code, in two letters; '' for none. */
	country: string;
}

/** Most contacts that an error names. */
const mostNamed = 5;

/**
 * ID of the contact with that phone number or email address, however it is written there, or undefined
 * when there is none. Every page of the service's search is read, as the service may know the search
 * by another name and give all contacts.
 *
 * @throws UserError when several contacts have it, or when it cannot be told whether one has
 */
export async function findContact(
	surroundings: Surroundings,
	key: ContactKey,
): Promise<string | undefined> {
	let unsure: IDataObject[] = [];
	for (const term of termsOf(key)) {
		const found = await search(surroundings, key, term);
		if (found.same.length > 1) throw severalHave(key, found.same);
		if (found.same.length === 1) return String(found.same[0].id ?? '');
		if (found.unsure.length > 0) ({ unsure } = found);
	}
	if (unsure.length > 0) throw mayHave(key, unsure);
	return undefined;
}

/** One name for all spellings of a phone number or email address. */
export function normalised({ by, value }: ContactKey): string {
	return by === 'phone' ? value : value.toLowerCase();
}

/** What to search for, one after the other: a search may know one spelling only. */
function termsOf(key: ContactKey): string[] {
	const other = key.by === 'phone' ? nationalDigits(key.value) : normalised(key);
	return [...new Set([key.value, other])].filter((term) => term !== '');
}

async function search({ api, hint }: Surroundings, key: ContactKey, term: string) {
	const list = filtered(contacts, { [api.names.search]: term });
	const { records, missing, unaccounted } = await api.pages(list, Infinity, forComparing);
	const same: IDataObject[] = [];
	const unsure: IDataObject[] = [];
	let others = false;
	for (const contact of records) {
		const has = hasKey(contact, key);
		if (has === true) same.push(contact);
		else if (has === 'unsure') unsure.push(contact);
		else others ||= !contains(contact, term);
	}
	if (others) {
		hint(
			`The search gives contacts that have nothing of what is searched for: the service may use another name than "${api.names.search}" for the search, and every item reads the whole list. Its name can be set in the credential, under 'Service Uses Other Names'.`,
		);
	}
	if (same.length === 0 && missing > 0) {
		throw new UserError('The list of contacts kept changing while it was searched', {
			description: `${missing} contacts could not be looked at, and the one that is searched for may be among them. Nothing was written, so it is safe to run it again.`,
		});
	}
	if (same.length === 0 && unaccounted > 0) {
		hint(
			`The service counts ${unaccounted} contacts more than it gives. A contact that is among these is not found.`,
		);
	}
	return { same, unsure };
}

/** What is needed of a contact to recognise and to name it: the list may be long. */
function forComparing({ id, fullName, firstName, lastName, phone, email }: IDataObject) {
	return { id, fullName, firstName, lastName, phone, email };
}

function hasKey(contact: IDataObject, key: ContactKey): boolean | 'unsure' {
	const stored = String(contact[key.by] ?? '').trim();
	if (key.by === 'phone') return isSameNumber(stored, key.value, key.country);
	return stored.toLowerCase() === normalised(key);
}

const shown = ({ by, value }: ContactKey) =>
	`${by === 'phone' ? 'phone number' : 'email address'} ${value}`;

function severalHave(key: ContactKey, found: IDataObject[]): UserError {
	return new UserError(`${found.length} contacts have the ${shown(key)}`, {
		description: `${named(found)}. Nothing was written. Merge them at the service, or change the right one by its ID with the operation 'Update'.`,
	});
}

function mayHave(key: ContactKey, found: IDataObject[]): UserError {
	return new UserError(`It is not clear whether a contact has the ${shown(key)}`, {
		description: `The same number is stored without a country code: ${named(found)}. Nothing was written. Choose the 'Default Country' of such numbers in the credential or the options, or correct the number at the service.`,
	});
}

/** "Ada Smith (+15550100042, ID contact_1), Bo Jones (ID contact_2) and 3 more" */
function named(found: IDataObject[]): string {
	const names = found.slice(0, mostNamed).map(({ id, fullName, firstName, lastName, phone }) => {
		const name = String(fullName ?? '') || [firstName, lastName].filter(Boolean).join(' ');
		const about = [...(phone ? [String(phone)] : []), `ID ${String(id)}`].join(', ');
		return `${name || 'Without a name'} (${about})`;
	});
	const more = found.length - names.length;
	return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
