import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import type { Failure } from '../errors/failure';
import { shownWithoutKey, withoutKey } from './hideKey';

/** First characters of a broken answer that an error quotes. */
const quotedCharacters = 200;

/** Where an answer's payload stands: the `data` object itself, or one key of it. */
export type DataKey = string | undefined;

export type Unwrapped = { value: IDataObject | IDataObject[]; data: IDataObject } | Failure;

/**
 * Takes the documented payload out of a 2xx answer (interface, "Every response body is a JSON
 * object with a boolean `success`"). `success: false` is a refusal whatever the status; an answer
 * without `success: true`, or without the documented key, is unreadable, never an empty result.
 *
 * @param apiKey is left out where a failure quotes the answer
 */
export function unwrap(body: unknown, key: DataKey, status: number, apiKey = ''): Unwrapped {
	if (!isObject(body)) {
		return {
			cause: 'unreadable',
			status,
			detail: `the answer is not JSON: ${quote(body, apiKey)}`,
		};
	}
	if (body.success === false)
		return { cause: 'refused', status, service: serviceMessage(body, apiKey) };
	if (body.success !== true) {
		return {
			cause: 'unreadable',
			status,
			detail: `the answer lacks "success": ${quote(body, apiKey)}`,
		};
	}
	const { data } = body;
	if (!isObject(data)) {
		return {
			cause: 'unreadable',
			status,
			detail: `the answer lacks "data": ${quote(body, apiKey)}`,
		};
	}
	if (key === undefined) return { value: data, data };
	const value = data[key];
	if (Array.isArray(value) && !isListOfObjects(value)) {
		const index = value.findIndex((record) => !isObject(record));
		return {
			cause: 'unreadable',
			status,
			detail: `record ${index + 1} of "data.${key}" is no object: ${quote(value[index], apiKey)}`,
		};
	}
	if (!isObject(value) && !isListOfObjects(value)) {
		return {
			cause: 'unreadable',
			status,
			detail: `the answer lacks "data.${key}": ${quote(body, apiKey)}`,
		};
	}
	return { value, data };
}

/** The service's own words in a failed answer, if there are any (interface, "Errors" 1), without the key. */
export function serviceMessage(body: unknown, apiKey = ''): string | undefined {
	if (isObject(body)) {
		return typeof body.message === 'string' ? withoutKey(body.message, apiKey) : undefined;
	}
	const text = typeof body === 'string' ? body.trim() : '';
	return text === '' ? undefined : quote(text, apiKey);
}

function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isObject);
}

/** The beginning of an answer without the key, for an error to show. */
export function quote(body: unknown, apiKey = ''): string {
	const text = shownWithoutKey(body, apiKey);
	if (text.trim() === '') return 'it is empty';
	return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
}
