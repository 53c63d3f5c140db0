import { objectInText } from './judge';
import type { Part } from './template';

/** How an expression makes a text fit for JSON by itself. */
const escapes = /stringify|escape|\\\\/i;

/**
 * Writes values into a text of JSON: a quote or a line break in a value stays in the value, and no value adds a
 * field. n8n would write the values as they are. `isValue` = whether a part is a whole value of the JSON.
 */
export function jsonWriterOf(parts: Part[]) {
	let inQuotes = false;
	const isQuoted = parts.map((part) => {
		const quotes = typeof part === 'string' ? part.replace(/\\[^]/g, '').split('"').length - 1 : 0;
		if (quotes % 2 === 1) inQuotes = !inQuotes;
		return inQuotes;
	});
	// Whether each blank outside of quotes is one value. Otherwise it may be any piece of JSON.
	const hasValues = isJson(
		parts.map((part, at) => (typeof part === 'string' ? part : isQuoted[at] ? '' : '1')).join(''),
	);
	return {
		isValue: (at: number) =>
			!isQuoted[at] || (/"$/.test(parts[at - 1] as string) && /^"/.test(parts[at + 1] as string)),
		write: (at: number, result: unknown, text: string) => {
			const { expression } = parts[at] as { expression: string };
			if (isQuoted[at]) {
				if (escapes.test(expression) && isJson(`"${text}"`)) return text;
				return JSON.stringify(text).slice(1, -1);
			}
			if (!hasValues) return text;
			if (text === '') return JSON.stringify(isPlainJson(result) ? result : null);
			// In a list, a blank may give several values.
			return isJson(`[${text}]`) ? text : JSON.stringify(text);
		},
	};
}

/** Whether it is an object that JSON can hold, and text cannot. */
const isPlainJson = (value: unknown) =>
	typeof value === 'object' && String(Object(value)).includes(objectInText);

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
