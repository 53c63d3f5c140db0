import type { IDataObject } from 'n8n-workflow';

import { isTool } from '../layers/execution';
import { layers } from '../layers/index';
import type { Item, Told } from '../layers/layer';
import { type Failed, countedItems } from '../layers/outcome';
import { rowsNamed } from '../util/inWords';
import { stopsRun } from './outputItems';

/** Lines above the output or, to a model, in the answer: those of the innermost layer first. */
export function linesOf(items: Item[], told: Told): string[] {
	const { operation } = told;
	const isForPeople = !isTool(told.context);
	const ofLayers = layers.map((layer) => {
		// An earlier try has lines, too, although its settings cannot be read.
		const isOn =
			layer.option === undefined ||
			items.some(({ earlier, layers: own }) => earlier !== undefined || own.has(layer));
		if (!isOn || operation[layer.needs] === undefined) return [];
		const forPeople = isForPeople ? layer.linesForPeople?.(items, told) : undefined;
		return [...(layer.lines?.(items, told) ?? []), ...(forPeople ?? [])];
	});
	const counted = countedItems(items);
	const results = counted.map(({ outcome }) => {
		return ('result' in outcome ? outcome.result : (outcome as Failed).accepted) as IDataObject;
	});
	const inputs = counted.map(({ input }) => input);
	const forPeople = isForPeople ? operation.linesForPeople?.(results) : undefined;
	return [
		...ofLayers.reverse().flat(),
		...(forPeople ?? []),
		...(operation.lines?.(results, inputs) ?? []),
	];
}

/** The line above the output of a run that goes on when items fail. */
export function linesOfFailed(items: Item[]): string[] {
	const rows = items.filter(stopsRun).map(({ index }) => index);
	if (rows.length === 0 || items.length === 1) return [];
	return [`${rows.length} of ${items.length} items failed (${rowsNamed(rows)}).`];
}
