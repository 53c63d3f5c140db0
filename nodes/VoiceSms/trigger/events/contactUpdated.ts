import { contacts } from '../../api/lists';
import { simplifyContact } from '../../fields/simplify';
import { source, tag } from '../filters';
import { listEvent } from '../listEvent';
import { timeOf } from '../news/sighting';

export const contactUpdated = listEvent({
	value: 'contactUpdated',
	name: 'Contact Updated',
	description: 'A contact is changed',
	thing: 'contacts',
	filters: [source, tag],
	list: contacts,
	timeField: 'updatedAt',
	// No list is documented to be sorted by this time.
	anywhere: true,
	version: ({ updatedAt }) => updatedAt,
	// A new contact carries both times too, and is no update.
	happened: ({ createdAt, updatedAt }) => (timeOf(updatedAt) ?? 0) > (timeOf(createdAt) ?? 0),
	simplify: (contact) => {
		const { createdAt, ...fields } = simplifyContact(contact);
		return { ...fields, updatedAt: contact.updatedAt ?? createdAt };
	},
});
