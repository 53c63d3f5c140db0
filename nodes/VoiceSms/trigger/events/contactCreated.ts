import { contacts } from '../../api/lists';
import { simplifyContact } from '../../fields/forms/simplify';
import { source, tag } from '../filters';
import { listEvent } from '../listEvent';

export const contactCreated = listEvent({
	value: 'contactCreated',
	name: 'Contact Created',
	description: 'A contact is added',
	nameInErrors: 'contacts',
	filters: [source, tag],
	list: contacts,
	timeField: 'createdAt',
	simplify: simplifyContact,
});
