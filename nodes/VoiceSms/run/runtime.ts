import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../util/isObject';

/**
 * Whether an AI agent or an MCP client runs the node as a tool, so that a model reads what comes back.
 * By the node's type, to which n8n adds "Tool" (n8n, tool-generation): `isToolExecution` is false
 * under AI Agent v3 and in Agents (n8n-core, execute-context.ts).
 */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * Whether the answer of a tool is taken at once, as AI Agent v2 does: an execution that waits would
 * wait in vain. n8n 1 has no `isToolExecution`; there, as in n8n 2, only the context of such a tool has
 * `getNextRunIndex` (n8n-workflow, ISupplyDataFunctions).
 */
export function isAnsweredAtOnce(context: IExecuteFunctions): boolean {
	const { isToolExecution } = context as Partial<IExecuteFunctions>;
	return isToolExecution?.call(context) ?? 'getNextRunIndex' in context;
}

/**
 * What n8n keeps for the node in its execution: one object for all its runs and tries, which "Retry"
 * of a failed execution has as well. Undefined where there is no such data, as in Agents (Preview):
 * there `getContext` throws (n8n, ephemeral-node-executor; n8n-workflow, node-helpers).
 */
export function nodeDataOf(context: IExecuteFunctions): IContextObject | undefined {
	return dataOf(context, 'node');
}

/** The same for all nodes of the execution together. */
export function executionDataOf(context: IExecuteFunctions): IContextObject | undefined {
	return dataOf(context, 'flow');
}

function dataOf(context: IExecuteFunctions, of: 'flow' | 'node'): IContextObject | undefined {
	// A member that n8n does not document; without it, what runs outside an execution has no workflow.
	const { runExecutionData } = context as unknown as { runExecutionData?: unknown };
	const isKept = isObject(runExecutionData)
		? runExecutionData.executionData !== undefined
		: hasStore(context);
	return isKept ? context.getContext(of) : undefined;
}

/**
 * Whether n8n has another run of this node queued in the execution, such as another call of the same
 * turn of an agent, or the input of another branch. n8n-core keeps its queue as `nodeExecutionStack`, a
 * member that n8n does not document: it takes each run off before it starts the run, and puts all calls
 * of one turn on at once (n8n-core, workflow-execute: `popExecutionStack`, `handleEngineRequest`).
 * False where there is no queue, as outside an execution.
 */
export function isQueuedAgain(context: IExecuteFunctions): boolean {
	const { runExecutionData } = context as unknown as {
		runExecutionData?: { executionData?: { nodeExecutionStack?: unknown } };
	};
	const queue = runExecutionData?.executionData?.nodeExecutionStack;
	const { name } = context.getNode();
	return (
		Array.isArray(queue) &&
		queue.some((run: { node?: { name?: unknown } } | null) => run?.node?.name === name)
	);
}

/**
 * Whether n8n's deduplication store takes keys of the node. They belong to a workflow that is saved,
 * which Agents (Preview) do not have (n8n, deduplication-helper).
 */
export function hasStore(context: Pick<IExecuteFunctions, 'getWorkflow'>): boolean {
	return Boolean(context.getWorkflow().id);
}
