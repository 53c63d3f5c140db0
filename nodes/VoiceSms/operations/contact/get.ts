import { path } from '../../api/paths';
import { contactLocator } from '../../fields/locators';
import { readOptions } from '../../fields/options';
import { simplifyField, simplifyContact } from '../../fields/simplify';
import type { Operation } from '../operation';

interface Input {
	contactId: string;
	simple: boolean;
}

export const contactGet: Operation<Input> = {
	resource: 'contact',
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve a contact',
	fields: [contactLocator, simplifyField, readOptions],
	read: (item) => ({ contactId: item.id('contactId'), simple: item.flag('simple') }),
	thing: ({ contactId }) => `contact ${contactId}`,
	run: async ({ contactId, simple }, { api }) => {
		const contact = await api.get(path`/api/contacts/${contactId}`, 'client');
		return simple ? simplifyContact(contact) : contact;
	},
};
