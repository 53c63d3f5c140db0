import type { INodeProperties } from 'n8n-workflow';

import { downloadRecordingField, isOver, outputFileField } from '../../../fields/forms/call';
import type { Poll } from '../../event';
import type { Filter } from '../../filters';

const outcomeField: INodeProperties = {
	displayName: 'Outcome',
	name: 'outcome',
	type: 'options',
	options: [
		{
			name: 'Ended',
			value: 'ENDED',
			description: 'The call ended normally, even if nobody talked',
		},
		{ name: 'Error', value: 'ERROR', description: 'The call failed' },
	],
	default: 'ENDED',
	description: 'Only calls that ended this way',
};

/** A call under way passes too: it may end this way. */
export const outcome: Filter = {
	field: outcomeField,
	matches: (call, wanted) => !isOver(call) || call.status === wanted,
};

/** The fields of recordings. */
export const recordingFields: INodeProperties[] = [
	downloadRecordingField,
	{
		...outputFileField,
		required: true,
		displayOptions: { show: { downloadRecording: [true, 'true'] } },
	},
];

/** Polls that a call waits for its recording where the user does not say otherwise, and for its figures. */
export const defaultPolls = 10;

export const recordingPolls: INodeProperties = {
	displayName: 'Wait for Recording',
	name: 'recordingPolls',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { '/downloadRecording': [true, 'true'] } },
	default: defaultPolls,
	description: 'How many polls to wait for the file. Then the workflow starts without it.',
};

/**
 * The output field for the files of recordings, and the most polls that a call waits; undefined when
 * they are not wanted.
 */
export function recordingWanted({ fields }: Poll) {
	if (!fields.flag('downloadRecording')) return undefined;
	return {
		field: fields.text('binaryPropertyName'),
		polls: fields.options.count('recordingPolls') ?? defaultPolls,
	};
}
