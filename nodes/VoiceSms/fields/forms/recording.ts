import type { INodeProperties } from 'n8n-workflow';

export const downloadRecordingField: INodeProperties = {
	displayName: 'Download Recording',
	name: 'downloadRecording',
	type: 'boolean',
	default: false,
	description: 'Whether to add the recording of the call to the output as a file',
};

export const outputFileField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output field to put the file in',
};
