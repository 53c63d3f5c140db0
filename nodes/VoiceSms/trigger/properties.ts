import type { INodeProperties } from 'n8n-workflow';

import { readOptions } from '../fields/options';
import { simplifyField } from '../fields/simplify';
import { filters } from './filters';

const recordingPolls: INodeProperties = {
	displayName: 'Wait for Recording',
	name: 'recordingPolls',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { '/event': ['callEnded'], '/downloadRecording': [true] } },
	default: 10,
	description:
		'How many polls a call waits for its recording before it is given out without. Other calls do not wait for it.',
};

const options = [...(readOptions.options as INodeProperties[]), recordingPolls];

/** The trigger's parameters; n8n adds Poll Times in front. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Call Created', value: 'callCreated', description: 'A call comes in or is made' },
			{
				name: 'Call Ended',
				value: 'callEnded',
				description: 'A call is over, well or with an error',
			},
			{ name: 'Contact Created', value: 'contactCreated', description: 'A contact is added' },
			{ name: 'Contact Updated', value: 'contactUpdated', description: 'A contact is changed' },
			{ name: 'SMS Received', value: 'smsReceived', description: 'A customer sends an SMS' },
		],
		default: 'smsReceived',
	},
	{
		displayName: 'Download Recording',
		name: 'downloadRecording',
		type: 'boolean',
		displayOptions: { show: { event: ['callEnded'] } },
		default: false,
		description: 'Whether to bring the recording of the call along as a file',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		displayOptions: { show: { event: ['callEnded'], downloadRecording: [true] } },
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output field to put the file in',
	},
	simplifyField,
	...filters,
	{ ...readOptions, options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)) },
];
