import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { type NodeError, addForPeople } from '../api/errors/nodeError';
import { onceKeyIn } from '../layers/index';
import type { Item } from '../layers/layer';
import { type Failed, type Outcome, stopsRun } from '../layers/outcome';
import { lineOfNotNoted } from '../layers/sendOnce';
import { nextRun } from '../layers/sendOnce/ends';
import { nameOf } from '../layers/sendOnce/keys';
import type { Operation } from '../operations/operation';
import { rowsInWords, rowsNamed } from '../util/inWords';

/** The error of the first failed item, with the outcomes of all items. */
export function firstError(items: Item[], operation: Operation): NodeError {
	const { error } = items.find(stopsRun)?.outcome as Failed;
	if (items.length > 1) {
		const rows = rowsOf(items, operation);
		const sentences = [
			...moreInvalid(items, operation),
			whatBecame(items, rows),
			...(isNoneStarted(items) ? [othersWithOnError] : []),
			...runAgain(items, rows, operation),
			...[lineOfNotNoted(items) ?? []].flat(),
		];
		addForPeople(error, sentences.join(' '));
	}
	return error;
}

/** All items were read, so one error can tell about all of them. */
function moreInvalid(items: Item[], { receiver }: Operation): string[] {
	const rows = items.filter(isInvalid).map(({ index }) => index);
	if (rows.length < 2) return [];
	const advice = receiver === undefined ? [] : ["The option 'Dry Run' shows all of them."];
	return [`${rows.length} items have invalid fields (${rowsNamed(rows)}).`, ...advice];
}

function isInvalid(item: Item): boolean {
	return item.outcome.is === 'invalid' && stopsRun(item);
}

/** n8n marks the run as canceled if the message contains "canceled" (n8n-core, workflow-execute). */
export function canceled(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
): NodeError {
	const node = context.getNode();
	const description = whatBecame(items, rowsOf(items, operation));
	// n8n saves and shows the execution before it has this error (n8n-core, setupCancellation).
	const where = `workflow "${context.getWorkflow().name}", execution ${context.getExecutionId()}, node "${node.name}"`;
	context.logger.warn(`Canceled: ${where}. ${description}`);
	return new NodeOperationError(node, 'The execution was canceled', { description });
}

/**
 * Which rows are left, and which rows would be done twice if the user executed the step with all rows
 * again; an empty list if none would.
 */
function runAgain(items: Item[], rows: Rows, operation: Operation): string[] {
	const { creates, updates, receiver, pastTense = 'done' } = operation;
	if (creates !== true || updates !== undefined) return [];
	const all = rows(...doneGroups);
	// An earlier try may have sent it with another key, to another number, or without any key.
	const done = all.filter((index) => {
		const { input, facts } = items[index];
		const key = onceKeyIn(items[index]);
		const to = input === undefined ? undefined : receiver?.(input);
		return key === undefined || to === undefined || facts.key?.name !== nameOf(to, key);
	});
	if (done.length === 0) {
		const isInDoubt = items.some(({ facts: { key } }) => key && nextRun(key.end) === 'isInDoubt');
		return all.length > 0 && !isInDoubt
			? ['You can execute this step again: the Send Once Keys skip the rows that were done.']
			: [];
	}
	const left = rows('Not done', 'Not started');
	return [
		...(left.length === 0 ? [] : [`Next, run only ${rowsNamed(left)}.`]),
		`If you execute this step again${left.length === 0 ? '' : ' with all rows'}, ${rowsNamed(done)} ${done.length === 1 ? 'is' : 'are'} ${pastTense} again.`,
		...(receiver === undefined
			? []
			: ['A Send Once Key that is set before the first run prevents that.']),
	];
}

const doneGroups = [
	'Rows done',
	'Asked, but nobody waits for the answer',
	'Done, but failed afterwards',
	'May have been done',
] as const;
const groups = [
	...doneGroups.slice(0, 3),
	'Skipped',
	'Only checked',
	'Not done',
	'May have been done',
	'Not started',
] as const;
type RowGroup = (typeof groups)[number];

/** The indexes of the rows in these groups. */
type Rows = (...wanted: RowGroup[]) => number[];

/** The advice of a run that stops; a canceled one may have this setting. */
const othersWithOnError =
	"To start the valid ones, set 'On Error' in the node's settings to 'Continue (using error output)'.";

function isNoneStarted(items: Item[]): boolean {
	const isStarted = (item: Item) => item.outcome.is !== 'waiting' && !isInvalid(item);
	return items.some(isInvalid) && !items.some(isStarted);
}

function whatBecame(items: Item[], rows: Rows): string {
	if (isNoneStarted(items)) return `None of the ${items.length} items was started.`;
	return groups
		.filter((group) => rows(group).length > 0 || ['Rows done', 'Not started'].includes(group))
		.map((group) => `${group}: ${rowsInWords(rows(group))}.`)
		.join(' ');
}

function rowsOf(items: Item[], operation: Operation): Rows {
	const groupOf = items.map((item) => rowGroupOf(item, operation));
	return (...wanted) => {
		return items.flatMap(({ index }, at) => (wanted.includes(groupOf[at]) ? [index] : []));
	};
}

function rowGroupOf(item: Item, { unfinished }: Operation): RowGroup {
	const { is } = item.outcome;
	if ('error' in item.outcome && !stopsRun(item)) return 'Not done';
	return is === 'begun' ? (unfinished ?? 'Rows done') : rowGroups[is];
}

const rowGroups: Record<Exclude<Outcome['is'], 'begun'>, RowGroup> = {
	waiting: 'Not started',
	done: 'Rows done',
	skipped: 'Skipped',
	checked: 'Only checked',
	invalid: 'Not done',
	rejected: 'Not done',
	unclear: 'May have been done',
	acceptedThenFailed: 'Done, but failed afterwards',
};
