import type { IDataObject } from 'n8n-workflow';

import { isNotFound } from '../api/errors/nodeError';
import type { FieldReader } from '../fields/read/reader';
import { none } from './listed';
import type { Result, Surroundings } from './operation';

/** Whether the user wants an empty item for a record that the service does not have. */
export function wantsEmpty(item: FieldReader): boolean {
	return item.options.choice('ifNotFound') === 'empty';
}

/** What stands for a record that there is not: {}, or for a model what is no record at all. */
export function emptyItem({ asTool }: Pick<Surroundings, 'asTool'>): Result {
	return asTool ? none() : {};
}

/**
 * The record that was asked for; where the service has none and `emptyIfNotFound` is set, `emptyItem`.
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
