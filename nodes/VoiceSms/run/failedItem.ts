import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import type { ItemOutcome } from './outcomes';
import { mayHaveBeenDone, onceKeyOf } from './outcomes';

type FailedOutcome = Extract<ItemOutcome, { error: unknown }>;

/** The output of a failed item, by its index. */
export type FailedItem = (outcome: FailedOutcome, itemIndex: number) => IDataObject;

/**
 * A failed item keeps its own fields and gets `error`, which replaces an own field of that name.
 *
 * On the error branch, n8n finds failed items by `error` alone and adds the own fields itself (n8n-core,
 * handleNodeErrorOutput). With `error` beside `json`, n8n would replace all fields by the message
 * (normalizeNodeErrors). A model gets the message as text. An unasked question keeps no own fields: a field
 * `approved` or `data` would pass for its answer.
 */
export function failedItem(
	context: IExecuteFunctions,
	{ asks }: Operation,
	asTool: boolean,
): FailedItem {
	if (asTool) return asText;
	if (asks === true || context.getNode().onError === 'continueErrorOutput') return asObject;
	const inputs = context.getInputData();
	return (outcome, itemIndex) => ({
		...(outcome.dryRun === true ? { wouldSend: false } : {}),
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
