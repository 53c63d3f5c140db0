import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { asCompared } from '../../util/asSeen';
import { isObject } from '../../util/isObject';

/** Whether n8n takes the output of a review for an approval. */
export function isYes({ approved, data }: IDataObject): boolean {
	return approved === true || (isObject(data) && data.approved === true);
}

/** A hash of a value, the same for values that look the same or differ only in the order of fields. */
export function hashOf(scope: string, value: unknown): string {
	return createHash('sha256')
		.update(`${scope} ${JSON.stringify(value, comparable)}`)
		.digest('base64url');
}

function comparable(_key: string, value: unknown): unknown {
	if (typeof value === 'string') return asCompared(value);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
