import type { INodeProperties } from 'n8n-workflow';

import { companyNumberLocator, toNumberField } from '../../fields/forms/locators';
import { defaultCountry, notInTools, optionsField, textField } from '../../fields/forms/formFields';
import { requestOptions } from '../../fields/forms/requestOptions';
import { minWaitInterval } from '../../fields/forms/waitOptions';
import { noWords, yesWords } from '../../fields/text/answerWords';
import { textOptions } from '../../fields/text/smsText';
import { limitWaitTime } from './limit';
import { usualTexts } from './page/openQuestion';
import { pageTexts } from './pageTexts';

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
			description: 'By SMS. The execution keeps running until then. Not in a tool.',
		},
	],
	default: 'approval',
	description:
		'How the person answers. After any answer the workflow goes on: test data.approved with an If node.',
};

const approvalOptions: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	// No values: if the field is left out, n8n reads them from the node and throws (n8n-workflow,
	// node-helpers).
	default: {},
	description: 'Other words for Approve and Decline',
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
					default: usualTexts.approve,
					description: 'For yes',
				},
				{
					...textField('Decline Button Label', 'disapproveLabel', 'No, thanks'),
					displayOptions: { show: { approvalType: ['double'] } },
					default: usualTexts.decline,
					description: 'For no',
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
	displayOptions: { ...notInTools, show: { responseType: ['smsReply'] } },
	default: {},
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					...textField('Yes Words', 'yesWords', 'yes, y, ok'),
					default: yesWords.join(', '),
					description:
						'Words that mean yes, with commas. Only the word alone counts. Say in the text how to answer.',
				},
				{
					...textField('No Words', 'noWords', 'no, n'),
					default: noWords.join(', '),
					description: 'Words that mean no, with commas. Only the word alone counts.',
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
	displayOptions: { ...notInTools, show: { '/responseType': ['smsReply'] } },
	default: defaultReplyInterval,
	description: 'Seconds between two looks for the reply',
};

export const fields: INodeProperties[] = [
	companyNumberLocator,
	{
		...toNumberField,
		description: 'The phone number of the person to ask. In a human review, type it yourself.',
	},
	{
		...textField('Message', 'message', 'May I book the table for 8 pm?'),
		typeOptions: { rows: 3 },
		required: true,
		description: 'The question. For a page, the node adds a link.',
	},
	responseType,
	approvalOptions,
	pageTexts,
	replyOptions,
	optionsField([defaultCountry, limitWaitTime, ...textOptions, waitInterval]),
	requestOptions,
];
