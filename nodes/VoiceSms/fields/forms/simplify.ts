import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { notInTools, onlyInTools } from '../read/variants';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The same where a model may write the record next: it overwrites what it cannot see. */
export const simplifyWhole: INodeProperties[] = [
	{ ...simplifyField, displayOptions: notInTools },
	{ ...simplifyField, displayOptions: onlyInTools, default: false },
];

/** The same where workflows were saved before there was the field: they get what they got. */
export const addedSimplifyFields: INodeProperties[] = [
	{ ...simplifyField, displayOptions: notInTools, default: false },
	{ ...simplifyField, displayOptions: onlyInTools },
];

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

const conversationFields = [
	'id',
	'customerName',
	'customerPhone',
	'companyPhone',
	'status',
	'lastMessageAt',
	'lastMessagePreview',
	'messageCount',
	'unreadCount',
];

const messageFields = ['id', 'direction', 'fromPhone', 'toPhone', 'body', 'status', 'sentAt'];

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
/** The most used fields of an SMS conversation, at most ten (n8n's UX guidelines, "Simplify"). */
export const simplifyConversation = pick(conversationFields);
/** The most used fields of an SMS message, at most ten (n8n's UX guidelines, "Simplify"). */
export const simplifyMessage = pick(messageFields);

/** The record as it is: what "Simplify" off gives. */
export const raw = (record: IDataObject) => record;
