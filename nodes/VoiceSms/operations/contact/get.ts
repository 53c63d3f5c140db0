import { path } from '../../api/paths';
import { contactLocator } from '../../fields/locators';
import { getOptions } from '../../fields/options';
import { simplifyField, simplifyContact } from '../../fields/simplify';
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
	run: async ({ contactId, simple, emptyIfNotFound }, { api }) => {
		const asked = api.get(path`/api/contacts/${contactId}`, 'client');
		const contact = await orEmpty(emptyIfNotFound, asked);
		return simple ? simplifyContact(contact) : contact;
	},
};
