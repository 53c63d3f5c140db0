import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { factsOf } from '../api/errors/nodeError';
import { isTool } from '../util/execution';
import { columnsOf, keepsInput } from '../layers/index';
import type { Item } from '../layers/layer';
import type { Failed } from '../layers/outcome';
import { type Operation, Listed, WithFile } from '../operations/operation';
import type { Pause } from '../util/pausing';

/** What the item gives, before anything is added. */
export function recordsOf({ outcome, shown }: Item): IDataObject[] {
	if (!('result' in outcome)) return [shown];
	const { result } = outcome;
	if (result instanceof Listed) return result.records;
	return result instanceof WithFile ? [result.json] : [result].flat();
}

type WithError = Pick<Failed, 'error' | 'accepted'>;

/** Gives the output row of an item. */
export type RowOf = (item: Item, record: IDataObject) => IDataObject;

/**
 * All rows of an operation that sends, and all rows with fields of the input, have the same columns, null where a
 * row has no value. A failed item keeps its own fields and gets `error`; in a dry run, the reason is enough.
 * Other records come as they are.
 *
 * On the error branch, n8n finds failed items by `error` alone and adds the own fields itself (n8n-core,
 * handleNodeErrorOutput). With `error` beside `json`, n8n would replace all fields by the message
 * (normalizeNodeErrors). A model gets records without `outcome`, and the message of an error as text.
 *
 * @param leftOut gets the names of fields of the input that are left out
 */
export async function rowsFor(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	leftOut: Set<string>,
	pause: Pause,
): Promise<RowOf> {
	if (isTool(context)) {
		return ({ outcome, index }, record) => {
			return 'error' in outcome ? asText(outcome, index) : record;
		};
	}
	const toErrorBranch = context.getNode().onError === 'continueErrorOutput';
	const rowOf =
		operation.row === undefined
			? bareRow(operation, leftOut)
			: await tableRow(
					operation,
					items.filter(({ outcome }) => !(toErrorBranch && 'error' in outcome)),
					leftOut,
					pause,
				);
	return (item, record) => {
		const { outcome, index } = item;
		return toErrorBranch && 'error' in outcome
			? { error: asObject(outcome, index) }
			: rowOf(item, record);
	};
}

/** The record or, of a failed item, its fields and the error. */
function bareRow(operation: Operation, leftOut: Set<string>): RowOf {
	const reserved = columnsOf(operation);
	return (item, record) => {
		const { outcome, index, json } = item;
		if (outcome.is !== 'failed') return record;
		const own = { ...lookedUp(operation, item, json), ...ownFields(json, reserved) };
		const row = { ...record, ...own, error: asObject(outcome, index) };
		noteLeftOut(row, json, reserved, leftOut);
		return row;
	};
}

/** Columns in their order: what people look for, the fields of the input, IDs, `error`. */
async function tableRow(
	operation: Operation,
	items: Item[],
	leftOut: Set<string>,
	pause: Pause,
): Promise<RowOf> {
	const sends = operation.receiver !== undefined;
	const isTable = sends || items.some(keepsInput);
	const ownOf = (item: Item): IDataObject => {
		return item.outcome.is === 'failed' || keepsInput(item) ? item.json : {};
	};
	const known = (item: Item, record: IDataObject): IDataObject => {
		if (sends) return { ...record, ...becameOf(item, operation) };
		return { ...lookedUp(operation, item, ownOf(item)), ...record };
	};
	const shown = new Set<string>();
	for (const item of items) {
		for (const record of recordsOf(item)) {
			for (const name of Object.keys(known(item, record))) shown.add(name);
		}
		await pause();
	}
	const reserved = columnsOf(operation);
	// The service may have added columns.
	for (const name of shown) reserved.add(name);
	const last = new Set(operation.row?.last);
	const columns = [...reserved].filter((name) => shown.has(name));
	const [front, end] = [false, true].map((isLast) =>
		columns.filter((name) => last.has(name) === isLast),
	);
	return (item, record) => {
		const [row, input] = [known(item, record), ownOf(item)];
		const fill = (names: string[]) =>
			names.flatMap((name) => (isTable || name in row ? [[name, row[name] ?? null]] : []));
		const { index, outcome } = item;
		const table = Object.fromEntries([
			...fill(front),
			...Object.entries(ownFields(input, reserved)),
			...fill(end),
			...(outcome.is === 'failed' ? [['error', asObject(outcome, index)]] : []),
		]) as IDataObject;
		noteLeftOut(table, input, reserved, leftOut);
		return table;
	};
}

function noteLeftOut(
	row: IDataObject,
	input: IDataObject,
	reserved: ReadonlySet<string>,
	leftOut: Set<string>,
) {
	for (const name of Object.keys(input)) {
		if (reserved.has(name) && row[name] !== input[name]) leftOut.add(name);
	}
}

/** An empty or failed item keeps the field of its input that the record was looked up by. */
function lookedUp({ record }: Operation, item: Item, own: IDataObject): IDataObject {
	if (record === undefined || item.input === undefined) return {};
	const { by, value } = record(item.input).key;
	return by in own && isEmpty(item) ? { [by]: value } : {};
}

function isEmpty(item: Item): boolean {
	return recordsOf(item).every((record) => Object.keys(record).length === 0);
}

/** What became of the item in a word, and why it was not done. */
function becameOf({ outcome }: Item, { pastTense = 'done' }: Operation): IDataObject {
	switch (outcome.is) {
		case 'skipped':
			return { outcome: 'skipped', reason: outcome.reason };
		case 'failed':
			return { outcome: 'failed', reason: reasonOf(outcome) };
		case 'checked':
			if (!('error' in outcome)) return { outcome: 'wouldSend' };
			return { outcome: 'failed', reason: reasonOf(outcome) };
		case 'begun':
		case 'done':
			return { outcome: pastTense };
		case 'waiting':
			return { outcome: 'failed', reason: 'Not started' };
	}
}

function reasonOf({ error: { message, description } }: WithError): string {
	// The row itself shows which item it is.
	const what = message.replace(/ \[item \d+\]$/, '');
	if (!description) return what;
	return `${what}${/[.!?]$/.test(what) ? '' : '.'} ${description}`;
}

/** The fields of the input without those that would pass for columns of the node. */
export function ownFields(input: IDataObject, reserved: ReadonlySet<string>): IDataObject {
	return Object.fromEntries(Object.entries(input).filter(([name]) => !reserved.has(name)));
}

function asObject(outcome: WithError, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	const { onceKey } = factsOf(outcome.error);
	const key = onceKey === undefined ? {} : { onceKey };
	return { message, description: description ?? '', ...detailsOf(outcome, itemIndex), ...key };
}

/** Without the Send Once Key: a model would send again with another key. */
function asText(outcome: WithError, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	return { error: message, message: description ?? '', details: detailsOf(outcome, itemIndex) };
}

function detailsOf({ error, accepted }: WithError, itemIndex: number): IDataObject {
	const { mayHaveBeenDone = false } = factsOf(error);
	const httpCode = 'httpCode' in error ? error.httpCode : null;
	return {
		...(httpCode === null ? {} : { httpCode }),
		mayHaveBeenDone: accepted !== undefined || mayHaveBeenDone,
		itemIndex,
		...(accepted === undefined ? {} : { accepted }),
	};
}
