import type { IDataObject } from 'n8n-workflow';

import { calls, contacts, filtered } from '../api/lists';
import { simplifyCall, simplifyContact } from '../fields/simplify';
import { timeOf } from './memory';
import { recordEvent } from './recordEvent';
import type { Filters } from './tools';
import { hasNumber } from './tools';

/** Whether the call is one of those that the user wants to see, as far as is known from its start. */
export function isWantedCall(call: IDataObject, { companyNumber, direction }: Filters): boolean {
	return (
		hasNumber(companyNumber, call.fromNumber, call.toNumber) &&
		(direction === undefined || call.direction === direction)
	);
}

const contactList = ({ source, tags }: Filters) => filtered(contacts, { source, tags });

export const callCreated = recordEvent({
	list: () => calls,
	timeField: 'createdAt',
	matches: isWantedCall,
	simplify: simplifyCall,
});

export const contactCreated = recordEvent({
	list: contactList,
	timeField: 'createdAt',
	matches: () => true,
	simplify: simplifyContact,
});

export const contactUpdated = recordEvent({
	list: contactList,
	timeField: 'updatedAt',
	anywhere: true,
	version: ({ updatedAt }) => updatedAt,
	// A new contact carries both times too, and is no update.
	happened: ({ createdAt, updatedAt }) => timeOf(updatedAt) > timeOf(createdAt),
	matches: () => true,
	simplify: (contact) => {
		const { createdAt, ...fields } = simplifyContact(contact);
		return { ...fields, updatedAt: contact.updatedAt ?? createdAt };
	},
});
