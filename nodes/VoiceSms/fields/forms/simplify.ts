import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withVariant } from '../read/variants';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** For lists. */
export const simplifyFields = [simplifyField];

/** Off in a tool, because a model that updates the record next overwrites fields that it cannot see. */
export const simplifyWhole = withVariant(simplifyField, { default: false });

/** Off for people, who pick fields by their names. On in a tool, because a model reads all that it gets. */
export const addedSimplifyFields = withVariant(
	{ ...simplifyField, default: false },
	{ default: true },
);

// n8n's UX guidelines ("Simplify") ask for the most used fields, at most ten.

export const simplifyCall = pick(
	'id direction status fromNumber toNumber startTimestamp endTimestamp durationMs createdAt',
);

export const simplifyContact = pick(
	'id firstName lastName email phone company_name source status tags createdAt',
);

export const simplifyConversation = pick(
	'id customerName customerPhone companyPhone status lastMessageAt lastMessagePreview messageCount unreadCount',
);

export const simplifyMessage = pick('id direction fromPhone toPhone body status sentAt');

/** The whole record, for "Simplify" off. */
export const raw = (record: IDataObject) => record;

/** A function that gives the named fields of a record, as far as the record has them. */
function pick(names: string) {
	const fields = names.split(' ');
	return (record: IDataObject): IDataObject => {
		const had = fields.filter((field) => record[field] !== undefined);
		return Object.fromEntries(had.map((field) => [field, record[field]]));
	};
}
