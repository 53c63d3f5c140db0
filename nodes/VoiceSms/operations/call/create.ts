import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asSeenText } from '../../fields/read/values';
import type { Collection } from '../../fields/read/collection';
import { companyNumberLocator, toNumberField } from '../../fields/forms/locators';
import {
	defaultCountry,
	jsonFields,
	notInTools,
	onlyIfAdded,
	optionsField,
	textField,
} from '../../fields/forms/formFields';
import { downloadRecordingField, outputFileField } from '../../fields/forms/call';
import { requestOptions } from '../../fields/forms/requestOptions';
import { columns } from '../../fields/forms/simplify';
import { onePhone } from '../../fields/phone/phone';
import { readWaitTimes, waitFields } from '../../fields/forms/waitOptions';
import { type EndWanted, callAtEnd } from '../wait/callEnd';
import { linesOfTimedOut } from '../wait/lookUntil';
import type { Operation } from '../operation';

interface Input {
	call: {
		toNumber: string;
		fromNumber: string;
		agentId?: string;
		metadata?: IDataObject;
	};
	/** Undefined without *Wait for End*. */
	end?: EndWanted;
}

// Text too, or n8n hides the fields beside it.
const isOn = [true, 'true'];

const waitForEnd: INodeProperties = {
	displayName: 'Wait for End',
	name: 'waitForEnd',
	type: 'boolean',
	default: false,
	description:
		'Whether to wait until the call has ended. All items wait together, after the last call was made.',
};

function readEnd(options: Collection): EndWanted | undefined {
	if (options.flag('waitForEnd') !== true) return undefined;
	const waiting = readWaitTimes(options);
	if (options.flag('downloadRecording') !== true) return { waiting };
	const fileField = options.text('binaryPropertyName')?.trim();
	return { waiting, fileField: fileField || String(outputFileField.default) };
}

export const callCreate: Operation<Input> = {
	resource: 'call',
	value: 'create',
	name: 'Create',
	action: 'Create a call',
	description: 'Create a new call: your AI voice agent calls the number and talks',
	toolText:
		'Starts a phone call at once: an AI voice agent of the company calls and talks. Use it only if the user wants it. From_Number: a phone number of the user\'s company, never invented. To_Number: who is called. Write both with + and country code, such as +15550100042. Agent_ID: only an ID that the user gave; "" means the company\'s agent. Metadata_JSON: data that the service keeps with the call, such as {"order": "A-1"}; "" means none. Returns the call with id and status: get the call by its id later. After an error that says unclear, do not call again.',
	forBuilder:
		'outcome is started, skipped, failed (certainly no call) or unclear (perhaps a call), and wouldSend in a dry run or a test (such a row is still to be called). On the error output ($json.error), call again only if error.mayHaveBeenDone is false. The call has only begun. With options.waitForEnd: true, all calls start first, and the output is the ended calls: status is ENDED or ERROR, or timedOut is true. One after the other: Loop Over Items with a batch size of 1. Nothing says whether a person picked up: a short durationMs is only a sign.',
	creates: true,
	fields: [
		{
			...companyNumberLocator,
			name: 'fromNumber',
			description: 'The phone number of your company that makes the call',
		},
		{
			...toNumberField,
			name: 'toNumber',
			description:
				'The phone number to call. Your AI voice agent, which you set up at the service, talks.',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			builderHint: onlyIfAdded,
			options: [
				{
					...textField('Agent ID', 'agentId', 'agent_7'),
					description:
						'ID of the AI voice agent at the service. If empty, the agent of your company talks.',
				},
				...jsonFields({
					displayName: 'Metadata',
					name: 'metadata',
					type: 'json',
					default: '{}',
					placeholder: 'e.g. {"orderId": "1042"}',
					description: 'JSON object that is attached to the call',
				}),
			],
		},
		optionsField([
			defaultCountry,
			waitForEnd,
			...waitFields('the call', { show: { waitForEnd: isOn } }),
			{
				...downloadRecordingField,
				displayOptions: { show: { waitForEnd: isOn }, ...notInTools },
			},
			{
				...outputFileField,
				displayOptions: { show: { waitForEnd: isOn, downloadRecording: isOn }, ...notInTools },
			},
		]),
		requestOptions,
	],
	read: (item) => {
		const additional = item.collection('additionalFields');
		const agentId = additional.read('agentId', asSeenText);
		const metadata = additional.object('metadata');
		const call = {
			toNumber: item.phone('toNumber'),
			fromNumber: item.phone('fromNumber'),
			...(agentId === undefined ? {} : { agentId }),
			...(metadata === undefined ? {} : { metadata }),
		};
		return { call, end: readEnd(item.options) };
	},
	nameInErrors: ({ call }) => `call to ${call.toNumber}`,
	pastTense: 'started',
	lane: ({ call }) => onePhone(call.toNumber),
	sends: {
		receiver: ({ call }) => call.toNumber,
		onceKey: ['call', 'appointment-1042-reminder'],
		columns: { toNumber: 'toNumber' },
		requestColumns: ({ call: { toNumber, fromNumber } }) => ({ toNumber, fromNumber }),
		requestNames: ['toNumber', 'fromNumber'],
	},
	row: {
		first: columns(
			'outcome reason toNumber status fromNumber direction callType startTimestamp endTimestamp durationMs createdAt',
		),
		told: columns('timedOut endNote recordingAttached recordingUrl recordingNote'),
		last: columns('id voiceEngineId companyId'),
	},
	lines: (calls) =>
		linesOfTimedOut(calls, [
			'1 call had not ended within the limit. Do not call again: get it later by its ID.',
			'calls had not ended within the limit. Do not call again: get them later by their IDs.',
		]),
	request: ({ call }) => ({
		...call,
		toNumber: onePhone(call.toNumber),
		fromNumber: onePhone(call.fromNumber),
	}),
	run: async ({ call }, { api }) => await api.post('/api/calls/outbound', call, 'call'),
	finish: {
		isDue: ({ end }) => end !== undefined,
		work: async ({ end }, started, context) => {
			return end === undefined ? started : await callAtEnd(started as IDataObject, end, context);
		},
	},
};
