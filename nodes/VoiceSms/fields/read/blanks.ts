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

/** Unicode's sign for an object in a text. */
export const objectSign = '\uFFFC';

/** How a text is taken apart for its objects. */
interface Objects {
	/** Of the item. */
	json: IDataObject;
	/** n8n's value of an expression. */
	ask(expression: string): unknown;
	/** Gets the blanks that held an object. */
	found: EmptyBlank[];
	/** What stands in the text in place of each object: nothing, or the sign. */
	instead: '' | typeof objectSign;
}

/**
 * A parameter as n8n filled it in, with nothing where n8n wrote an object into a text: such a blank counts as
 * empty. Of text that an expression made, as in `{{ "Hi " + $json.name }}`, the other words stay. The words
 * "[object Object]" stay where somebody wrote them.
 *
 * @param field name of the parameter
 */
export function withoutObjects(
	field: string,
	saved: unknown,
	filled: unknown,
	objects: Objects,
): unknown {
	if (typeof saved === 'string' && saved.startsWith('=')) {
		if (typeof filled !== 'string' || !filled.includes(objectInText)) return filled;
		const found: EmptyBlank[] = [];
		const pieces = piecesOf(saved).map((piece, at) => {
			return at % 2 === 0 ? piece : withoutObject(field, piece, { ...objects, found });
		});
		objects.found.push(...found);
		return found.length === 0 ? filled : pieces.join('');
	}
	const [own, inner] = [saved, filled] as Array<IDataObject | null | undefined>;
	if (typeof own !== 'object' || typeof inner !== 'object' || !own || !inner) return filled;
	// The value of a resource locator, and the entries of a list, have no label of their own.
	const isUnnamed = Array.isArray(own) || '__rl' in own;
	const entries = Object.entries(inner).map(([name, value]): [string, unknown] => {
		return [name, withoutObjects(isUnnamed ? field : name, own[name], value, objects)];
	});
	return Array.isArray(inner) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** What an expression in a text gives, in the text. */
function withoutObject(field: string, piece: string, { json, ask, found, instead }: Objects) {
	const value = ask(`{{${piece}}}`);
	const text = [Number.isNaN(value) ? '' : value].join('');
	if (!text.includes(objectInText)) return text;
	const isText = typeof value === 'string';
	if (isText && onlyRefers.test(piece)) return text;
	// In a review, no text of a model hides its arguments.
	const texts = instead === '' ? textsWithWords(json) : [];
	const left = isText ? withoutWords(text, texts, instead) : instead;
	if (left !== text) found.push({ field, shown: cut(piece.trim(), longestShown) });
	return left;
}

/** A text without "[object Object]", except within these texts, which somebody wrote. */
function withoutWords(text: string, [own, ...others]: string[], instead: string): string {
	if (own === undefined) return text.split(objectInText).join(instead);
	const parts = text.split(own).map((part) => withoutWords(part, others, instead));
	return parts.join(own);
}

const inQuotes = String.raw`"[^"\\]*"|'[^'\\]*'`;
/** An expression that names data of any node, and makes nothing of it: text there is what somebody wrote. */
const onlyRefers = new RegExp(
	`^\\s*\\$\\w*(\\((${inQuotes})\\))?(\\.(first|last)\\(\\)|\\.[A-Za-z_$][\\w$]*(?![\\w$(])|\\[(${inQuotes}|\\d+)\\])*\\s*$`,
);

/** The texts of the item that have the words, such as one that a model gave; the longest first. */
function textsWithWords(value: unknown): string[] {
	if (typeof value === 'string') return value.includes(objectInText) ? [value.trim()] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value)
		.flatMap(textsWithWords)
		.sort((one, other) => other.length - one.length);
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
