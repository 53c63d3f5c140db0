import type { IExecuteFunctions } from 'n8n-workflow';

import { isQueuedAgain, isTool } from './execution';

/** What a run of the node is in its execution: everything that names rows asks it. */
export interface ThisRun {
	/** How often the node ran before in this execution. */
	before: number;
	/** The name of its rows, if it has only a part of the list: the rows of a round of a loop, or of another run. */
	part?: 'round' | 'run';
	/** Whether another workflow called the execution. Each "Retry" of that one begins a new execution here. */
	isCalled: boolean;
}

/** A call of a model names no rows. */
const callOfModel: ThisRun = { before: 0, isCalled: false };

/**
 * A node that is before and behind this node is in a loop with it. Without a loop, several branches may lead to
 * the node. Then n8n has another one in its queue, or the node ran before (n8n-core, workflow-execute:
 * `addNodeToBeExecuted`).
 */
export function thisRunOf(context: IExecuteFunctions): ThisRun {
	if (isTool(context)) return callOfModel;
	const { name } = context.getNode();
	const before = Number(context.evaluateExpression('{{ $runIndex }}', 0));
	const earlier = context.getParentNodes(name).map((node) => node.name);
	const later = new Set(context.getChildNodes(name).map((node) => node.name));
	const isInLoop = earlier.some((one) => later.has(one));
	const isOneOfSeveral = before > 0 || isQueuedAgain(context, earlier);
	return {
		before,
		part: isInLoop ? 'round' : isOneOfSeveral ? 'run' : undefined,
		isCalled: isCalled(context),
	};
}

/**
 * n8n runs every sub-workflow in the mode `integrated` (n8n, workflow-execute-additional-data). "Retry" of a
 * sub-execution has a mode of its own, and keeps the name of the caller.
 */
function isCalled(context: IExecuteFunctions): boolean {
	const mode = context.getMode();
	if (mode !== 'retry') return mode === 'integrated';
	// n8n 1 does not have the function.
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	return getExecutionContext?.call(context)?.parentExecutionId !== undefined;
}
