import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { pageSize } from '../plan';

const shownFor = (operation: string): INodeProperties['displayOptions'] => ({
	show: { operation: [operation] },
});

/** Three of the node's operations in n8n's declarative style, which has no code of its own. */
export class VoiceSmsTwin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice and SMS Twin',
		name: 'voiceSmsTwin',
		group: ['output'],
		version: 1,
		description: 'Send SMS and read contacts, declaratively',
		defaults: { name: 'Voice and SMS Twin' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'voiceSmsTwinApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				default: 'send',
				options: [
					{
						name: 'Send',
						value: 'send',
						routing: {
							request: { method: 'POST', url: '/api/sms/send' },
							output: { postReceive: [rootProperty('data')] },
						},
					},
					{
						name: 'Get',
						value: 'get',
						routing: {
							request: { method: 'GET', url: '=/api/contacts/{{ $parameter.contactId }}' },
							output: { postReceive: [rootProperty('data.client')] },
						},
					},
					{
						name: 'Get Many',
						value: 'getAll',
						routing: {
							request: { method: 'GET', url: '/api/contacts', qs: { limit: pageSize } },
							send: { paginate: true },
							operations: {
								pagination: {
									type: 'generic',
									properties: {
										continue:
											'={{ $response.body.data.pagination.page < $response.body.data.pagination.totalPages }}',
										request: {
											url: '/api/contacts',
											qs: {
												limit: pageSize,
												search: '={{ $parameter.search || undefined }}',
												page: '={{ ($response.body?.data.pagination.page ?? 0) + 1 }}',
											},
										},
									},
								},
							},
							output: { postReceive: [rootProperty('data.clients')] },
						},
					},
				],
			},
			{
				displayName: 'From',
				name: 'from',
				type: 'string',
				default: '',
				displayOptions: shownFor('send'),
				routing: { send: { type: 'body', property: 'from' } },
			},
			{
				displayName: 'To',
				name: 'to',
				type: 'string',
				default: '',
				displayOptions: shownFor('send'),
				routing: { send: { type: 'body', property: 'to' } },
			},
			{
				displayName: 'Message',
				name: 'body',
				type: 'string',
				default: '',
				displayOptions: shownFor('send'),
				routing: { send: { type: 'body', property: 'body' } },
			},
			{
				displayName: 'Contact ID',
				name: 'contactId',
				type: 'string',
				default: '',
				displayOptions: shownFor('get'),
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				displayOptions: shownFor('getAll'),
			},
		],
	};
}

function rootProperty(property: string) {
	return { type: 'rootProperty' as const, properties: { property } };
}
