import type { INodeProperties } from 'n8n-workflow';

import { notInTools, filtersLeftOut, onlyInTools, phoneReadOptions } from './formFields';
import { readRequestOptions } from './requestOptions';
import { simplifyField } from './simplify';

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/** How many records of a list to return. A model gets no Return All: it cannot use a whole list. */
const pagingFields: INodeProperties[] = [
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
		// n8n drops the limit if an expression gives the text "false" and this list does not.
		displayOptions: { show: { returnAll: [false, 'false'] }, ...notInTools },
	},
	{ ...limit, displayOptions: onlyInTools },
];

/** The fields of an operation that lists records: how many, in which form, and which. */
export function listFields(filters: INodeProperties[]): INodeProperties[] {
	return [
		...pagingFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			builderHint: filtersLeftOut,
			options: filters,
		},
		phoneReadOptions,
		readRequestOptions,
	];
}
