import type { IDataObject } from 'n8n-workflow';

import { layers } from '../layers/index';
import type { Item, LineContext } from '../layers/layer';
import { countedItems, inState, named, stopsRun, wordsOf } from '../layers/outcome';
import type { Operation } from '../operations/operation';

/** Lines above the output or, to a model, in the answer: the lines of the innermost layer first. */
export function linesOf(run: LineContext, items: Item[]): string[] {
	const { operation, asTool } = run;
	const lines: string[] = [];
	for (const layer of [...layers].reverse()) {
		// An earlier try has lines, too, although its settings cannot be read.
		const isOn =
			layer.option === undefined ||
			items.some(({ earlier, layers: own }) => earlier !== undefined || own.has(layer));
		if (!isOn || operation[layer.needs] === undefined) continue;
		lines.push(...(layer.lines?.(items, run) ?? []));
	}
	const counted = countedItems(items);
	const results = counted.map(({ outcome }) => (outcome as { result: IDataObject }).result);
	const inputs = counted.map(({ input }) => input);
	return [...lines, ...(operation.lines?.(results, inputs, asTool) ?? [])];
}

/** The lines above the output of a run that goes on when items fail: one for each state. */
export function linesOfFailed(items: Item[], operation: Operation): string[] {
	if (items.length === 1) return [];
	const failed = items.filter(stopsRun);
	return (['unclear', 'acceptedThenFailed', 'rejected'] as const).flatMap((is) => {
		const own = is === 'rejected' ? inState(failed, is, 'invalid') : inState(failed, is);
		if (own.length === 0) return [];
		own.sort((one, other) => one.index - other.index);
		const words = is === 'rejected' ? 'Failed' : wordsOf(is, operation);
		return [`${words}: ${own.length} of ${items.length}, ${named(own, operation)}.`];
	});
}
