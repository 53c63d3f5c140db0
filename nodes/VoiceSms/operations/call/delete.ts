import { path } from '../../api/paths';
import { callLocators } from '../../fields/forms/locators';
import { requestOptions } from '../../fields/forms/requestOptions';
import type { Operation } from '../operation';

export const callDelete: Operation<{ callId: string }> = {
	resource: 'call',
	value: 'delete',
	name: 'Delete',
	action: 'Delete a call',
	description: 'Delete a call permanently; this cannot be undone',
	toolText:
		'Deletes the record of one call for good: it cannot be restored. Use it only if the user asked to delete this very call. Call_ID: the id of the call, such as call_000042, from a list or search of calls. A phone number or a name does not work, and never guess an id. Returns deleted: true and the id.',
	output: ['deleted', 'id'],
	warning: 'A deleted call cannot be restored.',
	permission: 'calls:delete',
	fields: [...callLocators, requestOptions],
	read: (item) => ({ callId: item.id('callId') }),
	nameInErrors: ({ callId }) => `call ${callId}`,
	pastTense: 'deleted',
	record: ({ callId }) => ({ kind: 'call', key: { by: 'id', value: callId } }),
	run: async ({ callId }, { api }) => {
		await api.delete(path`/api/calls/${callId}`);
		return { deleted: true, id: callId };
	},
};
