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
 * Whether n8n runs the node as a human review: it makes a tool of this kind of each node that can wait for an
 * answer (n8n, tool-generation/hitl-tools).
 */
export function isReview(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('HitlTool');
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
		.flatMap(callsOf)
		.find(({ nodeName, runIndex }) => nodeName === name && runIndex === round)?.action;
}

/** How many items the agent has that asked for this run; 0 if it is not in the queue. */
export function itemsOfAgent(context: IExecuteFunctions): number {
	const call = queuedCall(context);
	const agent = queueOf(context).find((run) => callsOf(run).some(({ action }) => action === call));
	return itemsOf(agent);
}

/**
 * Whether n8n does one approved call for an agent with several items. n8n carries an approval out once for each
 * batch of items, with the data of the first item of the batch, whoever asked for it. Such a call has the node
 * that asked as its parent (n8n-nodes-langchain, processHitlResponses). Two equal calls with one `id` are such
 * copies, too.
 */
export function isApprovedForSeveralItems(context: IExecuteFunctions): boolean {
	return queueOf(context).some((run) => {
		const calls = callsOf(run);
		const isApproved = calls.some(({ action }) => action.metadata?.parentNodeName !== undefined);
		const names = calls.map(({ nodeName, action: { id, input } }) =>
			JSON.stringify([nodeName, id, input]),
		);
		return (isApproved && itemsOf(run) > 1) || new Set(names).size < names.length;
	});
}

/** A run in n8n's queue, with its items and the runs that an agent asked for. */
interface QueuedRun {
	node?: { name?: unknown };
	data?: { main?: Array<unknown[] | null> };
	metadata?: {
		subNodeExecutionData?: {
			actions?: Array<{ nodeName: string; runIndex: number; action: QueuedCall }>;
		};
	};
}

/**
 * `hitl` only for a human review: the tool that waits for approval, and what the model gave for it.
 * `parentNodeName` only for a call that a person approved: the node that asked.
 */
interface QueuedCall {
	id?: string;
	input: IDataObject;
	metadata?: { hitl?: { toolName: string; originalInput?: unknown }; parentNodeName?: string };
}

const callsOf = (run: QueuedRun | null) => run?.metadata?.subNodeExecutionData?.actions ?? [];
const itemsOf = (run: QueuedRun | null | undefined) => run?.data?.main?.[0]?.length ?? 0;

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
