import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { SearchKey } from '../read/recordKey';
import { textField, withVariant } from './formFields';

/** A field: its value is chosen from a list of `listSearch`, or entered in one of the other modes. */
function locator(
	displayName: string,
	name: string,
	searchListMethod: string,
	otherModes: INodePropertyMode[],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: `The ${displayName.toLowerCase()} to work with`,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			...otherModes,
		],
	};
}

function mode(displayName: string, name: string, example: string): INodePropertyMode {
	const type = 'string';
	return { displayName, name, type, placeholder: `e.g. ${example}` };
}

const byPhone = mode('Phone', 'phone', '+15550100042');

const callLocator = locator('Call', 'callId', 'searchCalls', [mode('By ID', 'id', 'call_000042')]);

const contactLocator = locator('Contact', 'contactId', 'searchContacts', [
	mode('By ID', 'id', 'contact_000042'),
	byPhone,
	mode('Email', 'email', 'nathan@example.com'),
]);

const conversationLocator: INodeProperties = {
	...locator('Conversation', 'conversationId', 'searchConversations', [
		mode('By ID', 'id', 'conversation_000042'),
		{ ...byPhone, hint: 'The customer’s number' },
	]),
	description: 'The SMS conversation to work with',
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
function withIdForModels(field: INodeProperties, displayName: string): INodeProperties[] {
	const builderHint = { propertyHint: 'Required' };
	return withVariant(
		{ ...field, builderHint },
		{ displayName, default: { mode: 'id', value: '' } },
	);
}

/**
 * The company's own number that sends or calls. The mode for a typed number is not called `id`,
 * because the editor labels every mode of that name "By ID".
 */
export const companyNumberLocator: INodeProperties = {
	...locator('Number', 'from', 'searchCompanyNumbers', [mode('Number', 'number', '+15550100001')]),
	displayName: 'From Number',
	description: 'Your number that sends the SMS',
	builderHint: {
		propertyHint:
			"Required. Mode 'list': a number of explore_node_resources. To answer: mode 'number', toPhone or toNumber of the trigger.",
	},
};

/** The number of the person who is texted or called; each operation adds its description. */
export const toNumberField: INodeProperties = {
	...textField('To Number', 'to', '+15550100042'),
	required: true,
};
