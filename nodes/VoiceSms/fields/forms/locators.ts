import type { INodeProperties } from 'n8n-workflow';

import type { SearchKey } from '../read/recordKey';
import { notInTools, onlyInTools } from '../read/variants';

const callLocator: INodeProperties = {
	displayName: 'Call',
	name: 'callId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The call to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a Call...',
			typeOptions: { searchListMethod: 'searchCalls', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. call_000042' },
	],
};

const contactLocator: INodeProperties = {
	displayName: 'Contact',
	name: 'contactId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The contact to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a Contact...',
			typeOptions: { searchListMethod: 'searchContacts', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. contact_000042' },
		{ displayName: 'Phone', name: 'phone', type: 'string', placeholder: 'e.g. +15550100042' },
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. nathan@example.com',
		},
	],
};

const conversationLocator: INodeProperties = {
	displayName: 'Conversation',
	name: 'conversationId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The SMS conversation to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a Conversation...',
			typeOptions: { searchListMethod: 'searchConversations', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. conversation_000042' },
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			hint: 'The customer’s number',
			placeholder: 'e.g. +15550100042',
		},
	],
};

/** Modes of the two by which their records are searched; n8n's editor has its own words for `id` only. */
export const contactWays: ReadonlyArray<SearchKey['by']> = ['phone', 'email'];
export const conversationWays: ReadonlyArray<SearchKey['by']> = ['phone'];

export const callLocators = [forPeople(callLocator), forModels(callLocator, 'Call ID')];
export const contactLocators = [forPeople(contactLocator), forModels(contactLocator, 'Contact ID')];
export const conversationLocators = [
	forPeople(conversationLocator),
	forModels(conversationLocator, 'Conversation ID'),
];

function forPeople(locator: INodeProperties): INodeProperties {
	return { ...locator, displayOptions: notInTools };
}

/**
 * The same field where the node is a tool: n8n makes the name of the argument from the name of the
 * field, and a model takes "Contact" for a name. It is the model that chooses, so it starts without
 * the list.
 */
function forModels(locator: INodeProperties, displayName: string): INodeProperties {
	return {
		...locator,
		displayName,
		default: { mode: 'id', value: '' },
		displayOptions: onlyInTools,
	};
}

/**
 * One of the company's own numbers, to send or call from. The mode for a number that is typed in is
 * not called `id`: the editor shows its own "By ID" for every mode of that name.
 */
export const companyNumberLocator: INodeProperties = {
	displayName: 'From Number',
	name: 'from',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The phone number to send from, which must belong to your company',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a Number...',
			typeOptions: { searchListMethod: 'searchCompanyNumbers', searchable: true },
		},
		{ displayName: 'Number', name: 'number', type: 'string', placeholder: 'e.g. +15550100001' },
	],
};
