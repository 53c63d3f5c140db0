import type { IDataObject } from 'n8n-workflow';

import { isNotFound } from '../api/errors/nodeError';
import type { FieldReader } from '../fields/read/reader';
import { Listed } from './listed';
import type { Result, Surroundings } from './operation';

/** Whether the user wants an empty item for an unknown record. */
export function wantsEmpty(item: FieldReader): boolean {
	return item.options.choice('ifNotFound') === 'empty';
}

/** The output for an unknown record: {}, or for a model an empty list. */
export function emptyItem({ asTool }: Pick<Surroundings, 'asTool'>): Result {
	return asTool ? new Listed([], { sought: '', wanted: 1 }) : {};
}

/**
 * The record, or `emptyItem` for an unknown record if `emptyIfNotFound` is set.
 *
 * @throws every other failure of the request
 */
export async function orEmpty(
	surroundings: Pick<Surroundings, 'asTool'>,
	emptyIfNotFound: boolean,
	record: Promise<IDataObject>,
): Promise<Result> {
	return await record.catch(async (error: unknown) => {
		if (!emptyIfNotFound || !isNotFound(error)) return await Promise.reject(error);
		return emptyItem(surroundings);
	});
}
