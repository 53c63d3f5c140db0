import type { INodeProperties } from 'n8n-workflow';

import { companyNumberLocator } from '../../../fields/forms/locators';
import { optionsField, questionFields } from '../../../fields/forms/options';
import { requestOptions } from '../../../fields/forms/requestOptions';
import { toNumberField } from '../../../fields/forms/toNumber';
import { limitWaitTime } from './limit';

export const approveLabel = 'Approve';
export const declineLabel = 'Decline';
/** Seconds between two looks for a reply where the user does not say otherwise. */
export const defaultReplyInterval = 10;

const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description:
				'The SMS has a link to a page with one or two buttons. Phones must reach n8n’s address (WEBHOOK_URL).',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description:
				'The SMS has a link to a page with a field for text. Phones must reach n8n’s address (WEBHOOK_URL).',
		},
		{
			name: 'SMS Reply',
			value: 'smsReply',
			description: 'The person answers by SMS: their next message to the number counts',
		},
	],
	default: 'approval',
	description: 'How the person answers',
};

const approvalOptions: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	// No values: where the field is left out, n8n reads them from the node and throws (n8n-workflow, node-helpers).
	default: {},
	description: 'Without them the page has two buttons, Approve and Decline',
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Decline', value: 'double' },
					],
					default: 'double',
					description: 'Which buttons the page has',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					displayOptions: { show: { approvalType: ['single', 'double'] } },
					default: approveLabel,
					placeholder: 'e.g. Yes, book it',
					description: 'Text of the button that gives true',
				},
				{
					displayName: 'Decline Button Label',
					name: 'disapproveLabel',
					type: 'string',
					displayOptions: { show: { approvalType: ['double'] } },
					default: declineLabel,
					placeholder: 'e.g. No, thanks',
					description: 'Text of the button that gives false',
				},
			],
		},
	],
};

const replyOptions: INodeProperties = {
	displayName: 'Reply Options',
	name: 'replyOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	displayOptions: { show: { responseType: ['smsReply'] } },
	default: {},
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Yes Words',
					name: 'yesWords',
					type: 'string',
					default: 'yes, y, ok',
					placeholder: 'e.g. yes, y, ok',
					description:
						'Comma-separated: a reply that is one of them and nothing else gives true, any other reply gives neither. Tell the person in the message, e.g. Reply YES or NO.',
				},
				{
					displayName: 'No Words',
					name: 'noWords',
					type: 'string',
					default: 'no, n',
					placeholder: 'e.g. no, n',
					description: 'Comma-separated: a reply that is one of them and nothing else gives false',
				},
			],
		},
	],
};

const waitInterval: INodeProperties = {
	displayName: 'Wait Interval',
	name: 'waitInterval',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { '/responseType': ['smsReply'] } },
	default: defaultReplyInterval,
	description: 'Time in seconds between two looks for the reply',
};

export const fields: INodeProperties[] = [
	companyNumberLocator,
	{
		...toNumberField,
		description:
			'The phone number of the person who is asked. In a human review, type it in: if the model fills it in, the agent chooses who approves.',
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: '',
		placeholder: 'e.g. May I book the table for 8 pm?',
		description:
			'The text of the SMS. A link to the page for the answer is put below it, unless the answer comes by SMS.',
	},
	responseType,
	approvalOptions,
	replyOptions,
	optionsField([...questionFields, limitWaitTime, waitInterval]),
	requestOptions,
];
