import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isTool } from '../layers/execution';
import { keepsInput } from '../layers/index';
import { type FailedOutcome, type ItemOutcome, mayHaveBeenDone, onceKeyOf } from '../layers/layer';
import { type Operation, Listed, WithFile } from '../operations/operation';
import type { Pause } from '../util/pausing';
import type { ItemOrError } from './items';

/** Whether the item failed. */
export function hasFailed(outcome: ItemOutcome | undefined): outcome is FailedOutcome {
	return outcome !== undefined && 'error' in outcome;
}

/** Whether the outcome stops the run, if the node stops on errors. */
export function stopsRun(outcome: ItemOutcome | undefined): boolean {
	return hasFailed(outcome) && outcome.onlyChecked !== true;
}

/** The output of the items in their order, each output linked to its item. */
export async function outputItems(
	context: IExecuteFunctions,
	operation: Operation,
	items: ItemOrError[],
	outcomes: ItemOutcome[],
	pause: Pause,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const rowOf = rowsFor(context, operation, items, outcomes);
	for (const [item, outcome] of outcomes.entries()) {
		const pairedItem = { item };
		if ('error' in outcome) {
			output.push({ json: rowOf(item, outcome.written ?? {}), pairedItem });
		} else if (outcome.result instanceof WithFile) {
			const { json, binary } = outcome.result;
			output.push({ json: rowOf(item, json), binary, pairedItem });
		} else {
			const { result } = outcome;
			const records = result instanceof Listed ? result.records : [result].flat();
			for (const json of records) output.push({ json: rowOf(item, json), pairedItem });
		}
		await pause();
	}
	return output;
}

/**
 * Gives the output row of an answer. A row of an operation that sends begins with `outcome` and, if a row of
 * the run has one, `reason`. A failed item keeps its own fields and gets `error`; in a dry run, the reason is
 * enough, and all rows have the same columns.
 *
 * On the error branch, n8n finds failed items by `error` alone and adds the own fields itself (n8n-core,
 * handleNodeErrorOutput). With `error` beside `json`, n8n would replace all fields by the message
 * (normalizeNodeErrors). A model gets records without `outcome`, and the message of an error as text.
 */
function rowsFor(
	context: IExecuteFunctions,
	operation: Operation,
	items: ItemOrError[],
	outcomes: ItemOutcome[],
): (itemIndex: number, answer: IDataObject) => IDataObject {
	if (isTool(context)) {
		return (itemIndex, answer) => {
			const outcome = outcomes[itemIndex];
			return hasFailed(outcome) ? asText(outcome, itemIndex) : answer;
		};
	}
	const toErrorBranch = context.getNode().onError === 'continueErrorOutput';
	const others = outcomes.filter((outcome) => !(toErrorBranch && hasFailed(outcome)));
	const checked = others.filter(({ onlyChecked }) => onlyChecked === true);
	const empty = Object.fromEntries([...columnsOf(checked)].map((name) => [name, '']));
	const sends = operation.receiver !== undefined;
	// A column of the node means the same in every row, so no field of the input fills it.
	const taken = columnsOf(sends ? others : []);
	const hasReasons = checked.length > 0 || others.some((one) => reasonOf(one) !== '');
	const firstOf = (outcome: ItemOutcome): IDataObject => ({
		outcome: wordOf(outcome, operation),
		...(hasReasons ? { reason: reasonOf(outcome) } : {}),
	});
	const inputs = context.getInputData();
	return (itemIndex, answer) => {
		const outcome = outcomes[itemIndex];
		const error = hasFailed(outcome) ? asObject(outcome, itemIndex) : {};
		if (toErrorBranch && hasFailed(outcome)) return error;
		const first = sends ? firstOf(outcome) : {};
		const known = sends ? { ...first, ...inOrder(answer), ...first } : answer;
		const isKept = hasFailed(outcome) || keepsInput(items[itemIndex]);
		const own = isKept ? ownFields(inputs[itemIndex].json, operation, taken) : {};
		// The first mention gives a column its place, the last its value.
		return outcome.onlyChecked === true
			? { ...known, ...empty, ...own, ...known }
			: { ...known, ...own, ...known, ...error };
	};
}

/** What became of the item, in a word. */
function wordOf(outcome: ItemOutcome, { did = 'done' }: Operation): string {
	if ('error' in outcome) return 'failed';
	if (outcome.notSent === undefined) return did;
	return outcome.notSent === 'checked' ? 'wouldSend' : 'skipped';
}

function reasonOf(outcome: ItemOutcome): string {
	if (!('error' in outcome)) return outcome.reason ?? '';
	const { message, description } = outcome.error;
	// The row itself shows which item it is.
	const what = message.replace(/ \[item \d+\]$/, '');
	if (!description) return what;
	return `${what}${/[.!?]$/.test(what) ? '' : '.'} ${description}`;
}

function columnsOf(outcomes: ItemOutcome[]): Set<string> {
	const columns = new Set<string>();
	for (const one of outcomes) {
		const row = 'error' in one ? { ...one.written } : one.result;
		for (const name of Object.keys(row instanceof WithFile ? row.json : row)) columns.add(name);
	}
	return columns;
}

const columnsFirst = ['data', 'to', 'toNumber', 'body', 'status'];

/** What people look for comes first, IDs last: n8n shows the first columns of a wide table. */
function inOrder(answer: IDataObject): IDataObject {
	const names = Object.keys(answer);
	const first = columnsFirst.filter((name) => name in answer);
	const others = names.filter((name) => !/^id$|Id$/.test(name));
	return Object.fromEntries([...first, ...others, ...names].map((name) => [name, answer[name]]));
}

const columnsOfSending =
	'outcome reason noAnswer timedOut repeated replyNote deliveryNote recordingNote'.split(' ');

/**
 * The fields of the input without those that would pass for this row's: columns of an earlier row, `error`,
 * by which n8n knows failed items, of a question all that looks like its answer, and what is `taken`.
 */
export function ownFields(
	input: IDataObject,
	{ asks, receiver }: Operation,
	taken: ReadonlySet<string> = new Set(),
): IDataObject {
	const left = new Set([
		...taken,
		'error',
		...(receiver === undefined ? [] : columnsOfSending),
		...(asks === true ? ['data', 'approved'] : []),
	]);
	return Object.fromEntries(Object.entries(input).filter(([name]) => !left.has(name)));
}

function asObject(outcome: FailedOutcome, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	return { error: { message, description: description ?? '', ...detailsOf(outcome, itemIndex) } };
}

function asText(outcome: FailedOutcome, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	return { error: message, message: description ?? '', details: detailsOf(outcome, itemIndex) };
}

function detailsOf({ error, accepted }: FailedOutcome, itemIndex: number): IDataObject {
	const onceKey = error.context[onceKeyOf] as string | undefined;
	const httpCode = 'httpCode' in error ? error.httpCode : null;
	return {
		...(httpCode === null ? {} : { httpCode }),
		mayHaveBeenDone: accepted !== undefined || mayHaveBeenDone(error),
		itemIndex,
		...(onceKey === undefined ? {} : { onceKey }),
		...(accepted === undefined ? {} : { accepted }),
	};
}
