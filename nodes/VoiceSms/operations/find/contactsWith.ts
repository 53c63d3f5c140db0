import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { SearchKey } from '../../fields/read/recordKey';
import { shownKey } from '../../fields/read/recordKey';
import type { Surroundings } from '../operation';
import { contact } from './findContact';
import { searchAll, termsOf } from './findRecord';

const keyOf = (phone: string): SearchKey => ({ by: 'phone', value: phone, country: '' });

/**
 * All contacts that have, or may have, a phone number, and how many contacts the service counts and did not
 * give. A number that is stored without a country code may be of another country: its contact is among
 * them, whatever the Default Country, as its owner may have said STOP.
 *
 * The national digits are searched for first. When they find a number in E.164 form, the search looks into
 * numbers, and finds them all by these digits: one search is enough.
 *
 * @param phone in E.164 form
 * @throws NodeApiError
 */
export async function contactsWith(
	surroundings: Surroundings,
	phone: string,
): Promise<{ contacts: IDataObject[]; missing: number }> {
	const key = keyOf(phone);
	const found = { same: new Map<unknown, IDataObject>(), unsure: new Map<unknown, IDataObject>() };
	const terms = termsOf(key).reverse();
	const isEnough = () => [...found.same.values()].some((one) => one.phone === phone);
	const { missing } = await searchAll(surroundings, contact, key, found, terms, isEnough);
	return { contacts: [...found.same.values(), ...found.unsure.values()], missing };
}

/** The error of a number whose contact may be among those that the service did not give. */
export function someNotGiven(phone: string, missing: number): UserError {
	return new UserError(`It is unclear whether a contact has the ${shownKey(keyOf(phone))}`, {
		description: `The service counts ${missing} more contacts than it returns. Nothing was sent, so it is safe to run the item again.`,
	});
}
