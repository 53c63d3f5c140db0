import { isObject } from '../../util/isObject';

const hidden = '[API key]';

/**
 * A value as text without the key, which an answer may echo. Texts and names of fields lose the key, a
 * number that is the key becomes text; every other number stays as it is, whatever its digits.
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

/** A text without the key: as it is sent, as JSON text holds it, and as an address holds it. */
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
	// A form that another one begins with would leave the rest of it standing.
	return forms
		.sort((a, b) => b.length - a.length)
		.reduce((left, form) => left.replace(anyCase(form), hidden), text);
}

/** %2f means the same as %2F. */
function anyCase(text: string): RegExp {
	return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
}
