import type { IDataObject } from 'n8n-workflow';

import { callStatusFilter } from '../../fields/call';
import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { simplifyField, raw, simplifyCall } from '../../fields/simplify';
import type { Operation } from '../operation';

interface Input {
	query: IDataObject;
	wanted: number;
	keep(record: IDataObject): IDataObject;
}

export const callSearch: Operation<Input> = {
	resource: 'call',
	value: 'search',
	name: 'Search',
	action: 'Search calls by phone number or agent name',
	description: 'Retrieve a list of the calls that match a phone number, agent name or state',
	fields: [
		{
			displayName: 'Search Text',
			name: 'query',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. +15550100042',
			description: 'Phone number, agent name or similar to search calls for',
		},
		...pagingFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [callStatusFilter],
		},
		readOptions,
	],
	read: (item) => {
		const q = item.optionalText('query').trim();
		if (q === '') {
			item.refuse(
				'query',
				'is empty',
				"Enter a text to search for; to list calls by state use Get Many with the filter 'Status'.",
			);
		}
		const status = item.collection('filters').wordOrEmpty('status');
		return {
			query: { q, ...(status ? { status } : {}) },
			wanted: item.wanted(),
			keep: item.flag('simple') ? simplifyCall : raw,
		};
	},
	thing: () => 'call search',
	// The interface gives this list no pagination: it comes whole, and Limit cuts it.
	run: async ({ query, wanted, keep }, { api }) => {
		const calls = await api.getList('/api/calls/search', 'calls', query);
		return calls.slice(0, wanted).map(keep);
	},
};
