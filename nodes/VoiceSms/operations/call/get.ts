import { path } from '../../api/paths';
import { callLocator } from '../../fields/locators';
import { getOptions } from '../../fields/options';
import { simplifyField, simplifyCall } from '../../fields/simplify';
import { orEmpty, wantsEmpty } from '../ifNotFound';
import type { Operation } from '../operation';

interface Input {
	callId: string;
	simple: boolean;
	emptyIfNotFound: boolean;
}

export const callGet: Operation<Input> = {
	resource: 'call',
	value: 'get',
	name: 'Get',
	action: 'Get one call by its ID',
	description: 'Retrieve a call',
	fields: [callLocator, simplifyField, getOptions],
	read: (item) => ({
		callId: item.id('callId'),
		simple: item.flag('simple'),
		emptyIfNotFound: wantsEmpty(item),
	}),
	thing: ({ callId }) => `call ${callId}`,
	run: async ({ callId, simple, emptyIfNotFound }, { api }) => {
		const asked = api.get(path`/api/calls/${callId}`, 'call');
		const call = await orEmpty(emptyIfNotFound, asked);
		return simple ? simplifyCall(call) : call;
	},
};
