import type { IDataObject } from 'n8n-workflow';
import { nodeNameToToolName } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { saveCredential } from '../../../sandbox/workflows';
import { startScriptedModel, type ScriptedModel } from '../../harness/service/scriptedModel';
import { typesOf } from '../runs';
import { argumentsFor, toolNodes, type ToolNode } from './toolNodes';

/** n8n with the node, the simulator and the model: one for all these tests. */
export let sandbox: Sandbox;
export let model: ScriptedModel;
/** The credential of the service. */
export let serviceCredential: { id: string; name: string };
/** The credential of the model. */
export let modelCredential: { id: string; name: string };
/** Every operation as a tool. */
export let tools: ToolNode[];

export async function open(): Promise<void> {
	await attach(await startSandbox({ home: 'agents', fresh: true }));
}

/** Starts the model for an n8n that runs. */
export async function attach(running: Sandbox): Promise<void> {
	sandbox = running;
	model = await startScriptedModel();
	const { rest } = sandbox.n8n;
	const { baseUrl, apiKey } = sandbox.simulator;
	const id = await saveCredential(rest, { baseUrl, apiKey });
	serviceCredential = { id, name: 'Voice and SMS account' };
	const made = await rest.post<{ id: string; name: string }>('/credentials', {
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.url },
	});
	modelCredential = { id: made.data.id, name: made.data.name };
	const type = (await typesOf(sandbox)).find(
		({ name }) => name === 'n8n-nodes-voice-sms.voiceSmsTool',
	);
	if (type === undefined) throw new Error('n8n does not offer the node as a tool.');
	tools = toolNodes(type);
}

export async function close(): Promise<void> {
	await sandbox?.stop();
	await model?.close();
}

/** The tool of an operation, with other parameters where they are given. */
export function tool(operation: string, parameters: IDataObject = {}): ToolNode {
	const found = tools.find((one) => one.operation === operation);
	if (found === undefined) throw new Error(`No tool for ${operation}`);
	return {
		...found,
		parameters: { ...found.parameters, ...(parameters as ToolNode['parameters']) },
	};
}

/** A call of a tool as a model makes it: what the test names, and nothing for the other arguments. */
export function call(toolNode: ToolNode, given: IDataObject = {}) {
	return { name: nodeNameToToolName(toolNode.name), arguments: argumentsFor(toolNode, given) };
}
