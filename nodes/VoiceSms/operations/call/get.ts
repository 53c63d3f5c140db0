import type { IDataObject } from 'n8n-workflow';

import { calls } from '../../api/endpoints';
import { path } from '../../api/paths';
import { callLocators } from '../../fields/forms/locators';
import { ifNotFound, optionsField } from '../../fields/forms/formFields';
import { readRequestOptions } from '../../fields/forms/requestOptions';
import { readSimplify, rowOfCall, simplifyCall, simplifyField } from '../../fields/forms/simplify';
import { asksForNothing, orEmpty, wantsEmpty } from '../ifNotFound';
import type { Operation } from '../operation';

interface Input {
	callId: string;
	simplify(record: IDataObject): IDataObject;
	emptyIfNotFound: boolean;
}

export const callGet: Operation<Input> = {
	resource: 'call',
	value: 'get',
	name: 'Get',
	action: 'Get a call',
	description: 'Retrieve a call',
	toolText:
		'Reads one call: from whom, to whom, when, how long, and whether it is over; not what was said. Call_ID: the id of the call, such as call_000042, from a started call or a list or search of calls. A phone number or a name does not work: search the calls for it. Returns id, direction (INBOUND or OUTBOUND), status (REGISTERED or ONGOING: not over yet; ENDED or ERROR: over), fromNumber, toNumber, startTimestamp, endTimestamp, durationMs (milliseconds) and createdAt. If it is not over yet, read it again later. An error says if no call has this id.',
	output: simplifyCall.fields,
	forBuilder: 'status is REGISTERED or ONGOING before the end, then ENDED or ERROR.',
	fields: [...callLocators, simplifyField, optionsField([ifNotFound]), readRequestOptions],
	read: (item) => ({
		callId: asksForNothing(item, 'callId') ? '' : item.id('callId'),
		simplify: readSimplify(item, simplifyCall),
		emptyIfNotFound: wantsEmpty(item),
	}),
	nameInErrors: ({ callId }) => `call ${callId}`,
	row: rowOfCall,
	record: ({ callId }) => ({ kind: 'call', key: { by: 'id', value: callId } }),
	run: async ({ callId, simplify, emptyIfNotFound }, context) => {
		if (callId === '') return context.emptyItem();
		const found = context.api.getRecord(path`/api/calls/${callId}`, 'call', { id: callId });
		return await orEmpty(context, emptyIfNotFound, found.then(simplify), calls);
	},
};
