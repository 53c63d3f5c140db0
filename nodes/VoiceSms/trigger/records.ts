import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/types';
import { simplifyCall, simplifyContact } from '../util/simplify';
import { timeOf } from './memory';
import { recordEvent } from './recordEvent';
import type { Filters } from './tools';
import { hasNumber } from './tools';

/** Documented maximum of `limit` (interface, "Limits"). */
const contactPageSize = 100;

export const callList: List = { path: '/api/calls', key: 'calls' };

/** Whether the call is one of those that the user wants to see, as far as is known from its start. */
export function isWantedCall(call: IDataObject, { companyNumber, direction }: Filters): boolean {
	return (
		hasNumber(companyNumber, call.fromNumber, call.toNumber) &&
		(direction === undefined || call.direction === direction)
	);
}

const contactList = ({ source, tags }: Filters): List => {
	const query = {
		...(source === undefined ? {} : { source }),
		...(tags === undefined ? {} : { tags }),
	};
	const list: List = { path: '/api/contacts', key: 'clients', pageSize: contactPageSize };
	return Object.keys(query).length === 0 ? list : { ...list, query };
};

export const callCreated = recordEvent({
	list: () => callList,
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
