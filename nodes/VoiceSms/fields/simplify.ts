import type { IDataObject, INodeProperties } from 'n8n-workflow';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const callFields = [
	'id',
	'direction',
	'status',
	'fromNumber',
	'toNumber',
	'startTimestamp',
	'endTimestamp',
	'durationMs',
	'createdAt',
];

const contactFields = [
	'id',
	'firstName',
	'lastName',
	'email',
	'phone',
	'company_name',
	'source',
	'status',
	'tags',
	'createdAt',
];

const pick = (fields: string[]) => (record: IDataObject) => {
	const picked: IDataObject = {};
	for (const field of fields) {
		if (record[field] !== undefined) picked[field] = record[field];
	}
	return picked;
};

/** The most used fields of a call, at most ten (n8n's UX guidelines, "Simplify"). */
export const simplifyCall = pick(callFields);
/** The most used fields of a contact, at most ten (n8n's UX guidelines, "Simplify"). */
export const simplifyContact = pick(contactFields);

/** The record as it is: what "Simplify" off gives. */
export const raw = (record: IDataObject) => record;
