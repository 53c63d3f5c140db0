import { path } from '../../api/paths';
import { contactLocators, contactWays } from '../../fields/forms/locators';
import { contactGetOptions } from '../../fields/forms/options';
import type { RecordKey } from '../../fields/read/recordKey';
import { aboutKey, readRecordKey } from '../../fields/read/recordKey';
import { readRequestOptions } from '../../fields/forms/requestOptions';
import { raw, simplifyContact, simplifyWhole } from '../../fields/forms/simplify';
import { checked, chosenContact, toChoose } from '../find/findContact';
import { emptyItem, orEmpty, wantsEmpty } from '../ifNotFound';
import type { Operation } from '../operation';

interface Input {
	contact: RecordKey;
	simple: boolean;
	emptyIfNotFound: boolean;
}

const toRead = toChoose({ writes: false });

export const contactGet: Operation<Input> = {
	resource: 'contact',
	value: 'get',
	name: 'Get',
	action: 'Get a contact by ID, phone or email',
	description: 'Retrieve a contact',
	fields: [...contactLocators, ...simplifyWhole, contactGetOptions, readRequestOptions],
	read: (item) => ({
		contact: readRecordKey(item, 'contactId', contactWays),
		simple: item.flag('simple'),
		emptyIfNotFound: wantsEmpty(item),
	}),
	thing: ({ contact }) => aboutKey('contact', contact),
	record: ({ contact }) => ({ kind: 'contact', key: contact }),
	run: async ({ contact: key, simple, emptyIfNotFound }, surroundings) => {
		const chosen = await chosenContact(surroundings, key, toRead);
		if ('none' in chosen) {
			if (emptyIfNotFound) return emptyItem(surroundings);
			throw chosen.none;
		}
		const asked = surroundings.api
			.get(path`/api/contacts/${chosen.id}`, 'client')
			.then((contact) => checked(contact, key, toRead));
		return await orEmpty(surroundings, emptyIfNotFound, asked.then(simple ? simplifyContact : raw));
	},
};
