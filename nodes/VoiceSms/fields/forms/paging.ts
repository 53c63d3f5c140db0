import type { INodeProperties } from 'n8n-workflow';

import { notInTools, onlyInTools } from '../read/variants';

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/** How many records of a list are wanted. A model has no use for all of them. */
export const pagingFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		displayOptions: notInTools,
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		...limit,
		// Text too, or n8n drops the limit beside it.
		displayOptions: { show: { returnAll: [false, 'false'] }, ...notInTools },
	},
	{ ...limit, displayOptions: onlyInTools },
];
