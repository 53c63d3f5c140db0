import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/workflows';
import { companyNumbers } from '../simulator';

/** Messages in one execution of the workflow with a batch. */
export const batchSize = 100;

export const shapes = ['single', 'batch'] as const;
export type Shape = (typeof shapes)[number];

export const messagesIn: Record<Shape, number> = { single: 1, batch: batchSize };

/** The workflow to measure: a webhook that is answered at once, and the node, each message with a key. */
export function workflowOf(shape: Shape): WorkflowFile {
	const id = `scale-${shape}`;
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, {
		...{ httpMethod: 'POST', path: id, responseMode: 'onReceived', options: {} },
	});
	webhook.webhookId = id;
	const split = node('People', 'n8n-nodes-base.splitOut', 1, {
		...{ fieldToSplitOut: 'body.people', options: {} },
	});
	const json = shape === 'single' ? '$json.body' : '$json';
	const send = node('Send', 'n8n-nodes-voice-sms.voiceSms', 1, {
		...{ resource: 'sms', operation: 'send' },
		from: { __rl: true, mode: 'number', value: companyNumbers[0] },
		to: `={{ ${json}.to }}`,
		// Each its own, so that one which is sent twice is noticed.
		body: `={{ ${json}.key }}`,
		options: { onceKey: `={{ ${json}.key }}` },
	});
	send.credentials = { voiceSmsApi: { id: '', name: '' } };
	const nodes = shape === 'single' ? [webhook, send] : [webhook, split, send];
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, at) => [
				nodes[at].name,
				{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
			]),
	);
	return { id, name: `Scale: ${shape}`, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** What a caller of the webhook sends. */
export function callOf(shape: Shape): object {
	const people = Array.from({ length: messagesIn[shape] }, (_, index) => ({
		key: `order-${randomUUID()}-shipped`,
		to: `+1555020${String(index).padStart(4, '0')}`,
	}));
	return shape === 'single' ? people[0] : { people };
}

function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INode['parameters'],
): INode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}
