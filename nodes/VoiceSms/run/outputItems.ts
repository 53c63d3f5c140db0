import type { INodeExecutionData } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { Listed } from '../operations/listed';
import { WithFile } from '../operations/operation';
import { pausing } from '../util/pausing';
import type { FailedItem } from './failedItem';
import type { ItemOutcome } from './outcomes';

/** The output of the items in their order, each output linked to its item. */
export async function outputItems(
	outcomes: ItemOutcome[],
	failed: FailedItem,
	clock: Clock,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const pause = pausing(clock);
	for (const [item, outcome] of outcomes.entries()) {
		const pairedItem = { item };
		if ('error' in outcome) {
			output.push({ json: failed(outcome, item), pairedItem });
		} else if (outcome.result instanceof WithFile) {
			output.push({ json: outcome.result.json, binary: outcome.result.binary, pairedItem });
		} else if (outcome.result instanceof Listed) {
			for (const json of outcome.result.records) output.push({ json, pairedItem });
		} else if (Array.isArray(outcome.result)) {
			for (const json of outcome.result) output.push({ json, pairedItem });
		} else {
			output.push({ json: outcome.result, pairedItem });
		}
		await pause();
	}
	return output;
}
