import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import {
	type FailedOutcome,
	type ItemOutcome,
	type NodeError,
	mayHaveBeenDone,
} from '../layers/layer';
import { type Operation, doneInFinish } from '../operations/operation';
import { rowsInWords, rowsNamed } from '../util/inWords';
import { stopsRun } from './outputItems';

type Outcomes = ReadonlyArray<ItemOutcome | undefined>;

interface Stopped {
	operation: Operation;
	/** Whether a Send Once Key protects the item at this index. */
	isKeyed(index: number): boolean;
}

/** The error of the first failed item, with the outcomes of all items. */
export function firstError(outcomes: Outcomes, stopped: Stopped): NodeError {
	const { error } = outcomes.find(stopsRun) as FailedOutcome;
	if (outcomes.length > 1) {
		const rows = rowsByKind(outcomes);
		error.description = [
			...(error.description ? [error.description] : []),
			...moreInvalid(outcomes, stopped.operation),
			whatBecame(outcomes, rows),
			...runAgain(rows, stopped),
		].join(' ');
	}
	return error;
}

/** All items were read, so one error can tell about all of them. */
function moreInvalid(outcomes: Outcomes, { receiver }: Operation): string[] {
	const rows = outcomes.flatMap((outcome, index) => (isInvalid(outcome) ? [index] : []));
	if (rows.length < 2) return [];
	const advice = receiver === undefined ? [] : ["The option 'Dry Run' shows all of them."];
	return [`${rows.length} items have invalid fields (${rowsNamed(rows)}).`, ...advice];
}

/** The line above the output of a run that goes on when items fail. */
export function linesOfFailed(outcomes: Outcomes): string[] {
	if (outcomes.length === 1) return [];
	const rows = outcomes.flatMap((outcome, index) => (stopsRun(outcome) ? [index] : []));
	return [`${rows.length} of ${outcomes.length} items failed (${rowsNamed(rows)}).`];
}

function isInvalid(outcome: ItemOutcome | undefined): boolean {
	return outcome !== undefined && 'invalid' in outcome;
}

/** n8n marks the run as canceled if the message contains "canceled" (n8n-core, workflow-execute). */
export function canceled(context: IExecuteFunctions, outcomes: Outcomes): NodeError {
	return new NodeOperationError(context.getNode(), 'The execution was canceled', {
		description: whatBecame(outcomes, rowsByKind(outcomes)),
	});
}

/**
 * Which rows are left, and which rows would be done twice if the user executed the step with all rows
 * again; an empty list if none would.
 */
function runAgain(rows: Rows, { operation, isKeyed }: Stopped): string[] {
	const { creates, updates, receiver, did = 'done' } = operation;
	if (creates !== true || updates !== undefined) return [];
	const all = rowsOf(rows, ...doneKinds);
	const done = all.filter((index) => !isKeyed(index));
	if (done.length === 0) {
		const isClear = rowsOf(rows, 'May have been done').length === 0;
		return all.length > 0 && isClear
			? ['You can execute this step again: the Send Once Keys skip the rows that were done.']
			: [];
	}
	const left = rowsOf(rows, 'Not done', 'Not started');
	return [
		...(left.length === 0 ? [] : [`Next, run only ${rowsNamed(left)}.`]),
		`If you execute this step again${left.length === 0 ? '' : ' with all rows'}, ${rowsNamed(done)} ${done.length === 1 ? 'is' : 'are'} ${did} again.`,
		...(receiver === undefined
			? []
			: ['A Send Once Key that is set before the first run prevents that.']),
	];
}

const doneKinds = [
	'Rows done',
	'Asked, but nobody waits for the answer',
	'Done, but failed afterwards',
	'May have been done',
] as const;
const kinds = [
	...doneKinds.slice(0, 3),
	'Skipped',
	'Only checked',
	'Not done',
	'May have been done',
	'Not started',
] as const;
type Kind = (typeof kinds)[number];
type Rows = Map<Kind, number[]>;

function whatBecame(outcomes: Outcomes, rows: Rows): string {
	if (outcomes.some(isInvalid) && outcomes.every((one) => one === undefined || isInvalid(one))) {
		return `None of the ${outcomes.length} items was started.`;
	}
	return [...rows]
		.filter(([kind, named]) => named.length > 0 || ['Rows done', 'Not started'].includes(kind))
		.map(([kind, named]) => `${kind}: ${rowsInWords(named)}.`)
		.join(' ');
}

function rowsByKind(outcomes: Outcomes): Rows {
	const rows: Rows = new Map(kinds.map((kind) => [kind, []]));
	for (const [index, outcome] of outcomes.entries()) rows.get(kindOf(outcome))?.push(index);
	return rows;
}

function rowsOf(rows: Rows, ...wanted: Kind[]): number[] {
	return wanted.flatMap((kind) => rows.get(kind) ?? []).sort((one, other) => one - other);
}

function kindOf(outcome: ItemOutcome | undefined): Kind {
	if (outcome === undefined) return 'Not started';
	if ('result' in outcome) {
		if (outcome.notSent !== undefined) {
			return outcome.notSent === 'checked' ? 'Only checked' : 'Skipped';
		}
		if (outcome.isOpen === true) return 'Asked, but nobody waits for the answer';
		return outcome.result === doneInFinish ? 'Not started' : 'Rows done';
	}
	if (outcome.accepted !== undefined) return 'Done, but failed afterwards';
	return mayHaveBeenDone(outcome.error) ? 'May have been done' : 'Not done';
}
