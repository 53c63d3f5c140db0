import type { INodeProperties } from 'n8n-workflow';

export const callLocator: INodeProperties = {
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

export const contactLocator: INodeProperties = {
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
	],
};

export const conversationLocator: INodeProperties = {
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
	],
};

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
		{ displayName: 'By Number', name: 'number', type: 'string', placeholder: 'e.g. +15550100001' },
	],
};
