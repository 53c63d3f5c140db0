import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INode, INodeType } from 'n8n-workflow';

import type { PolledEvent } from '../plan';
import type { Task, NodeContender } from './contender';
import { expressions, fromNumber } from './fields';

/**
 * The node with its defaults, as it is packed.
 *
 * @param folder where it was built
 * @param simple false turns Simplify off, so that lists keep every field
 */
export function voiceSms(folder: string, simple = true): NodeContender {
	return {
		...packed(folder, 'VoiceSms', 'voiceSms'),
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
}

/** The trigger with its defaults, as it is packed. */
export function trigger(folder: string, event: PolledEvent): NodeContender {
	return {
		...packed(folder, 'VoiceSmsTrigger', 'voiceSmsTrigger'),
		nodes: () => [
			{
				name: 'Voice and SMS Trigger',
				type: 'n8n-nodes-voice-sms.voiceSmsTrigger',
				typeVersion: 1,
				credential: 'voiceSmsApi',
				parameters: { event },
			},
		],
	};
}

function packed(folder: string, node: string, name: string): Omit<NodeContender, 'nodes'> {
	const fromPackage = createRequire(join(folder, 'package.json'));
	const load = <Type>(file: string, type: string) => {
		const loaded = fromPackage(`./dist/${file}`) as Record<string, new () => Type>;
		return new loaded[type]();
	};
	return {
		nodeTypes: {
			[`n8n-nodes-voice-sms.${name}`]: load<INodeType>(`nodes/VoiceSms/${node}.node.js`, node),
		},
		credentials: {
			voiceSmsApi: {
				type: load<ICredentialType>('credentials/VoiceSmsApi.credentials.js', 'VoiceSmsApi'),
				values: ({ baseUrl, apiKey }) => ({ baseUrl, apiKey }),
			},
		},
	};
}

function parameters(
	{ does, message, options = {}, search }: Task,
	simple: boolean,
): INode['parameters'] {
	switch (does) {
		case 'send':
			return {
				resource: 'sms',
				operation: 'send',
				from: { __rl: true, mode: 'id', value: fromNumber },
				to: expressions.to,
				body: message,
				options,
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
