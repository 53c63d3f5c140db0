import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import type { IDataObject } from 'n8n-workflow';

import { startSaved, type WorkflowFile } from '../../../sandbox/workflows';
import type { ToolCall } from '../../harness/service/scriptedModel';
import { asNode, node, toolsOf } from './agentNode';
import type { Runtime } from './runtime';
import { sandbox } from './session';
import type { ToolNode } from './toolNodes';

const path = 'voice-sms';

/** Saves a server, and publishes it. */
async function publish(server: WorkflowFile) {
	const published = await sandbox.publish(server);
	if (published.status !== 'published') throw new Error(published.problem);
}

/** MCP Server Trigger, with the official client. */
export const mcpServer = runtimeAt('MCP Server Trigger', 'mcp', publish);

/** Its test URL, which n8n closes after the first call of a tool (n8n, test-webhooks, `executeWebhook`). */
export const mcpInTest = runtimeAt('MCP Server Trigger, test URL', 'mcp-test', async (server) => {
	await publish(server);
	await sandbox.unpublish(server);
	await startSaved(sandbox.n8n.rest, server);
});

/** @param begin lets n8n listen at the endpoint */
function runtimeAt(
	name: string,
	endpoint: string,
	begin: (server: WorkflowFile) => Promise<void>,
): Runtime {
	return {
		name,
		async play(tools, turns) {
			const server = workflow(tools);
			await begin(server);
			const client = new Client({ name: 'test', version: '1.0.0' });
			try {
				const url = new URL(`${sandbox.n8n.url}/${endpoint}/${path}`);
				await client.connect(new StreamableHTTPClientTransport(url));
				const listed = await client.listTools();
				const answers: string[][] = [];
				for (const turn of turns) {
					answers.push(await Promise.all(turn.map(async (call) => await answerTo(client, call))));
				}
				const offered = listed.tools.map(({ name, description = '', inputSchema }) => ({
					name,
					description,
					schema: inputSchema,
				}));
				return { offered, answers };
			} finally {
				await client.close();
				await sandbox.unpublish(server);
			}
		},
		read: (answer) =>
			answer.startsWith('[')
				? { records: JSON.parse(answer) as IDataObject[] }
				: { error: answer.replace(/^\w*Error: /, '') },
	};
}

async function answerTo(client: Client, call: ToolCall): Promise<string> {
	const { content } = (await client.callTool(call)) as CallToolResult;
	return content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('');
}

function workflow(tools: ToolNode[]): WorkflowFile {
	const trigger = {
		...node('MCP Server Trigger', '@n8n/n8n-nodes-langchain.mcpTrigger', 2.1, {
			authentication: 'none',
			path,
		}),
		webhookId: path,
	};
	const nodes = tools.map(asNode);
	return {
		id: 'agentsMcp',
		name: 'Test: MCP server',
		nodes: [trigger, ...nodes],
		connections: toolsOf(trigger, nodes),
		settings: { executionOrder: 'v1' },
	};
}
