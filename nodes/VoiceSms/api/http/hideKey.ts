import { isObject } from '../../util/isObject';

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
export function shownWithoutKey(value: unknown, apiKey: string): string {
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
