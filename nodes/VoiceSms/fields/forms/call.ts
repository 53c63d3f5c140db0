import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { textField, withVariant } from './formFields';

/** Whether a call has ended; an undocumented status counts as not ended. */
export const isOver = ({ status }: IDataObject) => status === 'ENDED' || status === 'ERROR';

export const companyNumberFilter: INodeProperties = {
	...textField('Company Number', 'companyNumber', '+15550100001'),
	description: 'Only calls or SMS of this number of your company',
};

export const callDirectionFilter: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	options: [
		{ name: 'Inbound', value: 'INBOUND' },
		{ name: 'Outbound', value: 'OUTBOUND' },
	],
	default: 'INBOUND',
	description: 'Only calls in this direction',
};

const statuses = [
	{ name: 'Ended', value: 'ENDED' },
	{ name: 'Error', value: 'ERROR' },
	{ name: 'Ongoing', value: 'ONGOING' },
	{ name: 'Registered', value: 'REGISTERED' },
];
/** The states of a call as the service names them. */
export const callStatuses = statuses.map(({ value }) => value);

const callStatusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: statuses,
	default: 'ENDED',
	description: 'Only calls in this state',
};

/** In a tool the filter is a text field: n8n lets no model fill in a menu. */
export const callStatusFilters = withVariant(callStatusFilter, {
	type: 'string',
	options: undefined,
	default: '',
	placeholder: 'e.g. ENDED',
	description: 'Only calls in this state: ENDED, ERROR, ONGOING or REGISTERED',
});

export const downloadRecordingField: INodeProperties = {
	displayName: 'Download Recording',
	name: 'downloadRecording',
	type: 'boolean',
	default: false,
	description: 'Whether to add the recording as a file',
};

export const outputFileField: INodeProperties = {
	...textField('Put Output File in Field', 'binaryPropertyName', 'data'),
	default: 'data',
	hint: 'The output field for the file',
};
