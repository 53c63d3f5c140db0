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

function parameters({ does, message, search }: Task): INode['parameters'] {
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
			return { operation: 'getAll', ...(search === undefined ? {} : { search }) };
	}
}
