import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { Listed } from '../operations/listed';
import { WithFile } from '../operations/operation';
import { pausing } from '../util/pausing';
import type { ItemOutcome } from './outcomes';
import { mayHaveBeenDone, onceKeyOf } from './outcomes';

/** What the items gave, in their order, each output linked to the item it comes from. */
export async function outputItems(
	outcomes: ItemOutcome[],
	clock: Clock,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const pause = pausing(clock);
	for (const [item, outcome] of outcomes.entries()) {
		const pairedItem = { item };
		if ('error' in outcome) {
			output.push({ json: whatFailed(outcome, item), pairedItem });
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

type FailedOutcome = Extract<ItemOutcome, { error: unknown }>;

/**
 * The three fields that n8n knows an error item by: it sends the item to the error branch and adds
 * the input's own fields (n8n-core, handleNodeErrorOutput). With `error` beside `json` it would
 * replace all of them by the message (normalizeNodeErrors).
 */
function whatFailed({ error, accepted }: FailedOutcome, itemIndex: number): IDataObject {
	const httpCode = 'httpCode' in error ? error.httpCode : null;
	const onceKey = error.context[onceKeyOf] as string | undefined;
	return {
		error: error.message,
		message: error.description ?? '',
		details: {
			httpCode,
			mayHaveBeenDone: accepted !== undefined || mayHaveBeenDone(error),
			itemIndex,
			...(onceKey === undefined ? {} : { onceKey }),
			...(accepted === undefined ? {} : { accepted }),
		},
	};
}
