import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../util/isObject';
import type { Failure } from './failure';

/** First characters of a broken answer that an error quotes. */
const quotedCharacters = 200;

/** Where an answer's payload stands: the `data` object itself, or one key of it. */
export type DataKey = string | undefined;

export type Unwrapped = { value: IDataObject | IDataObject[]; data: IDataObject } | Failure;

/**
 * Takes the documented payload out of a 2xx answer (interface, "Every response body is a JSON
 * object with a boolean `success`"). `success: false` is a refusal whatever the status; an answer
 * without `success: true`, or without the documented key, is unreadable, never an empty result.
 */
export function unwrap(body: unknown, key: DataKey, status: number): Unwrapped {
	if (!isObject(body)) {
		return { cause: 'unreadable', status, detail: `the answer is not JSON: ${quote(body)}` };
	}
	if (body.success === false) return { cause: 'refused', status, service: serviceMessage(body) };
	if (body.success !== true) {
		return { cause: 'unreadable', status, detail: `the answer lacks "success": ${quote(body)}` };
	}
	const { data } = body;
	if (!isObject(data)) {
		return { cause: 'unreadable', status, detail: `the answer lacks "data": ${quote(body)}` };
	}
	if (key === undefined) return { value: data, data };
	const value = data[key];
	if (Array.isArray(value) && !isListOfObjects(value)) {
		const index = value.findIndex((record) => !isObject(record));
		return {
			cause: 'unreadable',
			status,
			detail: `record ${index + 1} of "data.${key}" is no object: ${quote(value[index])}`,
		};
	}
	if (!isObject(value) && !isListOfObjects(value)) {
		return {
			cause: 'unreadable',
			status,
			detail: `the answer lacks "data.${key}": ${quote(body)}`,
		};
	}
	return { value, data };
}

/** The service's own words in a failed answer, if there are any (interface, "Errors" 1). */
export function serviceMessage(body: unknown): string | undefined {
	if (isObject(body)) return typeof body.message === 'string' ? body.message : undefined;
	const text = typeof body === 'string' ? body.trim() : '';
	return text === '' ? undefined : quote(text);
}

function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isObject);
}

/** The beginning of an answer, for an error to show. */
export function quote(body: unknown): string {
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? 'nothing');
	if (text.trim() === '') return 'it is empty';
	return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
}
