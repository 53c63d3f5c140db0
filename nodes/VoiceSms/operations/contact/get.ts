import { path } from '../../api/paths';
import { contactLocator } from '../../fields/locators';
import { getOptions } from '../../fields/options';
import { raw, simplifyField, simplifyContact } from '../../fields/simplify';
import { orEmpty, wantsEmpty } from '../ifNotFound';
import type { Operation } from '../operation';

interface Input {
	contactId: string;
	simple: boolean;
	emptyIfNotFound: boolean;
}

export const contactGet: Operation<Input> = {
	resource: 'contact',
	value: 'get',
	name: 'Get',
	action: 'Get one contact by its ID',
	description: 'Retrieve a contact',
	fields: [contactLocator, simplifyField, getOptions],
	read: (item) => ({
		contactId: item.id('contactId'),
		simple: item.flag('simple'),
		emptyIfNotFound: wantsEmpty(item),
	}),
	thing: ({ contactId }) => `contact ${contactId}`,
	record: ({ contactId }) => ({ kind: 'contact', id: contactId }),
	run: async ({ contactId, simple, emptyIfNotFound }, surroundings) => {
		const asked = surroundings.api.get(path`/api/contacts/${contactId}`, 'client');
		return await orEmpty(surroundings, emptyIfNotFound, asked.then(simple ? simplifyContact : raw));
	},
};
