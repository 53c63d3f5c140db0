import { createHash } from 'node:crypto';

import { isObject } from '../../util/isObject';

/** Soft hyphen, zero-width spaces and joiners, marks of the writing direction, byte order mark. */
const noWidth = /[\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]/g;

/**
 * A hash of a value, the same for values that differ only in spaces, in invisible characters or in the order
 * of their fields.
 *
 * @param scope values of another scope have other hashes
 */
export function hashOf(scope: string, value: unknown): string {
	return createHash('sha256')
		.update(`${scope} ${JSON.stringify(value, comparable)}`)
		.digest('base64url');
}

function comparable(_key: string, value: unknown): unknown {
	if (typeof value === 'string') {
		return value.normalize('NFC').replace(noWidth, '').replace(/\s+/g, ' ').trim();
	}
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
