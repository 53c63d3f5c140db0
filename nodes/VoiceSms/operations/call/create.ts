import type { IDataObject } from 'n8n-workflow';

import { path } from '../../api/paths';
import { companyNumberLocator } from '../../fields/locators';
import { callOptions } from '../../fields/options';
import type { Operation } from '../operation';

interface Input {
	toNumber: string;
	fromNumber: string;
	agentId?: string;
	metadata?: IDataObject;
}

export const callCreate: Operation<Input> = {
	resource: 'call',
	value: 'create',
	name: 'Create',
	action: 'Create call',
	description: 'Create a new call: an agent rings the number and talks',
	creates: true,
	fields: [
		{
			...companyNumberLocator,
			name: 'fromNumber',
			description: 'The phone number to call from, which must belong to your company',
		},
		{
			displayName: 'To Number',
			name: 'toNumber',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. +15550100042',
			description: 'The phone number to call',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Agent ID',
					name: 'agentId',
					type: 'string',
					default: '',
					placeholder: 'e.g. agent_7',
					description: 'The agent that talks; without it your company’s own agent does',
				},
				{
					displayName: 'Metadata',
					name: 'metadata',
					type: 'json',
					default: '{}',
					placeholder: 'e.g. {"orderId": "1042"}',
					description: 'JSON object that is attached to the call',
				},
			],
		},
		callOptions,
	],
	read: (item) => {
		const additional = item.collection('additionalFields');
		const agentId = additional.text('agentId');
		const metadata = additional.object('metadata');
		return {
			toNumber: item.phone('toNumber'),
			fromNumber: item.phone('fromNumber'),
			...(agentId === undefined ? {} : { agentId }),
			...(metadata === undefined ? {} : { metadata }),
		};
	},
	thing: ({ toNumber }) => `call to ${toNumber}`,
	lane: ({ toNumber }) => toNumber,
	run: async (call, { api }) => await api.post(path`/api/calls/outbound`, { ...call }, 'call'),
};
