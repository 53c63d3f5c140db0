import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';

import { savedId } from '../../sandbox/editorApi';
import type { Sandbox } from '../../sandbox/sandbox';
import type { WorkflowFile } from '../../sandbox/workflows';
import { deduplicationRows } from './deduplicationRows';

export const nodeType = 'n8n-nodes-voice-sms.voiceSms';
/** Deliveries at the same time. */
const atOnce = 20;

export function sender({ nodes }: WorkflowFile): INode {
	const found = nodes.find(({ type }) => type === nodeType);
	if (!found) throw new Error('The workflow has no node of ours');
	return found;
}

/** The node that sends, behind a webhook, with a Send Once Key and a number that come with each call. */
export function onWebhook(workflow: WorkflowFile, id: string): WorkflowFile {
	// A node n8n has not seen has no keys yet.
	const node = {
		...structuredClone(sender(workflow)),
		id: randomUUID(),
		position: [220, 0] as [number, number],
	};
	node.parameters.to = '={{ $json.body.to }}';
	node.parameters.options = { onceKey: '={{ $json.body.key }}' };
	const webhook: INode = {
		id: randomUUID(),
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: id,
		parameters: { httpMethod: 'POST', path: id, responseMode: 'lastNode', options: {} },
	};
	return {
		id,
		name: `Test: ${id}`,
		nodes: [webhook, node],
		connections: { Webhook: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/**
 * Calls the webhook of a published workflow once for each key, 20 at once.
 *
 * @returns of each call the status of the message, true where it was skipped, or why it failed
 */
export async function deliver(
	{ n8n }: Sandbox,
	workflow: WorkflowFile,
	keys: string[],
): Promise<unknown[]> {
	const answers: unknown[] = [];
	const one = async (key: string) => {
		// The same key goes to the same number.
		const to = `+1555020${String(keys.indexOf(key)).padStart(4, '0')}`;
		const { status, data } = await axios.post<IDataObject>(
			`${n8n.url}/webhook/${workflow.id}`,
			{ key, to },
			{ proxy: false, validateStatus: () => true },
		);
		return status === 200
			? data.outcome === 'skipped' || data.status
			: `failed: ${JSON.stringify(data)}`;
	};
	for (let begin = 0; begin < keys.length; begin += atOnce) {
		const some = keys.slice(begin, begin + atOnce);
		answers.push(...(await Promise.all(some.map(one))));
	}
	return answers;
}

/** The names of the rows that n8n's database keeps for the deduplication of the workflow's node. */
export async function keptRows(
	{ n8n, userFolder }: Sandbox,
	workflow: WorkflowFile,
): Promise<string[]> {
	const rows = deduplicationRows(userFolder, await savedId(n8n.rest, workflow));
	return rows.filter((context) => context.startsWith(`n:${sender(workflow).id}`));
}
