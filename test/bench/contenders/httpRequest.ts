import { createRequire } from 'node:module';
import type { ICredentialType, INode, INodeType, IVersionedNodeType } from 'n8n-workflow';

import { pageSize } from '../plan';
import type { NodeContender, NodeOfRow, Task } from './contender';
import { expressions, fromNumber } from './fields';

const httpRequestType = 'n8n-nodes-base.httpRequest';
const splitOutType = 'n8n-nodes-base.splitOut';

/**
 * n8n's HTTP Request node with its defaults, and Split Out behind it for lists. The key comes from
 * a Header Auth credential, the cheaper of the ways that the node has for it.
 */
export function httpRequest(n8nFolder: string): NodeContender {
	const fromBase = createRequire(`${n8nFolder}/package.json`);
	const { HttpRequest } = fromBase('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => IVersionedNodeType;
	};
	const { SplitOut } = fromBase(
		'n8n-nodes-base/dist/nodes/Transform/SplitOut/SplitOut.node.js',
	) as { SplitOut: new () => INodeType };
	const { HttpHeaderAuth } = fromBase(
		'n8n-nodes-base/dist/credentials/HttpHeaderAuth.credentials.js',
	) as { HttpHeaderAuth: new () => ICredentialType };
	const node = new HttpRequest();
	return {
		nodeTypes: { [httpRequestType]: node, [splitOutType]: new SplitOut() },
		credentials: {
			httpHeaderAuth: {
				type: new HttpHeaderAuth(),
				values: ({ apiKey }) => ({ name: 'x-api-key', value: apiKey }),
			},
		},
		nodes: (task) => {
			const request: NodeOfRow = {
				name: 'HTTP Request',
				type: httpRequestType,
				typeVersion: node.currentVersion,
				credential: 'httpHeaderAuth',
				parameters: {
					authentication: 'genericCredentialType',
					genericAuthType: 'httpHeaderAuth',
					...parameters(task),
				},
			};
			return task.does === 'list' ? [request, splitOut] : [request];
		},
	};
}

const splitOut: NodeOfRow = {
	name: 'Split Out',
	type: splitOutType,
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'data.clients' },
};

function parameters({ does, message, facts, search }: Task): INode['parameters'] {
	switch (does) {
		case 'send':
			return {
				method: 'POST',
				url: `${facts.baseUrl}/api/sms/send`,
				sendBody: true,
				bodyParameters: {
					parameters: [
						{ name: 'to', value: expressions.to },
						{ name: 'from', value: fromNumber },
						{ name: 'body', value: message },
					],
				},
			};
		case 'get':
			return { url: `=${facts.baseUrl}/api/contacts/{{ $json.contactId }}` };
		case 'list':
			return {
				url: `${facts.baseUrl}/api/contacts`,
				sendQuery: true,
				queryParameters: {
					parameters: [
						{ name: 'limit', value: String(pageSize) },
						...(search === undefined ? [] : [{ name: 'search', value: search }]),
					],
				},
				options: {
					pagination: {
						pagination: {
							paginationMode: 'updateAParameterInEachRequest',
							parameters: {
								parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
							},
							paginationCompleteWhen: 'other',
							completeExpression:
								'={{ $response.body.data.pagination.page >= $response.body.data.pagination.totalPages }}',
						},
					},
				},
			};
	}
}
