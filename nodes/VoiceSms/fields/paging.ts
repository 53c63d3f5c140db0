import type { INodeProperties } from 'n8n-workflow';

export const pagingFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		// Text too, or n8n drops the limit beside it.
		displayOptions: { show: { returnAll: [false, 'false'] } },
		default: 50,
		description: 'Max number of results to return',
	},
];
