import { path } from '../../api/paths';
import { callLocators } from '../../fields/forms/locators';
import { ifNotFound, optionsField } from '../../fields/forms/options';
import { readRequestOptions } from '../../fields/forms/requestOptions';
import { raw, simplifyField, simplifyCall } from '../../fields/forms/simplify';
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
	action: 'Get a call by its ID',
	description: 'Retrieve a call',
	fields: [...callLocators, simplifyField, optionsField([ifNotFound]), readRequestOptions],
	read: (item) => ({
		callId: item.id('callId'),
		simple: item.flag('simple'),
		emptyIfNotFound: wantsEmpty(item),
	}),
	thing: ({ callId }) => `call ${callId}`,
	record: ({ callId }) => ({ kind: 'call', key: { by: 'id', value: callId } }),
	run: async ({ callId, simple, emptyIfNotFound }, surroundings) => {
		const asked = surroundings.api.get(path`/api/calls/${callId}`, 'call');
		return await orEmpty(surroundings, emptyIfNotFound, asked.then(simple ? simplifyCall : raw));
	},
};
