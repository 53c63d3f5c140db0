import { cut } from '../../util/fitted';
import { isObject } from '../../util/values';
import { checkAddress } from '../errors/advice';
import { type Failure, unreadable } from '../errors/failure';
import type { Payload } from '../endpoints';

/** Most characters that an error quotes, with the mark of a cut: of a broken answer, and of the service's words. */
const [maxBroken, maxWords] = [30, 201];

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
		unreadable(`${detail}: ${quote(quoted, apiKey, maxBroken)}`, { status });
	if (isWebPage(body)) return unreadable('a web page answered', { status, advice: checkAddress });
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
	// A null in a list stops no other record. The count of the records shows that one is missing.
	const index = value.findIndex((record) => record !== null && !isObject(record));
	return index === -1
		? { value: value.filter(isObject), data }
		: broken(`record ${index + 1} of "data.${key}" is not an object`, value[index]);
}

/** The message of a failed answer (interface, "Errors" 1), else its beginning; without the key. */
export function serviceMessage(body: unknown, apiKey = ''): string | undefined {
	if (isWebPage(body)) {
		const title = /<(title|h1)>([^<]+)/i.exec(body)?.[2];
		return title && quote(title, apiKey);
	}
	if (typeof body === 'string') return body.trim() === '' ? undefined : quote(body.trim(), apiKey);
	if (!isObject(body)) return undefined;
	if (typeof body.message === 'string') return withoutKey(body.message, apiKey);
	const more = quote({ ...body, success: undefined }, apiKey);
	return more === '{}' ? undefined : more;
}

const isWebPage = (body: unknown): body is string => typeof body === 'string' && /^\s*</.test(body);

/** The beginning of an answer without the key, for an error to show. */
export function quote(body: unknown, apiKey = '', maxLength = maxWords): string {
	const text = shownWithoutKey(body, apiKey);
	return text.trim() === '' ? 'it is empty' : cut(text, maxLength);
}

/** Whether a failed answer has the service's own form (interface, "Errors" 1). */
export function isOfService(body: unknown): boolean {
	return isObject(body) && body.success === false;
}

/**
 * The failure of a status that is neither 2xx nor 3xx.
 *
 * @param now milliseconds since 1970, for a Retry-After given as a date
 */
export function failureOfStatus(
	status: number,
	retryAfter: unknown,
	body: unknown,
	apiKey: string,
	now: number,
): Failure {
	const retryAfterMs = parseRetryAfter(retryAfter, now);
	return { cause: 'status', status, service: serviceMessage(body, apiKey), retryAfterMs };
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

const hidden = '[API key]';
const notShown = '[not shown: it may contain a part of the API key]';
/** So many characters of the key in a row count as a part of it, and fewer may be the prefix of all keys. */
const partLength = 10;

/**
 * A value as text without the key, as an answer may repeat the key. Texts and field names lose the key.
 * A number is hidden only if it is the whole key.
 *
 * Example, for the key 12: `{ "n": 312, "of": "key 12" }` gives `{"n":312,"of":"key [API key]"}`.
 */
function shownWithoutKey(value: unknown, apiKey: string): string {
	if (typeof value === 'string') return withoutKey(value, apiKey);
	const hide = (_name: string, one: unknown) => {
		if (typeof one === 'string') return withoutKey(one, apiKey);
		if (typeof one === 'number' && String(one) === apiKey) return hidden;
		if (!isObject(one)) return one;
		return Object.fromEntries(
			Object.entries(one).map(([name, inner]) => [withoutKey(name, apiKey), inner]),
		);
	};
	try {
		return JSON.stringify(value, hide) ?? 'nothing';
	} catch {
		return 'it is nested too deeply to be shown';
	}
}

/**
 * A text without the key, also where the key is written as in JSON or as in an address. A text that still
 * has a part of the key, such as a key with escapes of HTML, is not shown.
 */
export function withoutKey(text: string, apiKey: string): string {
	if (apiKey === '') return text;
	const json = JSON.stringify(apiKey).slice(1, -1);
	const forms = [
		apiKey,
		json,
		JSON.stringify(json).slice(1, -1),
		encodeURIComponent(apiKey),
		encodeURI(apiKey),
	];
	// Longest first: replacing the beginning of a longer form would leave its end visible.
	const left = forms
		.sort((a, b) => b.length - a.length)
		.reduce((rest, form) => rest.replace(anyCase(form), hidden), text);
	return hasPart(left.toLowerCase(), apiKey.toLowerCase()) ? notShown : left;
}

function hasPart(text: string, key: string): boolean {
	for (let end = partLength; end <= key.length; end++) {
		if (text.includes(key.slice(end - partLength, end))) return true;
	}
	return false;
}

/** A pattern for the text in any case, as %2f means the same as %2F. */
function anyCase(text: string): RegExp {
	return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
}
