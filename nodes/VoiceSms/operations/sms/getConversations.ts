import { conversations, filtered } from '../../api/lists';
import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { readMany } from '../readMany';
import type { Operation } from '../operation';
import { raw } from '../../fields/simplify';

interface Input {
	wanted: number;
	search?: string;
	status?: string;
}

export const smsGetConversations: Operation<Input> = {
	resource: 'sms',
	value: 'getConversations',
	name: 'Get Many Conversations',
	action: 'Get many SMS conversations or search them',
	description: 'Retrieve a list of SMS conversations',
	fields: [
		...pagingFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. Nathan',
					description: 'Phone number or customer name to search for',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'options',
					options: [
						{ name: 'Active', value: 'ACTIVE' },
						{ name: 'Archived', value: 'ARCHIVED' },
						{ name: 'Closed', value: 'CLOSED' },
					],
					default: 'ACTIVE',
					description: 'Only conversations in this state',
				},
			],
		},
		readOptions,
	],
	read: (item) => {
		const filters = item.collection('filters');
		return {
			wanted: item.wanted(),
			search: filters.text('search'),
			status: filters.wordOrEmpty('status'),
		};
	},
	thing: () => 'SMS conversations',
	run: async ({ wanted, search, status }, surroundings) => {
		const list = filtered(conversations, { [surroundings.api.names.search]: search, status });
		return await readMany(surroundings, list, { wanted, search, keep: raw });
	},
};
