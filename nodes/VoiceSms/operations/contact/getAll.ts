import type { IDataObject } from 'n8n-workflow';

import { searchParameter } from '../../api/unstated';
import { sourceFilter, tagFilter } from '../../fields/contact';
import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { simplifyField } from '../../fields/simplify';
import type { ListInput } from '../lists';
import { readMany } from '../lists';
import type { Operation } from '../operation';
import { raw, simplifyContact } from '../../util/simplify';

interface Input extends ListInput {
	query: IDataObject;
}

/** Documented maximum of `limit` (interface, "Limits"). */
const pageSize = 100;

export const contactGetAll: Operation<Input> = {
	resource: 'contact',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Retrieve a list of contacts',
	fields: [
		...pagingFields,
		simplifyField,
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
					description: 'Name, email or phone number to search for',
				},
				sourceFilter,
				tagFilter,
			],
		},
		readOptions,
	],
	read: (item) => {
		const filters = item.collection('filters');
		const search = filters.text('search');
		const source = filters.text('source');
		const tags = filters.text('tags');
		return {
			wanted: item.wanted(),
			search,
			keep: item.flag('simple') ? simplifyContact : raw,
			query: {
				...(search ? { [searchParameter]: search } : {}),
				...(source ? { source } : {}),
				...(tags ? { tags } : {}),
			},
		};
	},
	thing: () => 'contacts',
	run: async ({ query, ...input }, tools) => {
		return await readMany(tools, { path: '/api/contacts', key: 'clients', pageSize, query }, input);
	},
};
