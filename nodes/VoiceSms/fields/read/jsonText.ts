import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import { type Blank, isOneExpression, objectInText, wordsAndBlanks } from './blanks';

/** A text with blanks, such as `={"note": "{{ $json.note }}", "count": {{ $json.count }}}`, taken apart. */
interface JsonText {
	parts: Array<string | QuotedBlank>;
	/** Whether each blank outside of quotes is one value. Otherwise it may be any piece of JSON. */
	hasValues: boolean;
}

interface QuotedBlank extends Pick<Blank, 'expression'> {
	isQuoted: boolean;
}

/** How an expression makes a text fit for JSON by itself. */
const escapes = /stringify|escape|\\\\/i;

/**
 * The JSON texts of a parameter that have blanks, by the names of their fields.
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
	if (typeof saved !== 'string' || !saved.startsWith('=') || isOneExpression(saved))
		return undefined;
	let isQuoted = false;
	const parts = wordsAndBlanks(saved).map((part): string | QuotedBlank => {
		if (typeof part !== 'string') return { expression: part.expression, isQuoted };
		const quotes = part.replace(/\\[^]/g, '').split('"').length - 1;
		if (quotes % 2 === 1) isQuoted = !isQuoted;
		return part;
	});
	if (parts.length === 1) return undefined;
	const withOnes = parts.map((part) => {
		if (typeof part === 'string') return part;
		return part.isQuoted ? '' : '1';
	});
	return { parts, hasValues: isJson(withOnes.join('')) };
}

/**
 * The parameter with these texts filled in piece by piece: a quote or a line break in a value stays in the value,
 * and no value adds a field. n8n would write the values as they are.
 *
 * @param ask n8n's value of a text with an expression
 */
export function withJsonTexts(
	filled: unknown,
	texts: Array<[string, JsonText]>,
	ask: (text: string) => unknown,
): unknown {
	if (texts.length === 0 || !isObject(filled)) return filled;
	const own = texts.map(([name, text]) => [name, fill(text, ask)] as const);
	return { ...filled, ...Object.fromEntries(own) } as IDataObject;
}

function fill({ parts, hasValues }: JsonText, ask: (text: string) => unknown): string {
	const all = parts.map((part) => {
		// n8n drops a backslash from the words.
		if (typeof part === 'string') return part.includes('\\') ? written(ask(part)) : part;
		const { expression, isQuoted } = part;
		const value = ask(expression);
		const text = written(value);
		const isAnObject = typeof value !== 'string' && text.includes(objectInText);
		if (isQuoted) {
			if (isAnObject) return '';
			if (escapes.test(expression) && isJson(`"${text}"`)) return text;
			return JSON.stringify(text).slice(1, -1);
		}
		// In a list, a blank may give several values.
		return !hasValues || isAnObject || isJson(`[${text}]`) ? text : JSON.stringify(text);
	});
	return all.join('');
}

const written = (value: unknown) => [Number.isNaN(value) ? '' : value].join('');

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
