import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { SearchKey } from '../../fields/read/recordKey';
import { shownKey } from '../../fields/read/recordKey';
import type { Surroundings } from '../operation';
import { contact } from './findContact';
import { searchAll, termsOf } from './findRecord';

/**
 * All contacts that have, or may have, that phone number or email address, with their tags. A number that
 * is stored without a country code may be of another country: it counts, as its owner may have said STOP.
 *
 * The national digits are searched for first: they stand in a number however it is stored, so one search
 * is enough for a contact that is found.
 *
 * @throws NodeApiError; UserError when the service did not give all contacts and this one is not among them
 */
export async function contactsWith(
	surroundings: Surroundings,
	key: SearchKey,
): Promise<IDataObject[]> {
	const withTags = {
		...contact,
		keep: (record: IDataObject) => ({ ...contact.keep(record), tags: record.tags }),
	};
	const found = { same: new Map(), unsure: new Map() };
	let missing = 0;
	for (const term of termsOf(key).reverse()) {
		const searched = await searchAll(surroundings, withTags, key, found, [term]);
		missing = Math.max(missing, searched.missing);
		if (found.same.size + found.unsure.size > 0) break;
	}
	const contacts = [...found.same.values(), ...found.unsure.values()] as IDataObject[];
	if (contacts.length === 0 && missing > 0) {
		throw new UserError(`It is not clear whether a contact has the ${shownKey(key)}`, {
			description: `The service counts ${missing} contacts more than it gives. Nothing was sent, so it is safe to run it again.`,
		});
	}
	return contacts;
}
