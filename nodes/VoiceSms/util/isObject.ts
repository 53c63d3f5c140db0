import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object, but not a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
