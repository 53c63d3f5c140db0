import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { cut } from '../../util/fitted';
import { isObject } from '../../util/isObject';
import { lostNumber } from '../../util/lostDigits';
import { type ItemPath, isEmptyAt, itemPathOf, valueAt } from './itemPath';

/** Fills in a parameter from an item, and notes the type of value that each of its expressions gave. */
export type Fill = (json: IDataObject, types: string[]) => unknown;

/** Reads a parameter for the item with this index. */
export type Read = (index: number) => unknown;

/** A place in a text that takes a value of the item: `$json.name` for `{{ $json.name }}`. */
interface Blank {
	shown: string;
	path: ItemPath;
}

/** Words, or an expression: undefined for one that is more than a path. */
type Part = string | Blank | undefined;

/** A blank that stays empty, and the field that it stands in. */
export interface EmptyBlank {
	field: string;
	shown: string;
}

export function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(hasExpression);
}

/** How to fill in a parameter; undefined when one of its expressions is more than a path. */
export function fillOf(saved: unknown): Fill | undefined {
	if (typeof saved === 'string' && saved.startsWith('=')) return fillOfText(saved);
	if (Array.isArray(saved)) {
		const fills = saved.map(fillOf).filter((fill) => fill !== undefined);
		if (fills.length < saved.length) return undefined;
		return (json, types) => fills.map((fill) => fill(json, types));
	}
	if (isObject(saved)) {
		const names = Object.keys(saved);
		const fill = fillOf(Object.values(saved));
		if (fill === undefined) return undefined;
		return (json, types) => {
			const values = fill(json, types) as unknown[];
			return Object.fromEntries(names.map((key, at) => [key, values[at]]));
		};
	}
	return () => saved;
}

/** What n8n writes in a text for an object, also within a list. */
const objectInText = '[object Object]';
const longestShown = 60;

/**
 * A parameter as n8n filled it in, with nothing where n8n wrote an object into a text: such a blank counts as
 * empty. Of text that an expression made, as in `{{ "Hi " + $json.name }}`, the other words stay.
 *
 * @param field name of the parameter
 * @param ask n8n's value of a text with expressions
 * @param found gets the blanks that held an object
 */
export function withoutObjects(
	field: string,
	saved: unknown,
	filled: unknown,
	ask: (text: string) => unknown,
	found: EmptyBlank[],
): unknown {
	if (typeof saved === 'string' && saved.startsWith('=')) {
		if (typeof filled !== 'string' || !filled.includes(objectInText)) return filled;
		let hasWords = false;
		const pieces = piecesOf(saved).map((piece, at) => {
			if (at % 2 === 0) return piece;
			const expression = `{{${piece}}}`;
			const value = ask(expression);
			const isText = typeof value === 'string';
			// Somebody wrote the words "[object Object]".
			const isData = isText && itemPathOf(`=${expression}`) !== undefined;
			if (isData || !String(value).includes(objectInText)) return expression;
			found.push({ field, shown: cut(piece.trim(), longestShown) });
			hasWords ||= isText;
			return isText ? expression : '';
		});
		const text = ask(pieces.join(''));
		return hasWords ? String(text).split(objectInText).join('') : text;
	}
	const [own, inner] = [saved, filled] as Array<IDataObject | null | undefined>;
	if (typeof own !== 'object' || typeof inner !== 'object' || !own || !inner) return filled;
	// The value of a resource locator, and the entries of a list, have no label of their own.
	const isUnnamed = Array.isArray(own) || '__rl' in own;
	const entries = Object.entries(inner).map(([name, value]): [string, unknown] => {
		return [name, withoutObjects(isUnnamed ? field : name, own[name], value, ask, found)];
	});
	return Array.isArray(inner) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/**
 * How to fill in a text whose expressions are all paths, as n8n does: it joins words and values, with
 * nothing for NaN, and gives a single path as it is (@n8n/tournament, ExpressionBuilder). Undefined for any
 * other text.
 */
function fillOfText(text: string): Fill | undefined {
	const parts = wordsAndBlanks(text);
	if (!parts.every(isFollowed)) return undefined;
	const asItIs = isOnePath(parts);
	return (json, types) => {
		const values = parts.map((part) => {
			if (typeof part === 'string') return part;
			const value = valueAt(json, part.path);
			types.push(typeof value);
			return value;
		});
		return asItIs ? values[1] : values.map((one) => (Number.isNaN(one) ? '' : one)).join('');
	};
}

/** The blanks of all texts in a parameter, as `blanksOf`. */
export function allBlanksOf(saved: unknown): Blank[] {
	if (typeof saved !== 'object' || saved === null) return blanksOf(saved);
	return Object.values(saved).flatMap(allBlanksOf);
}

/** The blanks of a text. None for a text that is one path: where that is empty, there is no text. */
export function blanksOf(text: unknown): Blank[] {
	if (typeof text !== 'string' || !text.startsWith('=')) return [];
	const parts = wordsAndBlanks(text);
	return isOnePath(parts) ? [] : parts.filter((part) => typeof part === 'object');
}

/** The blanks that the item leaves empty, each once: `$json.name`. */
export function emptyIn(json: IDataObject, blanks: Blank[]): string[] {
	const empty = blanks.filter(({ path }) => isEmptyAt(json, path));
	return [...new Set(empty.map(({ shown }) => shown))];
}

/**
 * The first blank of a parameter that holds a number which has lost digits, such as `$json.code`: n8n writes it
 * into the text, where nobody can tell. Undefined without one.
 */
export function lostIn(json: IDataObject, blanks: Blank[]): string | undefined {
	return blanks.find(({ path }) => {
		const value = valueAt(json, path);
		return Number.isFinite(value) && lostNumber(value) !== undefined;
	})?.shown;
}

/** Takes a text apart where n8n does (@n8n/tournament, ExpressionSplitter): words stand first, last and between. */
function piecesOf(text: string): string[] {
	return text.slice(1).split(/(?<!\\)\{\{([^]*?)\}\}/);
}

function wordsAndBlanks(text: string): Part[] {
	return piecesOf(text).map((piece, at) => {
		if (at % 2 === 0) return piece;
		const path = itemPathOf(`={{${piece}}}`);
		return path && { shown: piece.trim(), path };
	});
}

/** Braces that are left in the words are escaped, or have no end. */
function isFollowed(part: Part): part is string | Blank {
	return typeof part === 'string' ? !part.includes('{{') : part !== undefined;
}

function isOnePath(parts: Part[]): boolean {
	return parts.length === 3 && parts[0] === '' && parts[2] === '';
}

/** Fills in a parameter, and asks n8n too for the first values of each type, and always after a different value. */
export function confirmed(byN8n: Read, fill: Fill, items: INodeExecutionData[]): Read {
	const confirmedTypes = new Set<string>();
	let differs = false;
	return (index) => {
		if (differs) return byN8n(index);
		const types: string[] = [];
		const value = fill(items[index].json, types);
		if (types.includes('undefined')) return byN8n(index);
		const type = types.join();
		if (confirmedTypes.has(type)) return value;
		const given = byN8n(index);
		differs = JSON.stringify(given) !== JSON.stringify(value);
		confirmedTypes.add(type);
		return given;
	};
}
