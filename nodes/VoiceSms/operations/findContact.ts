import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { contacts, filtered } from '../api/lists';
import type { Page } from '../api/page';
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

/** Contacts that were found, by their IDs. */
interface Found {
	same: Map<unknown, IDataObject>;
	unsure: Map<unknown, IDataObject>;
}

/**
 * ID of the contact with that phone number or email address, however it is written there, or undefined
 * when there is none. Every spelling is searched for, and every page read, as the service may know the
 * search by another name and give all contacts.
 *
 * @param known contacts that the search may not find yet
 * @throws UserError when several contacts have it, or when it cannot be told whether one has
 */
export async function findContact(
	surroundings: Surroundings,
	key: ContactKey,
	known: IDataObject[] = [],
): Promise<string | undefined> {
	const found: Found = { same: new Map(), unsure: new Map() };
	sort(known, key, found);
	await searchAll(surroundings, key, found);
	const same = [...found.same.values()];
	if (same.length > 1) throw severalHave(key, same);
	if (same.length === 1) return String(same[0].id ?? '');
	if (found.unsure.size > 0) throw mayHave(key, [...found.unsure.values()]);
	return undefined;
}

/**
 * Checks a contact that was found: a search may give it as it was a while ago.
 *
 * @throws UserError when it has another phone number or email address
 */
export function checkKey(contact: IDataObject, key: ContactKey) {
	if (hasKey(contact, key) === false) throw doesNotHave(key, contact);
}

/** One name for all spellings of what a contact is known by, and then of the other one if it is given. */
export function keysOf(key: ContactKey, { phone, email }: IDataObject): string[] {
	const names = [normalised(key), String(phone ?? ''), String(email ?? '').toLowerCase()];
	return [...new Set(names)].filter((name) => name !== '');
}

function normalised({ by, value }: ContactKey): string {
	return by === 'phone' ? value : value.toLowerCase();
}

/** What to search for, one after the other: a search may know one spelling only. */
function termsOf(key: ContactKey): string[] {
	const other = key.by === 'phone' ? nationalDigits(key.value) : normalised(key);
	return [...new Set([key.value, other])].filter((term) => term !== '');
}

/** Adds what the searches give. */
async function searchAll({ api, asTool, hint }: Surroundings, key: ContactKey, found: Found) {
	let missing = 0;
	let unaccounted = 0;
	let whole: Whole | undefined;
	let others = false;
	for (const term of termsOf(key)) {
		const list = filtered(contacts, { [api.names.search]: term });
		if (whole !== undefined && isOnceMore(await api.page(list, 1), whole)) break;
		const read = await api.pages(list, Infinity, forComparing);
		const rest = sort(read.records, key, found);
		missing = Math.max(missing, read.missing);
		unaccounted = Math.max(unaccounted, read.unaccounted);
		if (rest.every((contact) => contains(contact, term))) continue;
		others = true;
		if (read.missing === 0) {
			const ids = new Set(read.records.map(({ id }) => id));
			whole = { ids, total: ids.size + read.unaccounted };
		}
	}
	// Which contact it is does not depend on it, and a model can do nothing about it.
	if (others && !asTool) {
		hint(
			`The search gives contacts that have nothing of what is searched for: the service may use another name than "${api.names.search}" for the search, and every item reads the whole list. Its name can be set in the credential, under 'Service Uses Other Names'.`,
		);
	}
	if (found.same.size === 0 && missing > 0) {
		throw new UserError('The list of contacts kept changing while it was searched', {
			description: `${missing} contacts could not be looked at, and the one that is searched for may be among them. Nothing was written, so it is safe to run it again.`,
		});
	}
	if (found.same.size === 0 && unaccounted > 0) {
		hint(
			`The service counts ${unaccounted} contacts more than it gives. A contact that is among these is not found.`,
		);
	}
}

/** A list that was read whole. */
interface Whole {
	ids: Set<unknown>;
	total: number;
}

/** A service that does not know the search gives all contacts, and for another term all once more. */
function isOnceMore({ records, pagination }: Page, { ids, total }: Whole): boolean {
	return pagination.total === total && records.every(({ id }) => ids.has(id));
}

/** Adds the contacts that have it or may have it, and gives the others. */
function sort(records: IDataObject[], key: ContactKey, { same, unsure }: Found): IDataObject[] {
	return records.filter((contact) => {
		const has = hasKey(contact, key);
		if (has === true) same.set(contact.id, contact);
		else if (has === 'unsure') unsure.set(contact.id, contact);
		return has === false;
	});
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

function doesNotHave(key: ContactKey, found: IDataObject): UserError {
	return new UserError(`The contact that was found does not have the ${shown(key)} any more`, {
		description: `${named([found])}. Nothing was written. The service's search is behind its contacts, and may not find yet who has it now: run it again in a while.`,
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
