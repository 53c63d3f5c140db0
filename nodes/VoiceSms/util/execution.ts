import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from './isObject';

/**
 * Whether an AI agent or an MCP client runs the node as a tool, so that a model reads the output. The
 * node's type tells it, because n8n adds "Tool" (n8n, tool-generation): `isToolExecution` is false under AI
 * Agent v3 and in Agents (n8n-core, execute-context.ts).
 */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * Whether the caller takes the tool's answer at once, like AI Agent v2, so that the execution cannot wait.
 * n8n 1 has no `isToolExecution`: in n8n 1 and 2, only the context of this kind of tool has
 * `getNextRunIndex` (n8n-workflow, ISupplyDataFunctions).
 */
export function isAnsweredAtOnce(context: IExecuteFunctions): boolean {
	const { isToolExecution } = context as Partial<IExecuteFunctions>;
	return isToolExecution?.call(context) ?? 'getNextRunIndex' in context;
}

/**
 * The data that n8n keeps in the execution for this node, or for all nodes together (`flow`): one object for
 * all runs and tries, also after "Retry" of a failed execution. Undefined without an execution, as in Agents
 * (Preview), where `getContext` throws (n8n, ephemeral-node-executor; n8n-workflow, node-helpers).
 */
export function dataOf(
	context: IExecuteFunctions,
	of: 'flow' | 'node',
): IContextObject | undefined {
	// An undocumented member of n8n. Without it: a run outside an execution has no workflow.
	const { runExecutionData } = context as unknown as { runExecutionData?: unknown };
	const isKept = isObject(runExecutionData)
		? runExecutionData.executionData !== undefined
		: hasStore(context);
	return isKept ? context.getContext(of) : undefined;
}

/**
 * Whether n8n has another run of this node queued in the execution, such as another call in the same turn
 * of an agent, or the input of another branch. n8n-core keeps the queue in `nodeExecutionStack`, an
 * undocumented member. n8n takes a run off before it starts the run, and adds all calls of one turn at once
 * (n8n-core, workflow-execute: `popExecutionStack`, `handleEngineRequest`). False without a queue, as
 * outside an execution.
 */
export function isQueuedAgain(context: IExecuteFunctions): boolean {
	const { name } = context.getNode();
	return queueOf(context).some((run) => run?.node?.name === name);
}

/**
 * The call of a model that this run belongs to, as n8n queued it: the agent that asked for it waits in the
 * queue (n8n-core, requests-response). Undefined if it is not there.
 */
export function queuedCall(context: IExecuteFunctions): QueuedCall | undefined {
	const { name } = context.getNode();
	const round = context.evaluateExpression('{{ $runIndex }}', 0);
	return queueOf(context)
		.flatMap((run) => run?.metadata?.subNodeExecutionData?.actions ?? [])
		.find(({ nodeName, runIndex }) => nodeName === name && runIndex === round)?.action;
}

/** A run in n8n's queue, with the runs that an agent asked for. */
interface QueuedRun {
	node?: { name?: unknown };
	metadata?: {
		subNodeExecutionData?: {
			actions?: Array<{ nodeName: string; runIndex: number; action: QueuedCall }>;
		};
	};
}

/** `hitl` only for a human review: the tool that waits for approval, and what the model gave for it. */
interface QueuedCall {
	input: IDataObject;
	metadata?: { hitl?: { toolName: string; originalInput?: unknown } };
}

function queueOf(context: IExecuteFunctions): Array<QueuedRun | null> {
	const { runExecutionData } = context as unknown as {
		runExecutionData?: { executionData?: { nodeExecutionStack?: unknown } };
	};
	const queue = runExecutionData?.executionData?.nodeExecutionStack;
	return Array.isArray(queue) ? (queue as Array<QueuedRun | null>) : [];
}

/**
 * Whether n8n's deduplication store takes keys of the node. Keys belong to a saved workflow, and Agents
 * (Preview) have none (n8n, deduplication-helper).
 */
export function hasStore(context: Pick<IExecuteFunctions, 'getWorkflow'>): boolean {
	return Boolean(context.getWorkflow().id);
}
