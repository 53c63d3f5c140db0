import { NodeOperationError } from 'n8n-workflow';

import { type NodeError, addForPeople } from '../api/errors/nodeError';
import type { Item, LineContext } from '../layers/layer';
import { type Failed, named, stopsRun } from '../layers/outcome';
import { lineOfNotNoted } from '../layers/sendOnce/lines';
import { rowsListed } from '../util/inWords';
import { type RowsIn, doneGroups, groups, rowsOf } from './rowGroups';

/** The error of the first failed item, with the outcomes of all items, and what running again would do. */
export function firstError(items: Item[], run: LineContext): NodeError {
	const { error } = items.find(stopsRun)?.outcome as Failed;
	if (items.length === 1 && run.runIndex === 0) return error;
	const of = rowsOf(items, run.operation);
	const ofAll = [
		...moreInvalid(items, run),
		whatBecame(items, of),
		...(isNoneStarted(items) && !items.every(isInvalid) ? [othersWithOnError] : []),
	];
	const sentences = [
		...(items.length === 1 ? [] : ofAll),
		...earlierRuns(run),
		...runAgain(items, of, run),
		...(items.length === 1 ? [] : [lineOfNotNoted(items) ?? []].flat()),
	];
	if (sentences.length > 0) addForPeople(error, sentences.join(' '));
	return error;
}

/** In a loop, or behind several branches, the rows are not the rows of the whole list. */
function earlierRuns({ runIndex }: LineContext): string[] {
	if (runIndex === 0) return [];
	return [`This was run ${runIndex + 1} of the node; the runs before it ran to their end.`];
}

/** All items were read, so one error can tell about all of them. */
function moreInvalid(items: Item[], { operation: { sends } }: LineContext): string[] {
	const invalid = items.filter(isInvalid);
	if (invalid.length < 2) return [];
	const advice = sends === undefined ? [] : ["The option 'Dry Run' shows all of them."];
	return [`${invalid.length} items have invalid fields (${named(invalid)}).`, ...advice];
}

function isInvalid(item: Item): boolean {
	return item.outcome.is === 'invalid' && stopsRun(item);
}

/** n8n marks the run as canceled if the message contains "canceled" (n8n-core, workflow-execute). */
export function canceled(run: LineContext, items: Item[]): NodeError {
	const { context, operation } = run;
	const node = context.getNode();
	const description = [whatBecame(items, rowsOf(items, operation)), ...earlierRuns(run)].join(' ');
	// n8n saves and shows the execution before it has this error (n8n-core, setupCancellation).
	const where = `workflow "${context.getWorkflow().name}", execution ${context.getExecutionId()}, node "${node.name}"`;
	context.logger.warn(`Canceled: ${where}. ${description}`);
	return new NodeOperationError(node, 'The execution was canceled', { description });
}

/** What would be done twice if the user ran the step or the workflow again; an empty list if nothing would. */
function runAgain(items: Item[], of: RowsIn, { operation, runIndex }: LineContext): string[] {
	const { creates, updates, sends, pastTense = 'done' } = operation;
	if (creates !== true || updates !== undefined) return [];
	const done = of(...doneGroups);
	if (done.length === 0 && runIndex === 0) return [];
	const again = `If you run this again, what was ${pastTense} is ${pastTense} again.`;
	if (sends === undefined) return [again];
	return items.every((item) => item.notes.key !== undefined)
		? ['Rows that get the same Send Once Key again are skipped.']
		: [`${again} A Send Once Key that is set before the first run prevents that.`];
}

/** The advice of a run that stops; a canceled one may have this setting. */
const othersWithOnError =
	"To start the valid ones, set 'On Error' in the node's settings to 'Continue (using error output)'.";

function isNoneStarted(items: Item[]): boolean {
	const isStarted = (item: Item) => item.outcome.is !== 'waiting' && !isInvalid(item);
	return items.some(isInvalid) && !items.some(isStarted);
}

function whatBecame(items: Item[], of: RowsIn): string {
	if (isNoneStarted(items)) return `None of the ${items.length} items was started.`;
	return groups
		.filter((group) => of(group).length > 0 || ['Rows done', 'Not started'].includes(group))
		.map((group) => `${group}: ${rowsListed(of(group).map(({ index }) => index))}.`)
		.join(' ');
}
