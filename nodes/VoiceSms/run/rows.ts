import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asSentence, errorFacts } from '../api/errors/nodeError';
import { includeInput } from '../layers/includeInput';
import { columnsOf } from '../layers/index';
import type { Item, LineContext } from '../layers/layer';
import { type Failed, type Outcome, stopsRun } from '../layers/outcome';
import type { Operation } from '../operations/operation';
import { Listed, WithFile } from '../operations/result';
import type { Pause } from '../util/inParallel';

/** The output of the items in their order, each output linked to its item. */
export async function rowsOf(
	{ context, operation, asTool }: LineContext,
	items: Item[],
	pause: Pause,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const table = asTool ? undefined : await tableOf(context, operation, items, pause);
	for (const item of items) {
		const { outcome, index } = item;
		const result = 'result' in outcome ? outcome.result : undefined;
		const file = result instanceof WithFile ? { binary: result.binary } : {};
		for (const record of recordsOf(item)) {
			output.push({ json: rowOf(table, item, record), ...file, pairedItem: { item: index } });
		}
		await pause();
	}
	return output;
}

/** The rows of the item, before anything is added. */
function recordsOf({ outcome, shown }: Item): IDataObject[] {
	if (!('result' in outcome)) return [shown];
	const { result } = outcome;
	if (result instanceof Listed) return result.records;
	return result instanceof WithFile ? [result.json] : [result].flat();
}

/** See `tableOf`. */
interface Table {
	operation: Operation;
	/** Columns that no field of the input fills. */
	reserved: Set<string>;
	/** The columns that people look for, and behind the fields of the input, IDs. Without `front`, rows have their own. */
	front?: string[];
	end: string[];
	/** Whether all rows have all columns. */
	isSame: boolean;
	/** Whether failed items go to the error branch, without columns. */
	toErrorBranch: boolean;
}

/**
 * The columns of a run; undefined for a model, which gets records without `outcome`.
 *
 * All rows of an operation that sends, and all rows with fields of the input, have the same columns, null where a
 * row has no value. A failed item keeps its own fields and gets `error`; in a dry run, the reason is enough.
 * Other records come as they are.
 *
 * On the error branch, n8n finds failed items by `error` alone and adds the own fields itself (n8n-core,
 * handleNodeErrorOutput). With `error` beside `json`, n8n would replace all fields by the message
 * (normalizeNodeErrors).
 */
async function tableOf(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	pause: Pause,
): Promise<Table> {
	const toErrorBranch = context.getNode().onError === 'continueErrorOutput';
	const reserved = columnsOf(operation);
	const bare = { operation, reserved, end: [], isSame: false, toErrorBranch };
	if (operation.row === undefined) return bare;
	const shown = new Set<string>();
	let isSame = operation.sends !== undefined;
	for (const item of items) {
		if (toErrorBranch && 'error' in item.outcome) continue;
		isSame ||= item.layers.has(includeInput);
		for (const record of recordsOf(item)) {
			for (const name of Object.keys(withOwnColumns(operation, item, record))) shown.add(name);
		}
		await pause();
	}
	// The service may have added columns.
	for (const name of shown) reserved.add(name);
	const [front, end]: [string[], string[]] = [[], []];
	for (const name of reserved) {
		const side = operation.row.last.includes(name) ? end : front;
		if (shown.has(name)) side.push(name);
	}
	return { ...bare, front, end, isSame };
}

/** The row of an item; to a model, an error is text. */
function rowOf(table: Table | undefined, item: Item, record: IDataObject): IDataObject {
	const { outcome, index } = item;
	if (table === undefined) return 'error' in outcome ? errorForModel(outcome, index) : record;
	const { operation, reserved, end, isSame, toErrorBranch } = table;
	if (toErrorBranch && 'error' in outcome) return { error: errorColumn(outcome, index) };
	const isFailed = stopsRun(item);
	if (operation.row === undefined && !isFailed) return record;
	const row = withOwnColumns(operation, item, record);
	const { front = Object.keys(row) } = table;
	const cell = (name: string) => (isSame || name in row ? [[name, row[name] ?? null]] : []);
	return Object.fromEntries([
		...front.flatMap(cell),
		...Object.entries(ownFields(inputOf(item), reserved)),
		...end.flatMap(cell),
		...(isFailed ? [['error', errorColumn(outcome as Failed, index)]] : []),
	]) as IDataObject;
}

/** The fields of the input that its row has, if no column has the name. */
function inputOf(item: Item): IDataObject {
	return 'error' in item.outcome || item.layers.has(includeInput) ? item.json : {};
}

/** The record with the columns that this node adds. */
function withOwnColumns(operation: Operation, item: Item, record: IDataObject): IDataObject {
	return operation.sends === undefined
		? { ...lookedUp(operation, item), ...record }
		: { ...record, ...becameOf(item, operation) };
}

/** An empty or failed item keeps the field of its input that the record was looked up by. */
function lookedUp({ record }: Operation, item: Item): IDataObject {
	if (record === undefined || item.input === undefined) return {};
	const { by, value } = record(item.input).key;
	const isEmpty = recordsOf(item).every((one) => Object.keys(one).length === 0);
	return by in inputOf(item) && isEmpty ? { [by]: value } : {};
}

/** The outcome of the item in a word, and why. The word alone tells whether it was sent. */
function becameOf({ outcome }: Item, { pastTense = 'done' }: Operation): IDataObject {
	const reason = reasonColumn(outcome, pastTense);
	const more = reason === undefined ? {} : { reason };
	switch (outcome.is) {
		case 'begun':
		case 'done':
		case 'acceptedThenFailed':
			return { outcome: pastTense, ...more };
		case 'skipped':
		case 'unclear':
			return { outcome: outcome.is, ...more };
		case 'checked':
			return { outcome: 'wouldSend', ...more };
		case 'invalid':
		case 'rejected':
		case 'waiting':
			return { outcome: 'failed', ...more };
	}
}

/** Why the item was not done, or what failed; undefined where there is nothing to say. */
function reasonColumn(outcome: Outcome, pastTense: string): string | undefined {
	if (outcome.is === 'waiting') return `Not ${pastTense}: the run ended before this item`;
	if ('reason' in outcome) return outcome.reason;
	if (!('error' in outcome)) return undefined;
	const { message, description } = outcome.error;
	return description ? `${asSentence(message)} ${description}` : message;
}

/** The fields of the input, without the fields that look like columns of the node. */
export function ownFields(input: IDataObject, reserved: ReadonlySet<string>): IDataObject {
	return Object.fromEntries(Object.entries(input).filter(([name]) => !reserved.has(name)));
}

function errorColumn(outcome: Failed, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	const { onceKey } = errorFacts(outcome.error);
	const key = onceKey === undefined ? {} : { onceKey };
	return { message, description: description ?? '', ...detailsOf(outcome, itemIndex), ...key };
}

/** Without the Send Once Key: a model would send again with another key. */
function errorForModel(outcome: Failed, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	return { error: message, message: description ?? '', details: detailsOf(outcome, itemIndex) };
}

function detailsOf(outcome: Failed, itemIndex: number): IDataObject {
	const { error } = outcome;
	const httpCode = 'httpCode' in error ? error.httpCode : null;
	return {
		...(httpCode === null ? {} : { httpCode }),
		mayHaveBeenDone: ['unclear', 'acceptedThenFailed'].includes(outcome.is),
		itemIndex,
		...(outcome.is === 'acceptedThenFailed' ? { accepted: outcome.result } : {}),
	};
}
