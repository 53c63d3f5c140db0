import { calls } from '../../api/lists';
import { readOptions } from '../../fields/options';
import { pagingFields } from '../../fields/paging';
import { simplifyField, raw, simplifyCall } from '../../fields/simplify';
import type { ListInput } from '../readMany';
import { readMany } from '../readMany';
import type { Operation } from '../operation';

export const callGetAll: Operation<ListInput> = {
	resource: 'call',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many calls',
	description: 'Retrieve a list of calls',
	fields: [...pagingFields, simplifyField, readOptions],
	read: (item) => ({ wanted: item.wanted(), keep: item.flag('simple') ? simplifyCall : raw }),
	thing: () => 'calls',
	run: async (input, surroundings) => await readMany(surroundings, calls, input),
};
