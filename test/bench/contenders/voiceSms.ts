import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INode, INodeType } from 'n8n-workflow';

import type { Task, NodeContender } from './contender';
import { expressions, fromNumber } from './fields';

/**
 * The node with its defaults, as it is packed.
 *
 * @param folder where it was built
 * @param simple false turns Simplify off, so that lists keep every field
 */
export function voiceSms(folder: string, simple: boolean): NodeContender {
	const fromPackage = createRequire(join(folder, 'package.json'));
	const { VoiceSms } = load<'VoiceSms', INodeType>('nodes/VoiceSms/VoiceSms.node.js');
	const { VoiceSmsApi } = load<'VoiceSmsApi', ICredentialType>(
		'credentials/VoiceSmsApi.credentials.js',
	);
	return {
		nodeTypes: { 'n8n-nodes-voice-sms.voiceSms': new VoiceSms() },
		credentials: {
			voiceSmsApi: {
				type: new VoiceSmsApi(),
				values: ({ baseUrl, apiKey }) => ({ baseUrl, apiKey }),
			},
		},
		nodes: (task) => [
			{
				name: 'Voice and SMS',
				type: 'n8n-nodes-voice-sms.voiceSms',
				typeVersion: 1,
				credential: 'voiceSmsApi',
				parameters: parameters(task, simple),
			},
		],
	};

	function load<Name extends string, Type>(file: string) {
		return fromPackage(`./dist/${file}`) as Record<Name, new () => Type>;
	}
}

function parameters({ kind, search }: Task, simple: boolean): INode['parameters'] {
	switch (kind) {
		case 'send':
		case 'storm':
			return {
				resource: 'sms',
				operation: 'send',
				from: { __rl: true, mode: 'id', value: fromNumber },
				to: expressions.to,
				body: expressions.body,
			};
		case 'get':
			return {
				resource: 'contact',
				operation: 'get',
				contactId: { __rl: true, mode: 'id', value: expressions.contactId },
				simple,
			};
		case 'list':
			return {
				resource: 'contact',
				operation: 'getAll',
				returnAll: true,
				simple,
				filters: search === undefined ? {} : { search },
			};
	}
}
