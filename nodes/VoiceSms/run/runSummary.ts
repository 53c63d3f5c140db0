import { NodeOperationError } from 'n8n-workflow';

import { type NodeError, addForPeople } from '../api/errors/nodeError';
import { onceKeyIn } from '../layers/index';
import type { Item, LineContext } from '../layers/layer';
import { type Failed, stopsRun } from '../layers/outcome';
import { sendOnce } from '../layers/sendOnce';
import { nextRun } from '../layers/sendOnce/ends';
import { claimName } from '../layers/sendOnce/keys';
import { lineOfNotNoted } from '../layers/sendOnce/lines';
import type { Operation } from '../operations/operation';
import { type RowsIn, doneGroups, groups, rowsOf } from './rowGroups';

/** The error of the first failed item, with the outcomes of all items, and what running again would do. */
export function firstError(items: Item[], run: LineContext): NodeError {
	const { error } = items.find(stopsRun)?.outcome as Failed;
	const of = rowsOf(items, run.operation);
	const { part, isCalled } = run.rows.thisRun;
	const isAlone = items.length === 1;
	if (isAlone && part === undefined && !isCalled) return error;
	const ofAll = [
		...moreInvalid(items, run),
		whatBecame(items, of, run),
		...(isNoneStarted(items) && !items.every(isInvalid) ? [othersWithOnError] : []),
	];
	const sentences = [
		...whichRun(run, isAlone),
		...(isAlone ? [] : ofAll),
		...otherRuns(run),
		...runAgain(items, of, run),
		...(isAlone ? [] : [lineOfNotNoted(items) ?? []].flat()),
	];
	if (sentences.length > 0) addForPeople(error, sentences.join(' '));
	return error;
}

/** Which part of the list the rows are. */
function whichRun({ rows: { thisRun } }: LineContext, isAlone = false): string[] {
	const { part, before } = thisRun;
	if (part === undefined) return [];
	const number = before + 1;
	if (part === 'round') {
		return isAlone
			? [`This was round ${number} of a loop.`]
			: [`Rows count within round ${number} of a loop, not within your list.`];
	}
	const rows = isAlone
		? `this was run ${number}`
		: `rows count within run ${number}, not within your list`;
	return [`The node runs more than once in this execution: ${rows}.`];
}

/** The outcomes of the other rows of the list. */
function otherRuns({ rows: { thisRun } }: LineContext): string[] {
	const { part, before } = thisRun;
	if (part === undefined) return [];
	const [first, later] = toldOfOthers[part];
	return [before === 0 ? first : later];
}

const toldOfOthers = {
	round: [
		'Later rounds were not started.',
		'The rounds before ran to their end, later ones were not started.',
	],
	run: [
		'Later runs were not started.',
		'The runs before ran to their end, later ones were not started.',
	],
} as const;

/** All items were read, so one error can tell about all of them. */
function moreInvalid(items: Item[], { operation: { sends }, rows }: LineContext): string[] {
	const invalid = items.filter(isInvalid);
	if (invalid.length < 2) return [];
	const advice = sends === undefined ? [] : ["The option 'Dry Run' shows all of them."];
	return [`${invalid.length} items have invalid fields (${rows.named(invalid)}).`, ...advice];
}

function isInvalid(item: Item): boolean {
	return item.outcome.is === 'invalid' && stopsRun(item);
}

/** n8n marks the run as canceled if the message contains "canceled" (n8n-core, workflow-execute). */
export function canceled(run: LineContext, items: Item[]): NodeError {
	const { context, operation } = run;
	const node = context.getNode();
	const became = whatBecame(items, rowsOf(items, operation), run);
	const description = [...whichRun(run), became, ...otherRuns(run)].join(' ');
	// n8n saves and shows the execution before it has this error (n8n-core, setupCancellation).
	const where = `workflow "${context.getWorkflow().name}", execution ${context.getExecutionId()}, node "${node.name}"`;
	context.logger.warn(`Canceled: ${where}. ${description}`);
	return new NodeOperationError(node, 'The execution was canceled', { description });
}

/**
 * Which rows are left, and what would be done twice if the user ran the step, the workflow, or the workflow that
 * calls it, again; an empty list if nothing would.
 */
function runAgain(items: Item[], of: RowsIn, { context, operation, rows }: LineContext): string[] {
	const { creates, updates, sends, pastTense = 'done' } = operation;
	if (creates !== true || updates !== undefined) return [];
	const { part, before, isCalled } = rows.thisRun;
	const all = of(...doneGroups);
	const done = all.filter((item) => !isKeyed(item, operation));
	// A row that cannot be read has a key where the option is added.
	const isAdded = String(sendOnce.option) in Object(context.getNode().parameters.options);
	const hasKeys = items.every((item) => {
		return onceKeyIn(item) !== undefined || (item.input === undefined && isAdded);
	});
	const isRepeated = done.length > 0 || (!hasKeys && (before > 0 || isCalled));
	if (!isRepeated) {
		const isInDoubt = items.some(({ notes: { key } }) => key && nextRun(key.end) === 'isInDoubt');
		if (isInDoubt || (all.length === 0 && before === 0)) return [];
		const what = part === undefined ? 'execute this step' : 'run the workflow';
		return [`You can ${what} again: rows that get the same Send Once Key again are skipped.`];
	}
	const ofList = part === undefined && items.length > 1 && done.length > 0;
	return [
		...(ofList ? stepAgain(of('Not done', 'Not started'), done, { operation, rows }) : []),
		...(part === undefined
			? []
			: [`If you run the workflow again, the rows that are done are ${pastTense} again.`]),
		...(isCalled
			? [
					`Another workflow called this one: if that one runs again, also by Retry or Retry On Fail, what was ${pastTense} is ${pastTense} again.`,
				]
			: []),
		...(sends === undefined
			? []
			: ['A Send Once Key that is set before the first run prevents that.']),
	];
}

/** The outcomes of the rows of a whole list. */
function stepAgain(
	left: Item[],
	done: Item[],
	run: Pick<LineContext, 'operation' | 'rows'>,
): string[] {
	const { operation, rows } = run;
	const { pastTense = 'done' } = operation;
	const verb = done.length === 1 ? 'is' : 'are';
	return [
		...(left.length === 0 ? [] : [`Next, run only ${rows.named(left)}.`]),
		`If you execute this step again${left.length === 0 ? '' : ' with all rows'}, ${rows.named(done)} ${verb} ${pastTense} again.`,
	];
}

/** Whether the key of a row that was done skips it in the next run. An earlier try may have used another key. */
function isKeyed(item: Item, { sends }: Operation): boolean {
	const { input, notes: facts } = item;
	const key = onceKeyIn(item);
	const to = input === undefined ? undefined : sends?.receiver(input);
	return key !== undefined && to !== undefined && facts.key?.name === claimName(to, key);
}

/** The advice of a run that stops; a canceled one may have this setting. */
const othersWithOnError =
	"To start the valid ones, set 'On Error' in the node's settings to 'Continue (using error output)'.";

function isNoneStarted(items: Item[]): boolean {
	const isStarted = (item: Item) => item.outcome.is !== 'waiting' && !isInvalid(item);
	return items.some(isInvalid) && !items.some(isStarted);
}

function whatBecame(items: Item[], of: RowsIn, { rows }: LineContext): string {
	if (isNoneStarted(items)) return `None of the ${items.length} items${rows.ofThis} was started.`;
	return groups
		.filter((group) => of(group).length > 0 || ['Rows done', 'Not started'].includes(group))
		.map((group) => `${group}: ${rows.listed(of(group))}.`)
		.join(' ');
}
