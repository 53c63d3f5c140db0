import { path } from '../../api/paths';
import { callLocator } from '../../fields/locators';
import { readOptions } from '../../fields/options';
import type { Operation } from '../operation';
import { WithFile } from '../operation';

interface Input {
	callId: string;
	/** Field that takes the file; undefined when only the address is wanted. */
	fileField?: string;
}

export const callGetRecording: Operation<Input> = {
	resource: 'call',
	value: 'getRecording',
	name: 'Get Recording',
	action: 'Get recording of call',
	description: 'Retrieve the recording of a call, as a file or as an address',
	fields: [
		callLocator,
		{
			displayName: 'Download',
			name: 'download',
			type: 'boolean',
			default: true,
			description: 'Whether to download the recording as a file instead of only giving its address',
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			displayOptions: { show: { download: [true, 'true'] } },
			placeholder: 'e.g. data',
			hint: 'The name of the output field to put the file in',
		},
		readOptions,
	],
	read: (item) => ({
		callId: item.id('callId'),
		...(item.flag('download') ? { fileField: item.text('binaryPropertyName').trim() } : {}),
	}),
	thing: ({ callId }) => `recording of call ${callId}`,
	run: async ({ callId, fileField }, { api, store }) => {
		const recording = await api.get(path`/api/calls/${callId}/recording`);
		if (fileField === undefined) return recording;
		const fileName = `${callId.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.wav`;
		const file = await api.download(String(recording.recordingUrl), fileName, store);
		return new WithFile(recording, { [fileField]: file });
	},
};
