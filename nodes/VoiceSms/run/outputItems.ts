import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../layers/layer';
import { type Operation, WithFile } from '../operations/operation';
import type { Pause } from '../util/pausing';
import { recordsOf, rowsFor } from './rows';

/** Whether the item stops the run, if the node stops on errors. */
export function stopsRun({ outcome }: Item): boolean {
	return outcome.is === 'failed';
}

/**
 * The output of the items in their order, each output linked to its item, and a line about fields of the
 * input that were left out.
 */
export async function outputItems(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	pause: Pause,
): Promise<{ output: INodeExecutionData[]; leftOut: string[] }> {
	const output: INodeExecutionData[] = [];
	const leftOut = new Set<string>();
	const rowOf = await rowsFor(context, operation, items, leftOut, pause);
	for (const item of items) {
		const { outcome, index } = item;
		const result = 'result' in outcome ? outcome.result : undefined;
		const file = result instanceof WithFile ? { binary: result.binary } : {};
		for (const record of recordsOf(item)) {
			output.push({ json: rowOf(item, record), ...file, pairedItem: { item: index } });
		}
		await pause();
	}
	return { output, leftOut: linesOfLeftOut([...leftOut]) };
}

/** The line about fields of the input that are not in the output. */
export function linesOfLeftOut(names: string[]): string[] {
	if (names.length === 0) return [];
	return [
		`Fields of the input that are not in the output, because this node has columns with these names: ${names.join(', ')}. To keep them, rename them before this node.`,
	];
}
