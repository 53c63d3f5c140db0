import type { IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { repeatableKey, toNodeError, unsureKey } from '../api/nodeError';
import type { Result } from '../operations/operation';

export type NodeError = NodeApiError | NodeOperationError;

/** What became of one item. An item that was not started has none. */
export type ItemOutcome = { result: Result } | { error: NodeError };
type Outcomes = ReadonlyArray<ItemOutcome | undefined>;

/** Any error as one of n8n's, with the item it belongs to. */
export function asItemError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.context.itemIndex = itemIndex;
	return nodeError;
}

/** Whether it is the error of a write that may have been carried out all the same. */
export function mayHaveBeenDone(error: NodeError): boolean {
	return error.context[unsureKey] === true;
}

/** Whether it may have been carried out, and would be once more if it were done again. */
export function wouldDoubleIt(error: NodeError): boolean {
	return mayHaveBeenDone(error) && error.context[repeatableKey] !== true;
}

/**
 * The error of an item that may have been carried out in an earlier try of the execution.
 *
 * @param message of the error that the earlier try ended with
 */
export function notRepeated(
	context: IExecuteFunctions,
	thing: string,
	message: string,
	itemIndex: number,
): NodeError {
	const error = new NodeOperationError(context.getNode(), `Not repeated: ${thing}`, {
		itemIndex,
		description: `An earlier try of this execution ended with: ${message}. Look it up at the service, and run the item in a new execution if it is missing there.`,
	});
	error.context[unsureKey] = true;
	return error;
}

/** The failed item of the lowest index, with what became of the others. */
export function firstError(outcomes: Outcomes): NodeError {
	const [first] = indices(outcomes, hasFailed);
	const { error } = outcomes[first] as { error: NodeError };
	if (outcomes.length > 1) {
		error.description = `${error.description ?? ''} ${whatBecame(outcomes)}`.trim();
	}
	return error;
}

/** n8n takes an error with this word for the end of a canceled execution (n8n-core, workflow-execute). */
export function canceled(context: IExecuteFunctions, outcomes: Outcomes): NodeError {
	return new NodeOperationError(context.getNode(), 'The execution was canceled', {
		description: whatBecame(outcomes),
	});
}

function whatBecame(outcomes: Outcomes): string {
	const doubtful = (outcome: ItemOutcome | undefined) =>
		hasFailed(outcome) && mayHaveBeenDone(outcome.error);
	const failed = indices(outcomes, (outcome) => hasFailed(outcome) && !doubtful(outcome));
	const inDoubt = indices(outcomes, doubtful);
	const done = indices(outcomes, (outcome) => outcome !== undefined && 'result' in outcome);
	const notStarted = indices(outcomes, (outcome) => outcome === undefined);
	return [
		`Items done: ${ranges(done)}.`,
		...(failed.length === 0 ? [] : [`Not done: ${ranges(failed)}.`]),
		...(inDoubt.length === 0 ? [] : [`May have been done: ${ranges(inDoubt)}.`]),
		`Not started: ${ranges(notStarted)}.`,
	].join(' ');
}

function hasFailed(outcome: ItemOutcome | undefined): outcome is { error: NodeError } {
	return outcome !== undefined && 'error' in outcome;
}

function indices(
	outcomes: Outcomes,
	matches: (outcome: ItemOutcome | undefined) => boolean,
): number[] {
	return outcomes.flatMap((outcome, index) => (matches(outcome) ? [index] : []));
}

/** "0-3, 7" for 0, 1, 2, 3, 7; "none" for nothing. */
function ranges(sorted: number[]): string {
	const parts: Array<[number, number]> = [];
	for (const index of sorted) {
		const last = parts[parts.length - 1];
		if (last !== undefined && last[1] === index - 1) last[1] = index;
		else parts.push([index, index]);
	}
	if (parts.length === 0) return 'none';
	return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
