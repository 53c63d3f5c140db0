import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** Whether nothing more will happen to a call; a status that the interface does not show is no end. */
export const isOver = ({ status }: IDataObject) => status === 'ENDED' || status === 'ERROR';

export const companyNumberFilter: INodeProperties = {
	displayName: 'Company Number',
	name: 'companyNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15550100001',
	description: 'Only what comes to or goes out from this number of your company',
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

export const callStatusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Ended', value: 'ENDED' },
		{ name: 'Error', value: 'ERROR' },
		{ name: 'Ongoing', value: 'ONGOING' },
		{ name: 'Registered', value: 'REGISTERED' },
	],
	default: 'ENDED',
	description: 'Only calls in this state',
};
