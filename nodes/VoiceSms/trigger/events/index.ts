import { calls, contacts } from '../../api/endpoints';
import { simplifyCall, simplifyContact } from '../../fields/forms/simplify';
import type { Event } from '../event';
import { companyNumber, direction, source, tag } from '../filters';
import { listEvent } from '../listEvent';
import { callEnded } from './callEnded';
import { callMissed } from './callMissed';
import { smsReceived } from './smsReceived';

export const callCreated = listEvent({
	value: 'callCreated',
	name: 'Call Created',
	description: 'A call comes in or goes out',
	output: simplifyCall.fields,
	nameInErrors: 'calls',
	filters: [companyNumber, direction],
	list: calls,
	timeField: 'createdAt',
	simplify: simplifyCall,
});

/** Shared, so that the form shows them once. */
const contactFilters = [source, tag];

export const contactCreated = listEvent({
	value: 'contactCreated',
	name: 'Contact Created',
	description: 'A contact is added',
	output: simplifyContact.fields,
	nameInErrors: 'contacts',
	filters: contactFilters,
	list: contacts,
	timeField: 'createdAt',
	simplify: simplifyContact,
});

export const contactUpdated = listEvent({
	value: 'contactUpdated',
	name: 'Contact Updated',
	description: 'A contact is changed',
	output: simplifyContact.fields.map((name) => (name === 'createdAt' ? 'updatedAt' : name)),
	nameInErrors: 'contacts',
	filters: contactFilters,
	list: contacts,
	timeField: 'updatedAt',
	isChange: true,
	simplify: (contact) => {
		const { createdAt, ...fields } = simplifyContact(contact);
		return { ...fields, updatedAt: contact.updatedAt ?? createdAt };
	},
});

/** All events, in the order of the menu. Each is given the cursor that it made itself. */
export const events: ReadonlyArray<Event<unknown>> = [
	callCreated,
	callEnded,
	callMissed,
	contactCreated,
	contactUpdated,
	smsReceived,
];
