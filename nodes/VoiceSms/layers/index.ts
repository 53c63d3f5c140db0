import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { RunLimits } from '../api/connection';
import { onlyIfAdded, optionsField } from '../fields/forms/formFields';
import type { FieldReader } from '../fields/read/reader';
import { operations as bare } from '../operations/index';
import type { Operation } from '../operations/operation';
import { resourceOf } from '../operations/resources';
import type { Turn } from '../util/serially';
import { doneBefore } from './doneBefore';
import { dryRun } from './dryRun';
import { emptyBlanks } from './emptyBlanks';
import { emptyFilters } from './emptyFilters';
import { includeInput } from './includeInput';
import { oneRecordAtATime } from './oneRecordAtATime';
import type { Item, Layer } from './layer';
import { sameNumber } from './sameNumber';
import { sendInterval } from './sendInterval';
import { sendOnce } from './sendOnce';
import { sendToTagged, skipTag } from './skipTag';
import { testNumbers } from './testNumbers';

/** The layers of an item, from the outside to the inside. A new option is one file, and one line here. */
export const layers: readonly Layer[] = [
	oneRecordAtATime,
	doneBefore,
	emptyBlanks,
	emptyFilters,
	sendInterval,
	skipTag,
	sendOnce,
	sameNumber,
	includeInput,
	testNumbers,
	dryRun,
];

/** Every operation, with the options of the layers that it has. */
export const operationsWithOptions: readonly Operation[] = bare.map((operation) => {
	const own = layers.flatMap(({ field, needs }) => {
		return operation[needs] === undefined ? [] : (field?.(operation) ?? []);
	});
	if (own.length === 0) return operation;
	const [hint, last] = operation.sends === undefined ? [] : [onlyIfAdded, sendToTagged];
	const fields = operation.fields.map((field) => {
		return field.name === 'options'
			? optionsField([...(field.options as INodeProperties[]), ...own], hint, last)
			: field;
	});
	return { ...operation, fields };
});

/**
 * The settings of an item's layers; a layer that is off is not in it.
 *
 * @throws NodeOperationError of a field
 */
export function settingsOf(
	operation: Operation,
	item: FieldReader,
	context: IExecuteFunctions,
): Map<Layer, unknown> {
	const settings = new Map<Layer, unknown>();
	for (const layer of layers) {
		const { needs, option, read } = layer;
		if (operation[needs] === undefined) continue;
		if (option !== undefined && !item.options.isAdded(option)) continue;
		const setting = read === undefined ? true : read(item, operation, context);
		if (setting !== undefined) settings.set(layer, setting);
	}
	return settings;
}

/** The queues of an item, all joined at once: it is done after the earlier items in one of them. */
export function lanesOf(item: Item, operation: Operation, limits: RunLimits): Turn[] {
	const lanes: Turn[] = item.operationLanes.map((lane) => `lane ${lane}`);
	for (const { lane } of item.layers.keys()) {
		const own = lane?.(item, operation, limits);
		if (own !== undefined) lanes.push(own);
	}
	return lanes;
}

/** Fields by which n8n knows failed items; one with `$error` and `$json` it replaces (n8n-core, workflow-execute). */
const ofN8n = ['error', '$error'];

/**
 * Result columns of all operations that send. In the input they describe an earlier message, so they are dropped.
 * Except `id`: lists use it.
 */
const toldOfSent = bare
	.filter(({ sends }) => sends !== undefined)
	.flatMap(({ row }) => [...(row?.told ?? []), ...(row?.last ?? [])])
	.filter((name) => name !== 'id');

/**
 * The columns that no field of the input fills: all that a row can ever have or, of operations without `row`,
 * the facts of a record, and the fields of n8n. Where messages are sent, also the result columns of an earlier
 * message.
 */
export function columnsOf(operation: Operation): Set<string> {
	if (operation.row === undefined)
		return new Set([...resourceOf(operation).serviceColumns, ...ofN8n]);
	const { first, told = [], last } = operation.row;
	const ofOthers = operation.sends === undefined ? [] : toldOfSent;
	const added = layers.flatMap(({ adds = [], needs }) => {
		return operation[needs] === undefined ? [] : adds;
	});
	return new Set([...first, ...told, ...added, ...last, ...ofOthers, ...ofN8n]);
}

/** The setting of a layer; undefined for an item without it. */
export function settingIn<Setting>(item: Item | undefined, layer: Layer<Setting>) {
	return item?.layers.get(layer) as Setting | undefined;
}
