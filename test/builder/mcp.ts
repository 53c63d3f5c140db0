import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import type { N8n } from '../../sandbox/n8n';
import { waitFor } from '../../sandbox/progress';

const runSeconds = 120;
const running = ['new', 'running', 'waiting'];

/** What `validate_workflow` says. */
export interface Validation {
	valid: boolean;
	warnings?: Array<{ code: string; message: string }>;
	errors?: string[];
}

/** An execution as `get_workflow_execution` gives it. */
export interface Execution {
	execution: { id: string; status: string };
	data: IRunExecutionData;
}

interface Publication {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

/** n8n's instance MCP, as an AI that builds workflows uses it. */
export class Builder {
	private constructor(
		private readonly client: Client,
		private readonly rest: N8n['rest'],
	) {}

	/** Switches the MCP on, and connects. */
	static async of({ rest, url }: N8n): Promise<Builder> {
		await rest.patch('/mcp/settings', { mcpAccessEnabled: true, autoExposeNewWorkflows: true });
		// n8n shows a key once, and masks it from then on.
		await rest.get('/mcp/api-key');
		const { data } = await rest.post<{ apiKey: string }>('/mcp/api-key/rotate');
		const headers = { Authorization: `Bearer ${data.apiKey}` };
		const address = new URL(`${url}/mcp-server/http`);
		const client = new Client({ name: 'test', version: '1.0.0' });
		await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
		return new Builder(client, rest);
	}

	async close(): Promise<void> {
		await this.client.close();
	}

	/** What a tool answers, as the model reads it. */
	async read(tool: string, given: object): Promise<string> {
		const { content } = await this.call(tool, given);
		return content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('');
	}

	/** What a tool answers, as data. */
	async ask<T>(tool: string, given: object): Promise<T> {
		return (await this.call(tool, given)).structuredContent as T;
	}

	private async call(tool: string, given: object): Promise<CallToolResult> {
		const asked = { name: tool, arguments: given as Record<string, unknown> };
		return (await this.client.callTool(asked)) as CallToolResult;
	}

	/** What the search finds for each of the words: the IDs of nodes, best first, and the text about them. */
	async search(words: string[]): Promise<Map<string, { nodes: string[]; text: string }>> {
		const text = await this.read('search_nodes', { queries: words });
		const parts = text.split(/^## "(.*)"$/m).slice(1);
		const found = words.map((word) => {
			const part = parts[parts.indexOf(word) + 1];
			const nodes = [...part.matchAll(/^- (\S+)/gm)].map(([, node]) => node);
			return [word, { nodes, text: part }] as const;
		});
		return new Map(found);
	}

	/** The TypeScript that describes a node. */
	async types(nodeId: string): Promise<string> {
		return await this.read('get_node_types', { nodeIds: [{ nodeId }] });
	}

	async validate(code: string): Promise<Validation> {
		return await this.ask<Validation>('validate_workflow', { code });
	}

	/**
	 * Validates a workflow and creates it, as n8n's instructions tell a builder to do.
	 *
	 * @param noticed what n8n warns of
	 * @returns its ID
	 * @throws Error if n8n finds more, or less
	 */
	async create(code: string, noticed: string[] = []): Promise<string> {
		const { valid, errors, warnings = [] } = await this.validate(code);
		const found = warnings.map((one) => one.code);
		if (found.join() !== noticed.join()) throw new Error(`n8n warns: ${JSON.stringify(warnings)}`);
		if (!valid) throw new Error(`n8n finds the workflow invalid: ${errors?.join('; ')}`);
		const made = await this.ask<{ workflowId?: string; error?: string }>(
			'create_workflow_from_code',
			{ code },
		);
		if (made.workflowId === undefined) throw new Error(made.error);
		return made.workflowId;
	}

	/** Starts a workflow that has one trigger, or the trigger with this name. @returns the ID of the execution */
	async start(workflowId: string, trigger?: { name: string; inputs: object }): Promise<string> {
		const { executionId, error } = await this.ask<{ executionId?: string; error?: string }>(
			'execute_workflow',
			{
				workflowId,
				executionMode: 'manual',
				...(trigger && { triggerNodeName: trigger.name, inputs: trigger.inputs }),
			},
		);
		if (!executionId) throw new Error(error);
		return executionId;
	}

	/** Waits until an execution waits for somebody. */
	async waiting(workflowId: string, executionId: string): Promise<void> {
		await waitFor(`execution ${executionId} to wait`, runSeconds, async () => {
			const asked = { workflowId, executionId };
			const { execution } = await this.ask<Execution>('get_workflow_execution', asked);
			return execution.status === 'waiting' ? true : undefined;
		});
	}

	/** Waits until an execution is over. */
	async over(workflowId: string, executionId: string): Promise<Run> {
		return await waitFor(`execution ${executionId} to end`, runSeconds, async () => {
			const asked = { workflowId, executionId, includeData: true };
			const { execution, data } = await this.ask<Execution>('get_workflow_execution', asked);
			return running.includes(execution.status) ? undefined : runOf(execution.status, data);
		});
	}

	/** Starts a workflow and waits until its execution has ended well. */
	async run(workflowId: string, trigger?: { name: string; inputs: object }): Promise<Run> {
		const run = await this.over(workflowId, await this.start(workflowId, trigger));
		if (run.status !== 'success') throw new Error(`${run.status}: ${run.error}`);
		return run;
	}

	/** Publishes a workflow and waits until its triggers have begun, which the MCP does not. */
	async publish(workflowId: string): Promise<void> {
		const { success, error } = await this.ask<{ success: boolean; error?: string }>(
			'publish_workflow',
			{ workflowId },
		);
		if (!success) throw new Error(error);
		const { status, triggers } = await waitFor(
			`"${workflowId}" to be published`,
			runSeconds,
			async () => {
				const { data } = await this.rest.get<Publication>(
					`/workflows/${workflowId}/publication-status`,
				);
				return data.status === 'in_progress' ? undefined : data;
			},
		);
		const why = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		if (status !== 'published') throw new Error(`${status}: ${why.join('; ')}`);
	}

	async unpublish(workflowId: string): Promise<void> {
		await this.ask('unpublish_workflow', { workflowId });
	}
}

/** An execution that is over. */
export interface Run {
	status: string;
	/** Why it failed, or ''. */
	error: string;
	/** The items of a node's first output, or of another one. */
	items(node: string, output?: number): IDataObject[];
	/** Why a node failed, or ''. */
	errorOf(node: string): string;
}

function runOf(status: string, { resultData }: IRunExecutionData): Run {
	const last = (node: string) => resultData.runData[node]?.at(-1);
	return {
		status,
		error: resultData.error?.message ?? '',
		items: (node, output = 0) => last(node)?.data?.main[output]?.map(({ json }) => json) ?? [],
		errorOf: (node) => last(node)?.error?.message ?? '',
	};
}
