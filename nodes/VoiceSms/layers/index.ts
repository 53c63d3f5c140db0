import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Limits } from '../api/connect';
import { optionsField } from '../fields/forms/options';
import type { FieldReader } from '../fields/read/reader';
import { operations as bare } from '../operations/index';
import type { Operation } from '../operations/operation';
import { answeredBefore } from './answeredBefore';
import { dryRun } from './dryRun';
import { emptyBlanks } from './emptyBlanks';
import { includeInput } from './includeInput';
import { inItsTurn } from './inItsTurn';
import type { FailedOutcome, Item, Layer } from './layer';
import { sameNumber } from './sameNumber';
import { sendInterval } from './sendInterval';
import { sendOnce } from './sendOnce';
import { skipTag } from './skipTag';

/** What happens to an item, from the outside to the inside. A new option is one file, and one line here. */
export const layers: readonly Layer[] = [
	inItsTurn,
	answeredBefore,
	emptyBlanks,
	sendInterval,
	skipTag,
	sendOnce,
	sameNumber,
	includeInput,
	dryRun,
];

/** Every operation, with the options of the layers that it has. */
export const operations: readonly Operation[] = bare.map((operation) => {
	const own = layers.flatMap(({ field, needs }) => {
		return operation[needs] === undefined ? [] : (field?.(operation) ?? []);
	});
	if (own.length === 0) return operation;
	const fields = operation.fields.map((field) => {
		return field.name === 'options'
			? optionsField([...(field.options as INodeProperties[]), ...own])
			: field;
	});
	return { ...operation, fields };
});

/**
 * The settings of an item's layers, in their order; undefined for a layer that is off.
 *
 * @throws NodeOperationError of a field
 */
export function settingsOf(
	operation: Operation,
	item: FieldReader,
	context: IExecuteFunctions,
): unknown[] {
	const { options } = item;
	return layers.map(({ needs, option, read }) => {
		if (operation[needs] === undefined) return undefined;
		if (option !== undefined && !options.isAdded(option)) return undefined;
		return read === undefined ? true : read(item, operation, context);
	});
}

/** Limits of the run, as its first valid item sets them. */
export function limitsOf(first: Item | undefined): Limits {
	return { bound: first?.bound, intervalMs: settingIn(first?.layers, sendInterval) };
}

/** Names of queues: the item is done after earlier items with one of these names. */
export function lanesOf(item: Item, limits: Limits): string[] {
	return [
		...item.operationLanes.map((lane) => `lane ${lane}`),
		...layers.flatMap(({ lane }, place) => {
			const setting = item.layers[place];
			return setting === undefined ? [] : (lane?.(setting, limits) ?? []);
		}),
	];
}

/** Whether an item with these settings is only checked. */
export function isOnlyChecked(settings: unknown[]): boolean {
	return settingIn(settings, dryRun) === true;
}

/** Whether the output of the item also has the fields of its input. */
export function keepsInput(item: Item | FailedOutcome): boolean {
	return 'error' in item
		? item.onlyChecked === true
		: item.onlyChecked || settingIn(item.layers, includeInput) === true;
}

/** The Send Once Key of an item; undefined without one. */
export function onceKeyIn(item: Item | FailedOutcome): string | undefined {
	return 'error' in item ? undefined : settingIn(item.layers, sendOnce);
}

function settingIn<Setting>(settings: unknown[] | undefined, layer: Layer<Setting>) {
	return settings?.[layers.indexOf(layer)] as Setting | undefined;
}
