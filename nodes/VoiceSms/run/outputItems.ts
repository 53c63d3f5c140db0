import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { ItemOutcome } from '../layers/layer';
import { type Operation, Listed, WithFile } from '../operations/operation';
import { pausing } from '../util/pausing';
import type { ItemOrError } from './items';
import { rowsFor } from './row';

/** The output of the items in their order, each output linked to its item. */
export async function outputItems(
	context: IExecuteFunctions,
	operation: Operation,
	items: ItemOrError[],
	outcomes: ItemOutcome[],
	clock: Clock,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const rowOf = rowsFor(context, operation, items, outcomes);
	const pause = pausing(clock);
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
