import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { addTo, repeatableKey, toNodeError, unsureKey } from '../api/errors/nodeError';
import type { Result } from '../operations/operation';
import { pending } from '../operations/operation';

export type NodeError = NodeApiError | NodeOperationError;

/** Why nothing was sent for an item that did not fail. */
export type NotSent = 'keyUsed' | 'keyTaken' | 'tagged' | 'checked';

/**
 * What became of one item. An item that was not started has none.
 *
 * - `notSent`: why nothing was sent and there is nothing to finish: its Send Once Key was used before, its
 *   receiver has the tag of *Skip Contacts With Tag*, or it was only checked.
 * - `dryRun`: it failed where it was only checked, which does not stop the others.
 * - `isOpen`: a person was asked, and the answer is still waited for.
 * - `accepted`: it was done, with this answer of the service, and what failed came afterwards.
 */
export type ItemOutcome =
	| { result: Result; notSent?: NotSent; isOpen?: true }
	| { error: NodeError; accepted?: IDataObject; dryRun?: true };
type Outcomes = ReadonlyArray<ItemOutcome | undefined>;

/** Name in an error's context of the Send Once key that is in doubt. */
export const onceKeyOf = 'onceKey';

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
		description: `An earlier try of this execution ended with: ${message}. Look it up at the service. If it is missing there, run the item in a new execution.`,
	});
	error.context[unsureKey] = true;
	return error;
}

/** A question that was sent: what becomes of the item when the run ends before the answer. */
export function asOpen(outcome: ItemOutcome | undefined): ItemOutcome | undefined {
	if (outcome === undefined || 'error' in outcome || outcome.notSent !== undefined) return outcome;
	return { ...outcome, isOpen: true };
}

/** What became of an item that was done, when something that came afterwards failed. */
export function failedAfterwards(error: NodeError, accepted: IDataObject): ItemOutcome {
	addTo(
		error,
		'The service has already accepted this item. Do not run it again. Look it up by its ID.',
	);
	return { error, accepted };
}

/** Whether it ends the run, where the node does not continue on fail. */
export function stopsRun(outcome: ItemOutcome | undefined): boolean {
	return hasFailed(outcome) && outcome.dryRun !== true;
}

/** The failed item of the lowest index, with what became of the others. */
export function firstError(outcomes: Outcomes): NodeError {
	const { error } = outcomes.find(stopsRun) as { error: NodeError };
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

const kinds = [
	'Rows done',
	'Asked, but nobody waits for the answer',
	'Done, but failed afterwards',
	'Not done',
	'May have been done',
	'Not started',
] as const;

function whatBecame(outcomes: Outcomes): string {
	const all = kinds.map((kind) => {
		const such = outcomes.flatMap((outcome, index) => (kindOf(outcome) === kind ? [index] : []));
		return { kind, such };
	});
	return all
		.filter(({ kind, such }) => such.length > 0 || ['Rows done', 'Not started'].includes(kind))
		.map(({ kind, such }) => `${kind}: ${ranges(such)}.`)
		.join(' ');
}

function kindOf(outcome: ItemOutcome | undefined): (typeof kinds)[number] {
	if (outcome === undefined) return 'Not started';
	if ('result' in outcome) {
		if (outcome.isOpen === true) return 'Asked, but nobody waits for the answer';
		return outcome.result === pending ? 'Not started' : 'Rows done';
	}
	if (outcome.accepted !== undefined) return 'Done, but failed afterwards';
	return mayHaveBeenDone(outcome.error) ? 'May have been done' : 'Not done';
}

function hasFailed(
	outcome: ItemOutcome | undefined,
): outcome is Extract<ItemOutcome, { error: NodeError }> {
	return outcome !== undefined && 'error' in outcome;
}

/** Rows as people count them, from 1: "1-4, 8" for the indexes 0, 1, 2, 3, 7; "none" for nothing. */
function ranges(sorted: number[]): string {
	const parts: Array<[number, number]> = [];
	for (const index of sorted) {
		const last = parts[parts.length - 1];
		if (last !== undefined && last[1] === index - 1) last[1] = index;
		else parts.push([index, index]);
	}
	if (parts.length === 0) return 'none';
	return parts
		.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`))
		.join(', ');
}
