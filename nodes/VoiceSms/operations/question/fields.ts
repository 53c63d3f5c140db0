import type { INodeProperties } from 'n8n-workflow';

import { companyNumberLocator, toNumberField } from '../../fields/forms/locators';
import { defaultCountry, optionsField, textField } from '../../fields/forms/formFields';
import { requestOptions } from '../../fields/forms/requestOptions';
import { minWaitInterval } from '../../fields/forms/waitOptions';
import { textOptions } from '../../fields/text/smsText';
import { limitWaitTime } from './limit';
import { pageTexts } from './pageTexts';

export const approveLabel = 'Approve';
export const declineLabel = 'Decline';
/** Seconds between two looks for a reply, by default. */
export const defaultReplyInterval = 10;

const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{ name: 'Approval', value: 'approval', description: 'On a page with one or two buttons' },
		{ name: 'Free Text', value: 'freeText', description: 'On a page with a text field' },
		{
			name: 'SMS Reply',
			value: 'smsReply',
			description: 'By SMS: the next SMS is the answer. Not in a tool.',
		},
	],
	default: 'approval',
	description:
		'How the person answers. For a page, the SMS has a link: phones must be able to open the address of n8n (WEBHOOK_URL). For three choices or more, use a form of n8n: see the example "Let a patient choose a time".',
};

const approvalOptions: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	// No values: if the field is left out, n8n reads them from the node and throws (n8n-workflow,
	// node-helpers).
	default: {},
	description:
		'Buttons of the page. Without this option, the page has two buttons: Approve and Decline.',
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
					...textField('Approve Button Label', 'approveLabel', 'Yes, book it'),
					displayOptions: { show: { approvalType: ['single', 'double'] } },
					default: approveLabel,
					description: 'Text of the button that sets "approved" to true',
				},
				{
					...textField('Decline Button Label', 'disapproveLabel', 'No, thanks'),
					displayOptions: { show: { approvalType: ['double'] } },
					default: declineLabel,
					description: 'Text of the button that sets "approved" to false',
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
					...textField('Yes Words', 'yesWords', 'yes, y, ok'),
					default: 'yes, y, ok',
					description:
						'Comma-separated words that mean yes. A reply counts as yes only if it is one of these words and nothing else. Tell the person how to answer, e.g. Reply YES or NO. Other replies count as neither yes nor no.',
				},
				{
					...textField('No Words', 'noWords', 'no, n'),
					default: 'no, n',
					description:
						'Comma-separated words that mean no. A reply counts as no only if it is one of these words and nothing else.',
				},
			],
		},
	],
};

const waitInterval: INodeProperties = {
	displayName: 'Wait Interval',
	name: 'waitInterval',
	type: 'number',
	typeOptions: { minValue: minWaitInterval },
	displayOptions: { show: { '/responseType': ['smsReply'] } },
	default: defaultReplyInterval,
	description: 'Time in seconds between two checks for the reply',
};

export const fields: INodeProperties[] = [
	companyNumberLocator,
	{
		...toNumberField,
		description:
			'The phone number of the person to ask. In a human review, enter the number yourself: otherwise the agent chooses who approves.',
	},
	{
		...textField('Message', 'message', 'May I book the table for 8 pm?'),
		typeOptions: { rows: 3 },
		required: true,
		description:
			'The text of the SMS. The node adds a link to the answer page, except for SMS Reply.',
	},
	responseType,
	approvalOptions,
	pageTexts,
	replyOptions,
	optionsField([defaultCountry, limitWaitTime, ...textOptions, waitInterval]),
	requestOptions,
];
