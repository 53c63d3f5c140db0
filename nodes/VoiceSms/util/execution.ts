import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { keepsData, modeOfRoot } from './unpromised';

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
	// Where n8n does not say it: a run outside an execution has no workflow.
	return (keepsData(context) ?? hasStore(context)) ? context.getContext(of) : undefined;
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

/**
 * Whether a person, a workflow builder or an evaluation tries the workflow in n8n. A sub-workflow is a test if the first
 * workflow is one; a retry, if the execution was one and n8n says so: not through a sub-workflow.
 */
export function isTestRun(context: IExecuteFunctions): boolean {
	const mode = context.getMode();
	const whose = {
		integrated: modeOfRoot(context),
		// n8n 1 has no `getExecutionContext`.
		retry: (context as Partial<IExecuteFunctions>).getExecutionContext?.call(context)?.source,
	};
	return ['manual', 'evaluation'].includes(String(whose[mode as 'retry'] ?? mode));
}
