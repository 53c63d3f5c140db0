import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { isObject, sameJson } from './values';

// Members that n8n and Node do not promise: only this file reads them. Read in n8n 2.41.1 and Node 24.
// The test of the same name in the sandbox names each member, and says which one another n8n lacks.

interface RunExecutionData {
	executionData?: { nodeExecutionStack?: unknown };
	resultData?: { runData?: Record<string, Array<RunOfTool | undefined> | undefined> };
}

interface RunOfTool {
	data?: { ai_tool?: Array<Array<{ json: IDataObject }> | null> };
}

/** A run in n8n's queue, with its items and the runs that an agent asked for. */
interface QueuedRun {
	node?: { name?: unknown; executeOnce?: boolean };
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

const dataIn = (context: IExecuteFunctions): RunExecutionData | undefined => {
	const { runExecutionData } = context as unknown as { runExecutionData?: unknown };
	return isObject(runExecutionData) ? runExecutionData : undefined;
};

/** Whether n8n keeps data of this run; undefined where n8n does not say. */
export function keepsData(context: IExecuteFunctions): boolean | undefined {
	const data = dataIn(context);
	return data === undefined ? undefined : data.executionData !== undefined;
}

/**
 * The mode of the first workflow, where this is a sub-workflow (n8n, workflow-execute-additional-data). Undefined after a
 * Wait node, and where n8n does not say.
 */
export function modeOfRoot(context: IExecuteFunctions): unknown {
	const { additionalData } = context as unknown as { additionalData?: unknown };
	return isObject(additionalData) ? additionalData.rootExecutionMode : undefined;
}

/**
 * The runs that n8n has queued in the execution; none outside an execution. n8n takes a run off before it starts the
 * run, and adds all calls of one turn of an agent at once (n8n-core, workflow-execute: `popExecutionStack`,
 * `handleEngineRequest`).
 */
function queueOf(context: IExecuteFunctions): Array<QueuedRun | null> {
	const queue = dataIn(context)?.executionData?.nodeExecutionStack;
	return Array.isArray(queue) ? (queue as Array<QueuedRun | null>) : [];
}

/**
 * Whether n8n has another run of this node queued in the execution, such as another call in the same turn
 * of an agent, or the input of another branch. False without a queue, as outside an execution.
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
export function queuedCall(context: IExecuteFunctions): AskedCall | undefined {
	const { action } = queuedRun(context) ?? {};
	if (action === undefined) return undefined;
	const { toolName, gatedToolNodeName, originalInput } = action.metadata?.hitl ?? {};
	const isReview = gatedToolNodeName !== undefined;
	return {
		input: action.input,
		...(isReview && { review: { toolName, toolNode: gatedToolNodeName, input: originalInput } }),
	};
}

/** The arguments of a call of a model. `review`, in a human review: the call that waits for approval. */
export interface AskedCall {
	input: IDataObject;
	review?: { toolName?: string; toolNode: string; input?: unknown };
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
 * Whether a person approves, or has approved, this call for an agent with several items. n8n carries an approval out
 * once for each batch of items, with the data of the first item of the batch, for any item that asked. This call has
 * the node that asked as its parent (n8n-nodes-langchain, processHitlResponses). Two equal calls with one `id` come from
 * that, too.
 */
export function isApprovedForSeveralItems(context: IExecuteFunctions): boolean {
	const run = queuedRun(context);
	if (run === undefined) return false;
	const { agent, action } = run;
	const { parentNodeName, hitl } = action.metadata ?? {};
	const isApproved = (parentNodeName ?? hitl?.gatedToolNodeName) !== undefined;
	const { name } = context.getNode();
	const copies = callsOf(agent).filter(
		(one) =>
			one.nodeName === name &&
			one.action.id === action.id &&
			sameJson(one.action.input, action.input),
	);
	return (isApproved && itemsOfNode(agent) > 1) || copies.length > 1;
}

const callsOf = (run: QueuedRun | null) => run?.metadata?.subNodeExecutionData?.actions ?? [];
const itemsOfNode = (run: QueuedRun | null | undefined) => {
	const items = run?.data?.main?.[0]?.length ?? 0;
	return run?.node?.executeOnce === true ? Math.min(1, items) : items;
};

/** The answer of a tool to its agent in an earlier run of this execution; undefined where n8n has none. */
export function outputOfNode(
	context: IExecuteFunctions,
	{ node, round }: { node: string; round: number },
): IDataObject | undefined {
	return dataIn(context)?.resultData?.runData?.[node]?.[round]?.data?.ai_tool?.[0]?.[0]?.json;
}

/**
 * Starts calls with another id of the node, or undefined where n8n has no id that can be replaced. n8n's
 * deduplication store names a row by this id, and reads it before its first `await`: no other code sees the
 * replacement, and the id is back when `begin` returns.
 *
 * @param onRead called when the replacement was read
 */
export function withOtherId(context: IExecuteFunctions, onRead: () => void) {
	const { node } = context as unknown as { node?: unknown };
	const own = isObject(node) ? Object.getOwnPropertyDescriptor(node, 'id') : undefined;
	if (own?.configurable !== true || typeof own.value !== 'string') return undefined;
	return <T>(name: string, begin: () => Promise<T>): Promise<T> => {
		const get = () => {
			onRead();
			return `${String(own.value)}:${name}`;
		};
		Object.defineProperty(node, 'id', { get, configurable: true, enumerable: true });
		try {
			return begin();
		} finally {
			Object.defineProperty(node, 'id', own);
		}
	};
}

/**
 * Has n8n keep the durable cursor of the poll that publishes the workflow, which n8n itself does not do
 * (n8n-core, poll-trigger-executor.js). Without durable cursors nothing happens; n8n 1 does not have them.
 */
export async function keepCursor(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.();
}

/**
 * How far the connection of a request came that was never sent; undefined if it may have been sent. Without a proxy,
 * a request gets its socket before the connection begins; with a proxy, when the proxy has connected. A Socket keeps
 * `_pendingData` until the connection is made and it writes the data; `secureConnecting` of a TLSSocket turns false
 * when the handshake is done (Node, lib/net.js, lib/_tls_wrap.js).
 */
export function whereUnsent(
	request: unknown,
): 'atProxy' | 'connecting' | 'inHandshake' | undefined {
	const { socket } = (request ?? {}) as { socket?: Record<string, unknown> | null };
	if (socket === null) return 'atProxy';
	if ((socket?._pendingData ?? null) !== null) return 'connecting';
	return socket?.secureConnecting === true ? 'inHandshake' : undefined;
}
