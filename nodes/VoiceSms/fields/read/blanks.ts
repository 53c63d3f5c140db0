import type { IDataObject } from 'n8n-workflow';

import { asSeen } from '../../util/asSeen';
import { cut } from '../../util/fitted';
import { lostNumber } from '../../util/lostDigits';
import { failedWordIn, isFailedWord } from './failedWords';
import { type ItemPath, isEmptyAt, itemPathOf, valueAt } from './itemPath';

/** A place in a text that takes a value: `$json.name` for `{{ $json.name }}`. */
export interface Blank {
	shown: string;
	expression: string;
	/** Undefined for an expression that is more than a path into the item: only n8n can tell what it gives. */
	path: ItemPath | undefined;
	/** Whether it only names data of a node. An expression that makes something of it may be meant to give ''. */
	onlyRefers: boolean;
}

/** Words, or a blank. */
export type Part = string | Blank;

/** A blank that stays empty, and its field. */
export interface EmptyBlank {
	field: string;
	shown: string;
}

/** n8n's text for an object, also within a list. */
export const objectInText = '[object Object]';
const maxShownLength = 60;

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
	/** The text in place of each object: nothing, or the sign. */
	instead: '' | typeof objectSign;
}

/**
 * A parameter as n8n filled it in, with nothing where n8n wrote an object into a text: this blank counts as
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

/** The result of an expression in a text, in the text. */
function withoutObject(field: string, piece: string, { json, ask, found, instead }: Objects) {
	const value = ask(`{{${piece}}}`);
	const text = [Number.isNaN(value) ? '' : value].join('');
	if (!text.includes(objectInText)) return text;
	const isText = typeof value === 'string';
	if (isText && onlyRefers.test(piece)) return text;
	// In a review, no text of a model hides its arguments.
	const texts = instead === '' ? textsWithWords(json) : [];
	const left = isText ? withoutWords(text, texts, instead) : instead;
	if (left !== text) found.push({ field, shown: cut(piece.trim(), maxShownLength) });
	return left;
}

/** A text without "[object Object]", except within these texts, which somebody wrote. */
function withoutWords(text: string, [own, ...others]: string[], instead: string): string {
	if (own === undefined) return text.split(objectInText).join(instead);
	const parts = text.split(own).map((part) => withoutWords(part, others, instead));
	return parts.join(own);
}

const quotedText = String.raw`"[^"\\]*"|'[^'\\]*'`;
/** An expression that names data of any node, and makes nothing of it: text there is what somebody wrote. */
const onlyRefers = new RegExp(
	`^\\s*\\$\\w*(\\((${quotedText})(,\\s*\\d+)*\\))?(\\??\\.(first|last|all)\\(\\)|\\??\\.itemMatching\\(\\d+\\)|\\??\\.[A-Za-z_$][\\w$]*(?![\\w$(])|(\\?\\.)?\\[(${quotedText}|\\d+)\\])*\\s*$`,
);

/** The texts of the item that have the words, such as one that a model gave; the longest first. */
function textsWithWords(value: unknown): string[] {
	if (typeof value === 'string') return value.includes(objectInText) ? [value.trim()] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value)
		.flatMap(textsWithWords)
		.sort((one, other) => other.length - one.length);
}

/** The blanks of all texts in a parameter, as `blanksOf`. */
export function allBlanksOf(saved: unknown): Blank[] {
	if (typeof saved !== 'object' || saved === null) return blanksOf(saved);
	return Object.values(saved).flatMap(allBlanksOf);
}

/** The blanks of a text. None for a text that is one expression: where that is empty, there is no text. */
export function blanksOf(text: unknown): Blank[] {
	if (typeof text !== 'string' || !text.startsWith('=') || isOneExpression(text)) return [];
	return wordsAndBlanks(text)
		.filter((part) => typeof part === 'object')
		.filter((blank) => !isReviewed(blank));
}

