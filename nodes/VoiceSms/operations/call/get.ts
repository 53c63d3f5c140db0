import { path } from '../../api/paths';
import { callLocator } from '../../fields/locators';
import { readOptions } from '../../fields/options';
import { simplifyField, simplifyCall } from '../../fields/simplify';
import type { Operation } from '../operation';

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
