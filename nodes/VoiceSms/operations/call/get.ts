import { path } from '../../api/paths';
import { callLocator } from '../../fields/locators';
import { readOptions } from '../../fields/options';
import { simplifyField } from '../../fields/simplify';
import type { Operation } from '../operation';
import { simplifyCall } from '../../util/simplify';

interface Input {
	callId: string;
	simple: boolean;
}

export const callGet: Operation<Input> = {
	resource: 'call',
	value: 'get',
	name: 'Get',
	action: 'Get call',
	description: 'Retrieve a call',
	fields: [callLocator, simplifyField, readOptions],
	read: (item) => ({ callId: item.id('callId'), simple: item.flag('simple') }),
	thing: ({ callId }) => `call ${callId}`,
	run: async ({ callId, simple }, { api }) => {
		const call = await api.get(path`/api/calls/${callId}`, 'call');
		return simple ? simplifyCall(call) : call;
	},
};
