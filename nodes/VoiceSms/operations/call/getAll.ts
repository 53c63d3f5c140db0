import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { simplifyField } from '../../fields/simplify';
import type { ListInput } from '../lists';
import { readMany } from '../lists';
import type { Operation } from '../operation';
import { raw, simplifyCall } from '../../util/simplify';

export const callGetAll: Operation<ListInput> = {
	resource: 'call',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many calls',
	description: 'Retrieve a list of calls',
	fields: [...pagingFields, simplifyField, readOptions],
	read: (item) => ({ wanted: item.wanted(), keep: item.flag('simple') ? simplifyCall : raw }),
	thing: () => 'calls',
	run: async (input, tools) => await readMany(tools, { path: '/api/calls', key: 'calls' }, input),
};
