import type { IDataObject } from 'n8n-workflow';

import { isNotFound } from '../api/nodeError';
import type { FieldReader } from '../fields/reader';

/** Whether the user wants an empty item for a record that the service does not have. */
export function wantsEmpty(item: FieldReader): boolean {
	return item.options.word('ifNotFound') === 'empty';
}

/**
 * The record that was asked for; {} when the service has none and `emptyIfNotFound` is set.
 *
 * @throws every other failure of the request
 */
export async function orEmpty(
	emptyIfNotFound: boolean,
	record: Promise<IDataObject>,
): Promise<IDataObject> {
	return await record.catch(async (error: unknown) => {
		return emptyIfNotFound && isNotFound(error) ? {} : await Promise.reject(error);
	});
}
