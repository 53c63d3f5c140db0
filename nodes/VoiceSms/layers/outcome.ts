import type {
	IDataObject,
	IExecuteFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { addTo, repeatableKey, toNodeError, unsureKey } from '../api/errors/nodeError';
import type { Operation, Result } from '../operations/operation';
import type { Item, LayerRun } from './layer';

export type NodeError = NodeApiError | NodeOperationError;

/**
 * The outcome of one item; undefined when it was not started.
 *
 * - `notSent`: nothing was sent and nothing is left to finish: an option skipped the item, or it was only
 *   checked. `forModel` says so to a model.
 * - `onlyChecked`: the item was only checked. A check that failed does not stop the other items.
 * - `invalid`: a field is invalid, so no request was made.
 * - `isOpen`: a person was asked, and the answer is missing.
 * - `accepted`: the item was done, with this answer of the service, and a later step failed.
 */
export type ItemOutcome = DoneOutcome | FailedOutcome;

/** The outcome of an item that did not fail. */
interface DoneOutcome {
	result: Result;
	notSent?: 'skipped' | 'checked';
	forModel?: IDataObject;
	isOpen?: true;
	onlyChecked?: true;
}

/** The outcome of an item that failed. */
export interface FailedOutcome {
	error: NodeError;
	accepted?: IDataObject;
	onlyChecked?: true;
	invalid?: true;
}

/** For a model, after a check. */
export const toldOfDryRun =
	'Dry Run is on for this tool. Tell the user, and do not try another way.';

/** Where a model or a person can look whether something was done. */
export const whereToLook: Record<Operation['resource'], string> = {
	call: 'in the list of calls',
	contact: 'in the list of contacts',
	sms: 'in its conversation',
};

/** Name in an error's context: the Send Once Key that is in doubt. */
export const onceKeyOf = 'onceKey';

/** Any error as an error of n8n, with its item. */
export function asItemError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.context.itemIndex = itemIndex;
	return nodeError;
}

/** Whether the failed write may have been carried out. */
export function mayHaveBeenDone(error: NodeError): boolean {
	return error.context[unsureKey] === true;
}

/** Whether the write may have been carried out, and another try would carry it out twice. */
export function wouldDoubleIt(error: NodeError): boolean {
	return mayHaveBeenDone(error) && error.context[repeatableKey] !== true;
}

/** The outcome of an item that was done, if a later step failed. */
export function failedAfterwards(error: NodeError, accepted: IDataObject): ItemOutcome {
	addTo(
		error,
		'The service has already accepted this item. Do not run it again. Look it up by its ID.',
	);
	return { error, accepted };
}

/**
 * An item that an option skips. The outcome comes first, because n8n shows the first columns of a wide table.
 *
 * @param reason a sentence for people
 * @param forModel in the words for a model: it gets neither key nor tag, because it might send with another
 * key, or remove the tag
 * @param about more fields of the output
 */
export function skipped(
	{ operation, asTool }: LayerRun,
	{ input, onlyChecked }: Item,
	reason: string,
	forModel: IDataObject,
	about: IDataObject = {},
): ItemOutcome {
	const result = { skipped: true, reason, ...operation.sent?.(input, asTool), ...about };
	const outcome = { notSent: 'skipped', forModel: { skipped: true, ...forModel } } as const;
	return onlyChecked
		? { ...outcome, result: { wouldSend: false, ...result }, onlyChecked }
		: { ...outcome, result };
}
