import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { addTo, repeatableKey, toNodeError, unsureKey } from '../api/errors/nodeError';
import type { Result } from '../operations/operation';
import { pending } from '../operations/operation';

export type NodeError = NodeApiError | NodeOperationError;

/** Why nothing was sent for an item that did not fail. */
export type NotSent = 'keyUsed' | 'keyTaken' | 'tagged' | 'checked';

/**
 * The outcome of one item; undefined when it was not started.
 *
 * - `notSent`: why nothing was sent and nothing is left to finish: the Send Once Key was used before, the
 *   receiver has the tag of *Skip Contacts With Tag*, or the item was only checked.
 * - `dryRun`: the check of a dry run failed, which does not stop the other items.
 * - `isOpen`: a person was asked, and the answer is missing.
 * - `accepted`: the item was done, with this answer of the service, and a later step failed.
 */
export type ItemOutcome = { result: Result; notSent?: NotSent; isOpen?: true } | FailedOutcome;

/** The outcome of an item that failed. */
export interface FailedOutcome {
	error: NodeError;
	accepted?: IDataObject;
	dryRun?: true;
}

type Outcomes = ReadonlyArray<ItemOutcome | undefined>;

/** Name in an error's context: the Send Once Key that is in doubt. */
export const onceKeyOf = 'onceKey';

/** Any error as an error of n8n, with its item. */
export function asItemError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.context.itemIndex = itemIndex;
	return nodeError;
}

/** Whether the failed write may have been carried out. */
export function mayHaveBeenDone(error: NodeError): boolean {
	return error.context[unsureKey] === true;
}

/** Whether the write may have been carried out, and another try would carry it out twice. */
export function wouldDoubleIt(error: NodeError): boolean {
	return mayHaveBeenDone(error) && error.context[repeatableKey] !== true;
}

/**
 * The error of an item with an unclear outcome in an earlier try of the execution.
 *
 * @param message of the error of the earlier try
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

/** The outcome of a question that was sent, if the run ends before the answer. */
export function asOpen(outcome: ItemOutcome | undefined): ItemOutcome | undefined {
	if (outcome === undefined || 'error' in outcome || outcome.notSent !== undefined) return outcome;
	return { ...outcome, isOpen: true };
}

/** The outcome of an item that was done, if a later step failed. */
export function failedAfterwards(error: NodeError, accepted: IDataObject): ItemOutcome {
	addTo(
		error,
		'The service has already accepted this item. Do not run it again. Look it up by its ID.',
	);
	return { error, accepted };
}

/** Whether the item failed. */
export function hasFailed(outcome: ItemOutcome | undefined): outcome is FailedOutcome {
	return outcome !== undefined && 'error' in outcome;
}

/** Whether the outcome stops the run, if the node stops on errors. */
export function stopsRun(outcome: ItemOutcome | undefined): boolean {
	return hasFailed(outcome) && outcome.dryRun !== true;
}

/** The error of the first failed item, with the outcomes of all items. */
export function firstError(outcomes: Outcomes): NodeError {
	const { error } = outcomes.find(stopsRun) as { error: NodeError };
	if (outcomes.length > 1) {
		error.description = `${error.description ?? ''} ${whatBecame(outcomes)}`.trim();
	}
	return error;
}

/** n8n marks the run as canceled if the message contains "canceled" (n8n-core, workflow-execute). */
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
		const rows = outcomes.flatMap((outcome, index) => (kindOf(outcome) === kind ? [index] : []));
		return { kind, rows };
	});
	return all
		.filter(({ kind, rows }) => rows.length > 0 || ['Rows done', 'Not started'].includes(kind))
		.map(({ kind, rows }) => `${kind}: ${ranges(rows)}.`)
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