/** A field that a text names and no row has: a slip, as it would stay empty for everybody. */
export interface UnknownField {
	name: string;
	/** The blank, as `EmptyBlank`. */
	shown: string;
	/** The fields that the rows have. */
	fields: string[];
}

/**
 * The first field of the blanks that no row has; undefined without one. In a run with one row, a field may be
 * missing by right: there it counts only where the row has a field with the same letters, such as `name` for
 * `Name`.
 */
export function unknownFieldIn(rows: IDataObject[], blanks: Blank[]): UnknownField | undefined {
	const missing = blanks.flatMap(({ path, shown }) => {
		const name = path?.[0];
		const isMissing = typeof name === 'string' && rows.every((row) => !(name in row));
		return isMissing ? [{ name, shown }] : [];
	});
	if (missing.length === 0) return undefined;
	const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const letters = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	const all = new Set(fields.map(letters));
	const found = missing.find(({ name }) => rows.length > 1 || all.has(letters(name)));
	return found && { ...found, fields };
}

/** Whether a text is one expression and nothing else. */
export function isOneExpression(text: string): boolean {
	const pieces = piecesOf(text);
	return pieces.length === 3 && pieces[0] === '' && pieces[2] === '';
}

/**
 * The blanks that stay empty, each once: `$json.name`.
 *
 * @param ask n8n's value of an expression
 */
export function emptyIn(
	json: IDataObject,
	blanks: Blank[],
	ask: (expression: string) => unknown,
): string[] {
	const empty = blanks.filter((blank) => {
		const isEmpty = blank.path && isEmptyAt(json, blank.path);
		return isEmpty ?? givesNothing(blank, ask);
	});
	return [...new Set(empty.map(({ shown }) => shown))];
}

/** A model's text is data: what it writes is meant. */
const ofModel = /\$fromAI\b/i;
/** In a human review, a person is shown any text of a model. */
const isReviewed = (blank: Blank) => /\$tool\b/.test(blank.expression);

/** An expression that joins texts writes a missing value as a word in their middle: `"Hi " + $json.name + "!"`. */
const joins = /\$\{|[\w"'`)\]]\s*\+\s*[\w"'`($]/;

/** Whether n8n's value of an expression leaves a gap in a text, or a word that says that it failed. */
function givesNothing({ expression, onlyRefers }: Blank, ask: (expression: string) => unknown) {
	let value: unknown;
	let text: string;
	try {
		value = ask(expression);
		text = [value].join('');
	} catch {
		// Alone, n8n refuses a function that lacks its (); in a text, it writes the source of the function. An object
		// without a text of its own fails, too.
		return true;
	}
	if (typeof value === 'number') return !Number.isFinite(value);
	const isGap = asSeen(text) === '' && (onlyRefers || typeof value !== 'string');
	if (isGap || ofModel.test(expression)) return isGap;
	return isFailedWord(text) || (joins.test(expression) && failedWordIn(text) !== undefined);
}

/**
 * The first blank of a parameter that holds a number which has lost digits, such as `$json.code`: n8n writes it
 * into the text, where nobody can tell. Undefined without one.
 */
export function lostIn(json: IDataObject, blanks: Blank[]): string | undefined {
	return blanks.find(({ path }) => {
		const value = path && valueAt(json, path);
		return Number.isFinite(value) && lostNumber(value) !== undefined;
	})?.shown;
}

/** Takes a text apart where n8n does (@n8n/tournament, ExpressionSplitter): words come first, last and between. */
function piecesOf(text: string): string[] {
	return text.slice(1).split(/(?<!\\)\{\{([^]*?)\}\}/);
}

export function wordsAndBlanks(text: string): Part[] {
	return piecesOf(text).map((piece, at): Part => {
		if (at % 2 === 0) return piece;
		const expression = `{{${piece}}}`;
		const path = itemPathOf(`=${expression}`);
		const shown = path ? piece.trim() : cut(piece.trim(), maxShownLength);
		return { shown, expression, path, onlyRefers: onlyRefers.test(piece) };
	});
}
