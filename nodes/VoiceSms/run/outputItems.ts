import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { type Operation, Listed, WithFile } from '../operations/operation';
import { pausing } from '../util/pausing';
import { type FailedOutcome, type ItemOutcome, mayHaveBeenDone, onceKeyOf } from '../layers/layer';
import { isTool } from '../layers/execution';

/** Whether the item failed. */
export function hasFailed(outcome: ItemOutcome | undefined): outcome is FailedOutcome {
	return outcome !== undefined && 'error' in outcome;
}

/** Whether the outcome stops the run, if the node stops on errors. */
export function stopsRun(outcome: ItemOutcome | undefined): boolean {
	return hasFailed(outcome) && outcome.onlyChecked !== true;
}

/** The output of the items in their order, each output linked to its item. */
export async function outputItems(
	context: IExecuteFunctions,
	operation: Operation,
	outcomes: ItemOutcome[],
	clock: Clock,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const failed = failedBy(context, operation);
	const pause = pausing(clock);
	for (const [item, outcome] of outcomes.entries()) {
		const pairedItem = { item };
		if ('error' in outcome) {
			output.push({ json: failed(outcome, item), pairedItem });
		} else if (outcome.result instanceof WithFile) {
			output.push({ json: outcome.result.json, binary: outcome.result.binary, pairedItem });
		} else {
			const { result } = outcome;
			const records = result instanceof Listed ? result.records : [result].flat();
			for (const json of records) output.push({ json, pairedItem });
		}
		await pause();
	}
	return output;
}

/**
 * Gives the output of a failed item: it keeps its own fields and gets `error`, which replaces an own field
 * of that name.
 *
 * On the error branch, n8n finds failed items by `error` alone and adds the own fields itself (n8n-core,
 * handleNodeErrorOutput). With `error` beside `json`, n8n would replace all fields by the message
 * (normalizeNodeErrors). A model gets the message as text. An unasked question keeps no own fields: a field
 * `approved` or `data` would pass for its answer.
 */
function failedBy(
	context: IExecuteFunctions,
	{ asks }: Operation,
): (outcome: FailedOutcome, itemIndex: number) => IDataObject {
	if (isTool(context)) return asText;
	if (context.getNode().onError === 'continueErrorOutput') return asObject;
	const inputs = asks === true ? [] : context.getInputData();
	return (outcome, itemIndex) => ({
		...(outcome.onlyChecked === true ? { wouldSend: false } : {}),
		...inputs[itemIndex]?.json,
		...asObject(outcome, itemIndex),
	});
}

function asObject(outcome: FailedOutcome, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	return { error: { message, description: description ?? '', ...detailsOf(outcome, itemIndex) } };
}

function asText(outcome: FailedOutcome, itemIndex: number): IDataObject {
	const { message, description } = outcome.error;
	return {
		error: message,
		message: description ?? '',
		details: detailsOf(outcome, itemIndex),
	};
}

function detailsOf({ error, accepted }: FailedOutcome, itemIndex: number): IDataObject {
	const onceKey = error.context[onceKeyOf] as string | undefined;
	const httpCode = 'httpCode' in error ? error.httpCode : null;
	return {
		...(httpCode === null ? {} : { httpCode }),
		mayHaveBeenDone: accepted !== undefined || mayHaveBeenDone(error),
		itemIndex,
		...(onceKey === undefined ? {} : { onceKey }),
		...(accepted === undefined ? {} : { accepted }),
	};
}
