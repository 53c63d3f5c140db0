import { contacts } from '../../api/lists';
import { simplifyContact } from '../../fields/forms/simplify';
import { source, tag } from '../filters';
import { listEvent } from '../listEvent';

export const contactUpdated = listEvent({
	value: 'contactUpdated',
	name: 'Contact Updated',
	description: 'A contact is changed',
	nameInErrors: 'contacts',
	filters: [source, tag],
	list: contacts,
	timeField: 'updatedAt',
	isChange: true,
	simplify: (contact) => {
		const { createdAt, ...fields } = simplifyContact(contact);
		return { ...fields, updatedAt: contact.updatedAt ?? createdAt };
	},
});
