import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** Whether nothing more will happen to a call; a status that the interface does not show is no end. */
export const isOver = ({ status }: IDataObject) => status === 'ENDED' || status === 'ERROR';

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
