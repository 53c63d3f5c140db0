import type { IDataObject } from 'n8n-workflow';

import { calls, contacts } from '../../api/endpoints';
import { parseTime } from '../../api/list/readNewest';
import { simplifyCall, simplifyContact } from '../../fields/forms/simplify';
import type { Event } from '../event';
import { companyNumber, direction, source, tag } from '../filters';
import { listEvent } from '../listEvent';
import { callEnded, callMissed } from './callEnded';
import { smsReceived } from './smsReceived';

/** A change is at least so many milliseconds later than the record, if the trigger did not know the record. */
const clocksApart = 2_000;

const callCreated = listEvent({
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
const ofContacts = {
	nameInErrors: 'contacts',
	filters: [source, tag],
	list: contacts,
};

export const contactCreated = listEvent({
	...ofContacts,
	value: 'contactCreated',
	name: 'Contact Created',
	description: 'A contact is added',
	output: simplifyContact.fields,
	timeField: 'createdAt',
	simplify: simplifyContact,
});

const contactUpdated = listEvent({
	...ofContacts,
	value: 'contactUpdated',
	name: 'Contact Updated',
	description: 'A contact is changed',
	output: simplifyContact.fields.map((name) => (name === 'createdAt' ? 'updatedAt' : name)),
	timeField: 'updatedAt',
	isChange: true,
	/** A new contact carries both times too, by two clocks of the service, and is no change. */
	isEvent({ createdAt, updatedAt }: IDataObject, wasThere) {
		const [created = 0, changed] = [parseTime(createdAt), parseTime(updatedAt)];
		return changed !== undefined && (wasThere || changed - created >= clocksApart);
	},
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
