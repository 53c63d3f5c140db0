import type { IDataObject } from 'n8n-workflow';

import { classify, failureIn, rethrow } from '../api/errors/nodeError';
import type { List } from '../api/endpoints';
import type { FieldReader } from '../fields/read/reader';
import { isNothing } from '../fields/read/values';
import type { OperationContext } from './context';
import type { Result } from './result';

/** Whether the user wants an empty item for an unknown record. */
export function wantsEmpty(item: FieldReader): boolean {
	return item.options.choice('ifNotFound') === 'empty';
}

/** Whether a row asks for nothing, and the user wants an empty item: the expression of the record gives nothing. */
export function asksForNothing(item: FieldReader, name: string): boolean {
	if (item.asTool || !wantsEmpty(item) || !item.isByExpression(name, 'value')) return false;
	return isNothing(item.optionalText(name));
}

type Checking = Pick<OperationContext, 'emptyItem' | 'api' | 'shared'>;

/** The record, or an empty item for an unknown record if that is wanted; throws every other failure. */
export async function orEmpty(
	context: Checking,
	emptyIfNotFound: boolean,
	record: Promise<IDataObject>,
	list: List,
): Promise<Result> {
	return await record.catch(async (error: unknown) => {
		if (!emptyIfNotFound || !classify(error).isMissing) rethrow(error);
		return await checkedEmpty(context, list);
	});
}

/**
 * The item for an unknown record. At a wrong Base URL nothing is known, so the list of these records is requested once
 * for the run.
 *
 * @throws NodeApiError if the list does not answer; a key may be unable to read it
 */
export async function checkedEmpty(
	{ emptyItem, api, shared }: Checking,
	list: List,
): Promise<Result> {
	const lists = shared(listsRead);
	const known =
		lists.get(list.path) ??
		api.about(`list of ${list.path.split('/').pop()}`).page({ ...list, ignoresUserQuery: true }, 1);
	lists.set(list.path, known);
	await known.catch((error: unknown) => {
		return failureIn(error)?.status === 403 ? undefined : rethrow(error);
	});
	return emptyItem();
}

const listsRead = () => new Map<string, Promise<unknown>>();
