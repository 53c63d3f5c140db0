import type { INode } from 'n8n-workflow';

import { VoiceSmsTwin } from '../twin/VoiceSmsTwin.node';
import { VoiceSmsTwinApi } from '../twin/VoiceSmsTwinApi.credentials';
import type { NodeContender, Task } from './contender';
import { expressions, fromNumber } from './fields';

/** The credential of the twin and of the one-by-one loop. */
export const twinCredential: NodeContender['credentials'] = {
	voiceSmsTwinApi: {
		type: new VoiceSmsTwinApi(),
		values: ({ baseUrl, apiKey }) => ({ baseUrl, apiKey }),
	},
};

/** The same operations as a declarative node. */
export function declarative(): NodeContender {
	return {
		nodeTypes: { 'bench.voiceSmsTwin': new VoiceSmsTwin() },
		credentials: twinCredential,
		nodes: (task) => [
			{
				name: 'Voice and SMS Twin',
				type: 'bench.voiceSmsTwin',
				typeVersion: 1,
				credential: 'voiceSmsTwinApi',
				parameters: parameters(task),
			},
		],
	};
}

function parameters({ kind, search }: Task): INode['parameters'] {
	switch (kind) {
		case 'send':
		case 'storm':
			return {
				operation: 'send',
				from: fromNumber,
				to: expressions.to,
				body: expressions.body,
			};
		case 'get':
			return { operation: 'get', contactId: expressions.contactId };
		case 'list':
			return { operation: 'getAll', ...(search === undefined ? {} : { search }) };
	}
}
