import type { IDataObject } from 'n8n-workflow';

import { classify } from '../api/errors/nodeError';
import type { FieldReader } from '../fields/read/reader';
import type { OperationContext, Result } from './operation';

/** Whether the user wants an empty item for an unknown record. */
export function wantsEmpty(item: FieldReader): boolean {
	return item.options.choice('ifNotFound') === 'empty';
}

/** The record, or an empty item for an unknown record if that is wanted; throws every other failure. */
export async function orEmpty(
	{ emptyItem }: Pick<OperationContext, 'emptyItem'>,
	emptyIfNotFound: boolean,
	record: Promise<IDataObject>,
): Promise<Result> {
	return await record.catch(async (error: unknown) => {
		const isEmpty = emptyIfNotFound && classify(error).isMissing;
		return isEmpty ? emptyItem() : await Promise.reject(error);
	});
}
