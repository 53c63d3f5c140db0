import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether an AI agent or an MCP client runs the node as a tool, so that a model reads what comes back.
 * By the node's type, to which n8n adds "Tool" (n8n, tool-generation): `isToolExecution` is false
 * under AI Agent v3 and in Agents (n8n-core, execute-context.ts).
 */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}
