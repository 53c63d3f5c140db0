import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowFile } from '../../../sandbox/workflows';
import { model, modelCredential, sandbox, serviceCredential } from './session';
import type { GateNode, Heard, Runtime } from './runtime';
import type { ToolNode } from './toolNodes';

/** AI Agent as it is added today. */
export const agent3 = agentNode('AI Agent v3.1', 3.1, true);
/** AI Agent as workflows of 2025 have it. */
export const agent2 = agentNode('AI Agent v2.2', 2.2, false);

const langchain = '@n8n/n8n-nodes-langchain';

/**
 * AI Agent in a workflow.
 *
 * @param responsesApi which of OpenAI's two ways the model is asked in
 */
export function agentNode(name: string, typeVersion: number, responsesApi: boolean): Runtime {
	return {
		name,
		async play(tools, turns, gate): Promise<Heard> {
			const part = model.play([...turns, 'Done.']);
			const run = await sandbox.runWorkflow(
				workflow(typeVersion, responsesApi, part.prompt, tools, gate),
			);
			if (run.error !== undefined) throw new Error(`${name}: ${run.error.message}`);
			const [{ json }] = run.outputs['AI Agent'][0];
			if (json.output !== 'Done.') throw new Error(`${name} said ${JSON.stringify(json)}`);
			return { offered: part.tools, answers: part.results.slice(0, -1) as string[][] };
		},
		read(answer) {
			const records = JSON.parse(answer || '[]') as IDataObject[];
			const [{ error, ...more } = {}] = records;
			const isError = typeof error === 'string' && Object.keys(more).length === 0;
			return isError ? { error } : { records };
		},
	};
}

function workflow(
	typeVersion: number,
	responsesApiEnabled: boolean,
	text: string,
	tools: ToolNode[],
	gate?: GateNode,
): WorkflowFile {
	const id = `agents${typeVersion * 10}`;
	const chatModel = {
		...node('Chat Model', `${langchain}.lmChatOpenAi`, 1.3, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			responsesApiEnabled,
			options: {},
		}),
		credentials: { openAiApi: modelCredential },
	};
	const agent = node('AI Agent', `${langchain}.agent`, typeVersion, {
		promptType: 'define',
		text,
		// A turn for each operation and one more: the default is 10.
		options: { maxIterations: 100 },
	});
	const gateNode = gate && {
		...asNode(gate),
		type: 'n8n-nodes-voice-sms.voiceSmsHitlTool',
		webhookId: randomUUID(),
	};
	const gated = gate?.gates.map(asNode) ?? [];
	const given = [...tools.map(asNode), ...(gateNode ? [gateNode] : [])];
	return {
		id,
		name: `Test: agent ${typeVersion}`,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			agent,
			chatModel,
			...given,
			...gated,
		],
		connections: {
			Start: { main: [[to(agent, 'main')]] },
			[chatModel.name]: { ai_languageModel: [[to(agent, 'ai_languageModel')]] },
			...toolsOf(agent, given),
			...(gateNode && toolsOf(gateNode, gated)),
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The connections of tools to what uses them. */
export const toolsOf = (user: INode, tools: INode[]): WorkflowFile['connections'] =>
	Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: [[to(user, 'ai_tool')]] }]));

/** A tool as a node of a workflow. */
export function asNode({ name, parameters }: Pick<ToolNode, 'name' | 'parameters'>): INode {
	return {
		...node(name, 'n8n-nodes-voice-sms.voiceSmsTool', 1, parameters),
		credentials: { voiceSmsApi: serviceCredential },
	};
}

/** The same node each time: what n8n keeps of a node it keeps by its id. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INode['parameters'],
): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

const to = ({ name }: INode, type: 'main' | 'ai_tool' | 'ai_languageModel') => ({
	node: name,
	type,
	index: 0,
});
