import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { pageSize } from '../plan';
import type { NodeContender, Task } from './contender';
import { twinCredential } from './declarative';
import { expressions, fromNumber } from './fields';

const field = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
});

/** A node with the loop that most programmatic nodes have: one item, one request, then the next. */
class OneByOne implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'One by One',
		name: 'oneByOne',
		group: ['output'],
		version: 1,
		description: 'Send SMS and read contacts, one after the other',
		defaults: { name: 'One by One' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'voiceSmsTwinApi', required: true }],
		properties: ['operation', 'from', 'to', 'body', 'contactId', 'search'].map(field),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		const operation = this.getNodeParameter('operation', 0) as string;
		const { baseUrl } = await this.getCredentials('voiceSmsTwinApi');
		const request = async (options: IHttpRequestOptions) => {
			const { data } = (await this.helpers.httpRequestWithAuthentication.call(
				this,
				'voiceSmsTwinApi',
				{ ...options, url: `${String(baseUrl)}${options.url}`, json: true },
			)) as { data: IDataObject };
			return data;
		};
		for (let item = 0; item < this.getInputData().length; item++) {
			const text = (name: string) => this.getNodeParameter(name, item) as string;
			const add = (json: IDataObject) => output.push({ json, pairedItem: { item } });
			if (operation === 'send') {
				const body = { to: text('to'), from: text('from'), body: text('body') };
				add(await request({ method: 'POST', url: '/api/sms/send', body }));
			} else if (operation === 'get') {
				const url = `/api/contacts/${encodeURIComponent(text('contactId'))}`;
				add((await request({ url })).client as IDataObject);
			} else {
				const search = text('search') || undefined;
				for (let page = 1, pages = 1; page <= pages; page++) {
					const qs = { page, limit: pageSize, search };
					const data = await request({ url: '/api/contacts', qs });
					(data.clients as IDataObject[]).forEach(add);
					pages = (data.pagination as { totalPages: number }).totalPages;
				}
			}
		}
		return [output];
	}
}

export function oneByOne(): NodeContender {
	return {
		nodeTypes: { 'bench.oneByOne': new OneByOne() },
		credentials: twinCredential,
		nodes: (task) => [
			{
				name: 'One by One',
				type: 'bench.oneByOne',
				typeVersion: 1,
				credential: 'voiceSmsTwinApi',
				parameters: parameters(task),
			},
		],
	};
}

function parameters({ does, message, search = '' }: Task): INode['parameters'] {
	switch (does) {
		case 'send':
			return {
				operation: 'send',
				from: fromNumber,
				to: expressions.to,
				body: message,
			};
		case 'get':
			return { operation: 'get', contactId: expressions.contactId };
		case 'list':
			return { operation: 'getAll', search };
	}
}
