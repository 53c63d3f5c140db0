import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import { type Part, wordsAndBlanks } from './blanks';

/** A text with blanks inside quotes, such as `={"note": "{{ $json.note }}"}`, taken apart. */
type JsonText = Array<{ part: Part; isQuoted: boolean }>;

/** An expression that makes JSON itself needs no help. */
const makesJson = /stringify|replace|escape/i;

/**
 * The JSON texts of a parameter that have blanks inside quotes, by the names of their fields.
 *
 * @param jsonFields names of the fields of a collection that take JSON
 */
export function jsonTextsOf(saved: unknown, jsonFields: string[]): Array<[string, JsonText]> {
	if (!isObject(saved)) return [];
	return jsonFields.flatMap((name): Array<[string, JsonText]> => {
		const text = jsonTextOf(saved[name]);
		return text === undefined ? [] : [[name, text]];
	});
}

function jsonTextOf(saved: unknown): JsonText | undefined {
	if (typeof saved !== 'string' || !saved.startsWith('=')) return undefined;
	let isQuoted = false;
	const text = wordsAndBlanks(saved).map((part) => {
		if (typeof part !== 'string') {
			return { part, isQuoted: isQuoted && !makesJson.test(part.expression) };
		}
		const quotes = part.replace(/\\[^]/g, '').split('"').length - 1;
		if (quotes % 2 === 1) isQuoted = !isQuoted;
		return { part, isQuoted: false };
	});
	return text.some((one) => one.isQuoted) ? text : undefined;
}

/**
 * The parameter with these texts filled in piece by piece: a quote or a line break in a value stays in the value,
 * and never ends it. n8n would write them as they are.
 *
 * @param ask n8n's value of a text with an expression
 */
export function withJsonTexts(
	filled: unknown,
	texts: Array<[string, JsonText]>,
	ask: (text: string) => unknown,
): unknown {
	if (texts.length === 0 || !isObject(filled)) return filled;
	const written = (value: unknown) => [Number.isNaN(value) ? '' : value].join('');
	const fill = (text: JsonText) =>
		text.map(({ part, isQuoted }) => {
			// n8n drops a backslash from the words.
			if (typeof part === 'string') return part.includes('\\') ? written(ask(part)) : part;
			const value = written(ask(part.expression));
			return isQuoted ? JSON.stringify(value).slice(1, -1) : value;
		});
	const own = texts.map(([name, text]) => [name, fill(text).join('')] as const);
	return { ...filled, ...Object.fromEntries(own) } as IDataObject;
}
