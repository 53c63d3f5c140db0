import { path } from '../../api/paths';
import { callLocators } from '../../fields/forms/locators';
import { requestOptions } from '../../fields/forms/requestOptions';
import type { Operation } from '../operation';

interface Input {
	callId: string;
}

export const callDelete: Operation<Input> = {
	resource: 'call',
	value: 'delete',
	name: 'Delete',
	action: 'Delete a call record permanently',
	description: 'Delete a call permanently; this cannot be undone',
	warning: 'A deleted call cannot be restored.',
	permission: 'calls:delete',
	fields: [...callLocators, requestOptions],
	read: (item) => ({ callId: item.id('callId') }),
	thing: ({ callId }) => `call ${callId}`,
	did: 'deleted',
	record: ({ callId }) => ({ kind: 'call', key: { by: 'id', value: callId } }),
	run: async ({ callId }, { api }) => {
		await api.delete(path`/api/calls/${callId}`);
		return { deleted: true, id: callId };
	},
};
