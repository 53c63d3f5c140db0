import { Agent } from 'node:http';
import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';

import type { Queue } from '../../sandbox/queue/queue';
import type { WorkflowFile } from '../../sandbox/workflows';
import { companyNumbers } from '../simulator';

export const customer = '+15550100042';
const inFlight = 20;

/** A node of n8n's own, by the last part of its type. */
export function n8nNode(name: string, type: string, more: Partial<INode> = {}): INode {
	return {
		id: name,
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	};
}

export function smsNode(name: string, parameters: IDataObject, more: Partial<INode> = {}): INode {
	return {
		...n8nNode(name, '', { parameters: parameters as INode['parameters'], ...more }),
		type: 'n8n-nodes-voice-sms.voiceSms',
		credentials: { voiceSmsApi: { id: '', name: 'Voice and SMS account' } },
	};
}

export const sendSms = (body: string, options: IDataObject = {}): IDataObject => ({
	resource: 'sms',
	operation: 'send',
	to: customer,
	body,
	options,
	from: { __rl: true, mode: 'number', value: companyNumbers[0] },
});

/** A workflow whose nodes come one after the other. */
export function inARow(id: string, nodes: INode[]): WorkflowFile {
	const connections = nodes.slice(1).map(({ name }, index) => {
		return [nodes[index].name, { main: [[{ node: name, type: 'main' as const, index: 0 }]] }];
	});
	return {
		id,
		name: `Test: ${id}`,
		nodes,
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1' },
	};
}

/** A webhook that answers with all items of the last node, or at once. */
export function webhook(path: string, responseMode: 'lastNode' | 'onReceived'): INode {
	const response = responseMode === 'lastNode' ? { responseData: 'allEntries' } : {};
	return n8nNode('Webhook', 'webhook', {
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode, ...response, options: {} },
	});
}

/** Calls a published webhook with each of the bodies, 20 at a time; gives the answers. */
export async function callEach<T>(
	{ n8n }: Queue,
	{ id }: WorkflowFile,
	bodies: IDataObject[],
): Promise<T[]> {
	const httpAgent = new Agent({ maxSockets: inFlight });
	const url = `${n8n.url}/webhook/${id}`;
	return await Promise.all(
		bodies.map(async (body) => (await axios.post<T>(url, body, { httpAgent, proxy: false })).data),
	);
}

/** The texts that arrived at the service, sorted. */
export function arrived({ simulator }: Queue): string[] {
	return simulator.ledger
		.filter(({ kind }) => kind === 'sms.send')
		.map(({ body }) => String((body as IDataObject).body))
		.sort();
}

/** The number of the worker that an execution ran on last. */
export function workerOf({ workers, startedBy }: Queue, executionId: string): number {
	const index = workers.findIndex((_, one) => startedBy(one).includes(executionId));
	if (index === -1) throw new Error(`No worker has started execution ${executionId}`);
	return index;
}

export const numbered = (count: number, name: string) =>
	Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(3, '0')}`);
