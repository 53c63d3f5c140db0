import type {
	IContextObject,
	IDataObject,
	IExecuteFunctions,
	IRunExecutionData,
} from 'n8n-workflow';

import { isObject } from './isObject';
import { sameJson } from './sameJson';

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
 *
 * @param before names of nodes that lead to this node: a run of them counts, too
 */
export function isQueuedAgain(context: IExecuteFunctions, before: string[] = []): boolean {
	const names = new Set<unknown>([context.getNode().name, ...before]);
	return queueOf(context).some((run) => names.has(run?.node?.name));
}

/**
 * The call of a model that this run belongs to, as n8n queued it: the agent that asked for it waits in the
 * queue (n8n-core, requests-response). Undefined if it is not there.
 */
export function queuedCall(context: IExecuteFunctions): QueuedCall | undefined {
	return queuedRun(context)?.action;
}

/** How many items the agent has that asked for this run; 0 if it is not in the queue. */
export function itemsOfAgent(context: IExecuteFunctions): number {
	return itemsOfNode(queuedRun(context)?.agent);
}

/** A call of a model, and what the model knew when it made the call. */
export interface ModelCall {
	id: string;
	/** The run of the agent: its model talks to itself alone. */
	agent: string;
	/** The calls that n8n had answered to the model, and the other calls of the same turn. */
	known: ReadonlySet<unknown>;
}

/**
 * The call of a model that this run belongs to. n8n keeps what it gave to the model in `previousRequests`
 * (n8n-nodes-langchain, buildSteps). Beside a call that a person approves, it drops the answers of all other
 * calls of the turn (processHitlResponses). Undefined without a queue, as in AI Agent v2.
 */
export function modelCall(context: IExecuteFunctions): ModelCall | undefined {
	const { action, agent } = queuedRun(context) ?? {};
	if (action?.id === undefined || agent?.node === undefined) return undefined;
	const steps = agent.metadata?.subNodeExecutionData?.metadata?.previousRequests ?? [];
	const others = callsOf(agent).map((one) => one.action.id);
	const known = new Set<unknown>(others.filter((id) => id !== action.id));
	for (const step of steps) known.add(step?.action?.toolCallId);
	return { id: action.id, agent: `${String(agent.node.name)} ${agent.runIndex ?? 0}`, known };
}

/** The answer of a tool to its agent in an earlier run of this execution; undefined where n8n has none. */
export function outputOfNode(
	context: IExecuteFunctions,
	{ node, round }: { node: string; round: number },
): IDataObject | undefined {
	const { runExecutionData } = context as unknown as {
		runExecutionData?: Partial<IRunExecutionData>;
	};
	const run = runExecutionData?.resultData?.runData[node]?.[round];
	return run?.data?.ai_tool?.[0]?.[0]?.json;
}

/** The call of this run and the agent that asked for it, which waits in n8n's queue. */
function queuedRun(context: IExecuteFunctions) {
	const { name } = context.getNode();
	const round = context.evaluateExpression('{{ $runIndex }}', 0);
	for (const agent of queueOf(context)) {
		const call = callsOf(agent).find((one) => one.nodeName === name && one.runIndex === round);
		if (call !== undefined) return { agent, action: call.action };
	}
	return undefined;
}

/**
 * Whether n8n does this call, which a person approved, for an agent with several items. n8n carries an approval out
 * once for each batch of items, with the data of the first item of the batch, for any item that asked. This call has
 * the node that asked as its parent (n8n-nodes-langchain, processHitlResponses). Two equal calls with one `id` come from
 * that, too.
 */
export function isApprovedForSeveralItems(context: IExecuteFunctions): boolean {
	const run = queuedRun(context);
	if (run === undefined) return false;
	const { agent, action } = run;
	const isApproved = action.metadata?.parentNodeName !== undefined;
	const { name } = context.getNode();
	const copies = callsOf(agent).filter(
		(one) =>
			one.nodeName === name &&
			one.action.id === action.id &&
			sameJson(one.action.input, action.input),
	);
	return (isApproved && itemsOfNode(agent) > 1) || copies.length > 1;
}

/** A run in n8n's queue, with its items and the runs that an agent asked for. */
interface QueuedRun {
	node?: { name?: unknown };
	runIndex?: number;
	data?: { main?: Array<unknown[] | null> };
	metadata?: {
		subNodeExecutionData?: {
			actions?: Array<{ nodeName: string; runIndex: number; action: QueuedCall }>;
			metadata?: { previousRequests?: Array<{ action?: { toolCallId?: unknown } } | null> };
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
	metadata?: {
		hitl?: { toolName: string; gatedToolNodeName: string; originalInput?: unknown };
		parentNodeName?: string;
	};
}

const callsOf = (run: QueuedRun | null) => run?.metadata?.subNodeExecutionData?.actions ?? [];
const itemsOfNode = (run: QueuedRun | null | undefined) => run?.data?.main?.[0]?.length ?? 0;

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

/** How often n8n has run the node with these data: once for each try. */
const tries = new WeakMap<object, number>();

/** Counts a try of the node; true for the last one of *Retry On Fail* (n8n-core, `getRetryParams`). */
export function isLastTry(context: IExecuteFunctions): boolean {
	const data = context.getExecuteData();
	const { maxTries } = context.getNode();
	const number = (tries.get(data) ?? 0) + 1;
	tries.set(data, number);
	return number >= Math.min(5, Math.max(2, maxTries || 3));
}
