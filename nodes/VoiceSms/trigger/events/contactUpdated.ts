import { contacts } from '../../api/lists';
import { simplifyContact } from '../../fields/forms/simplify';
import { source, tag } from '../filters';
import { listEvent } from '../listEvent';
import { parseTime } from '../news/candidate';

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
	narrowed: true,
	version: ({ updatedAt }) => updatedAt,
	// A new contact carries both times too, and is no update.
	happened({ createdAt, updatedAt }) {
		const [created, updated] = [parseTime(createdAt), parseTime(updatedAt)];
		return updated !== undefined && (created === undefined || updated > created);
	},
	simplify: (contact) => {
		const { createdAt, ...fields } = simplifyContact(contact);
		return { ...fields, updatedAt: contact.updatedAt ?? createdAt };
	},
});
