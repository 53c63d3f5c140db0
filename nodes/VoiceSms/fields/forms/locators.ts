import type { INodeProperties } from 'n8n-workflow';

import type { SearchKey } from '../read/recordKey';
import { withVariant } from '../read/variants';

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

/** The modes of a contact's locator that search for the contact. */
export const contactWays: ReadonlyArray<SearchKey['by']> = ['phone', 'email'];
/** The modes of a conversation's locator that search for the conversation. */
export const conversationWays: ReadonlyArray<SearchKey['by']> = ['phone'];

export const callLocators = withIdForModels(callLocator, 'Call ID');
export const contactLocators = withIdForModels(contactLocator, 'Contact ID');
export const conversationLocators = withIdForModels(conversationLocator, 'Conversation ID');

/**
 * n8n names the model's argument after the field, and a model reads "Contact" as a person's name. In
 * a tool the field starts in the mode for an ID, because the model chooses the record.
 */
function withIdForModels(locator: INodeProperties, displayName: string): INodeProperties[] {
	return withVariant(locator, { displayName, default: { mode: 'id', value: '' } });
}

/**
 * The company's own number that sends or calls. The mode for a typed number is not called `id`,
 * because the editor labels every mode of that name "By ID".
 */
export const companyNumberLocator: INodeProperties = {
	displayName: 'From Number',
	name: 'from',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The phone number of your company that sends the SMS',
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

/** The number of the person who is texted or called; each operation adds its description. */
export const toNumberField: INodeProperties = {
	displayName: 'To Number',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15550100042',
};
