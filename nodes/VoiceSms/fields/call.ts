import type { INodeProperties } from 'n8n-workflow';

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
