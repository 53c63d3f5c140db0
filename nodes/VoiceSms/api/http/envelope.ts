import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import type { Failure } from '../errors/failure';
import { unreadable } from '../errors/failure';
import type { Payload } from '../types';
import { shownWithoutKey, withoutKey } from './hideKey';

/** Most characters of a broken answer that an error quotes. */
const quotedCharacters = 200;

/**
 * Takes the documented payload out of a 2xx answer (interface, "Every response body is a JSON
 * object with a boolean `success`"). `success: false` is a refusal. An answer without `success: true`,
 * or without the documented key, is unreadable, never an empty result.
 *
 * @param key key of `data` that holds the value; undefined for `data` itself
 * @param apiKey hidden where a failure quotes the answer
 */
export function unwrap(
	body: unknown,
	key: string | undefined,
	status: number,
	apiKey = '',
): Payload | Failure {
	const broken = (detail: string, quoted: unknown = body) =>
		unreadable(`${detail}: ${quote(quoted, apiKey)}`, { status });
	if (!isObject(body)) return broken('the answer is not JSON');
	if (body.success === false) {
		return { cause: 'refused', status, service: serviceMessage(body, apiKey) };
	}
	if (body.success !== true) return broken('the answer lacks "success"');
	const { data } = body;
	if (!isObject(data)) return broken('the answer lacks "data"');
	if (key === undefined) return { value: data, data };
	const value = data[key];
	if (isObject(value)) return { value, data };
	if (!Array.isArray(value)) return broken(`the answer lacks "data.${key}"`);
	const index = value.findIndex((record) => !isObject(record));
	return index === -1
		? { value: value as IDataObject[], data }
		: broken(`record ${index + 1} of "data.${key}" is not an object`, value[index]);
}

/** The message of a failed answer (interface, "Errors" 1), else the beginning of its text; without the key. */
export function serviceMessage(body: unknown, apiKey = ''): string | undefined {
	if (isObject(body)) {
		return typeof body.message === 'string' ? withoutKey(body.message, apiKey) : undefined;
	}
	const text = typeof body === 'string' ? body.trim() : '';
	return text === '' ? undefined : quote(text, apiKey);
}

/** The beginning of an answer without the key, for an error to show. */
export function quote(body: unknown, apiKey = ''): string {
	const text = shownWithoutKey(body, apiKey);
	if (text.trim() === '') return 'it is empty';
	return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
}

/**
 * Milliseconds to wait by a Retry-After header, given in seconds or as an HTTP date (RFC 9110, 10.2.3);
 * undefined without a valid header.
 *
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text =
		typeof header === 'string' || typeof header === 'number' ? String(header).trim() : '';
	if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
	// An HTTP date has letters: `Date.parse` would read "-5" as a year.
	const date = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
