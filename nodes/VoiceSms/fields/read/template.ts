import type { INodeExecutionData } from 'n8n-workflow';

import { cut } from '../../util/fitted';
import { isObject } from '../../util/values';
import { type ItemPath, itemPathOf } from './itemPath';
import type { FieldProblem } from './values';

/** A place in a text that takes a value: `$json.name` for `{{ $json.name }}`. */
export interface Blank {
	/** As the user wrote it, without the braces. */
	code: string;
	/** With its braces. */
	expression: string;
	/** Undefined for an expression that is more than a path into the item: only n8n can tell what it gives. */
	path: ItemPath | undefined;
	/** Whether it only names data of a node. An expression that makes something of it may be meant to give ''. */
	onlyRefers: boolean;
}

/** Words, or a blank. */
export type Part = string | Blank;

export const maxShownLength = 60;

const quotedText = String.raw`"[^"\\]*"|'[^'\\]*'`;
/** A name of data of any node: text there is what somebody wrote. */
const reference = String.raw`\$(\w+(\((${quotedText})(,\s*\d+)*\))?|\((${quotedText})\))(\??\.(first|last|all)\(\)|\??\.itemMatching\(\d+\)|\??\.[A-Za-z_$][\w$]*(?![\w$(])|(\?\.)?\[(${quotedText}|\d+|\$itemIndex)\])*`;
/** A function that takes a part of a text, or changes its letters: of nothing it makes nothing. */
const partOf = String.raw`\??\.(?:(?:trim|toTitleCase|toLowerCase|toUpperCase)\(\)|split\((?:${quotedText})\)\[\d+\])`;
const onlyRefers = new RegExp(`^\\s*${reference}(?:${partOf})*\\s*$`);
const references = new RegExp(reference, 'g');
const referencesAndTexts = new RegExp(`${reference}|${quotedText}`, 'g');

/** Up to braces with no backslash, or pairs of them, before: as n8n reads (@n8n/tournament, ExpressionSplitter). */
const upTo = (braces: string) =>
	new RegExp(String.raw`(?:(?:\\\\)+(?!\\)|(?:\\\\)*\\${braces}|(?!${braces})[^])*`, 'y');
const wordsEnd = upTo(String.raw`\{\{`);
const codeEnd = upTo(String.raw`\}\}`);

/** The words and blanks of a text: words come first, last and between. Undefined for a text without expressions. */
export function piecesOf(saved: unknown): Part[] | undefined {
	if (typeof saved !== 'string' || !saved.startsWith('=')) return undefined;
	const parts: Part[] = [];
	const take = (end: RegExp, at: number) => {
		end.lastIndex = at;
		return end.exec(saved)?.[0] ?? '';
	};
	for (let at = 1; ; ) {
		const words = take(wordsEnd, at);
		const begin = at + words.length + 2;
		const code = take(codeEnd, begin);
		// Braces without an end stay with the words: n8n reads them.
		const isLast = begin + code.length >= saved.length;
		parts.push(isLast ? saved.slice(at) : words);
		if (isLast) return parts;
		parts.push(blankOf(code));
		at = begin + code.length + 2;
	}
}

function blankOf(piece: string): Blank {
	const expression = `{{${piece}}}`;
	const path = itemPathOf(`=${expression}`);
	const code = path ? piece.trim() : cut(piece.trim(), maxShownLength);
	return { code, expression, path, onlyRefers: onlyRefers.test(piece) };
}

/** The blank of a text that is one expression and nothing else. */
export function onlyBlankOf([before, blank, after, ...more]: Part[]): Blank | undefined {
	const isOne = typeof blank === 'object' && before === '' && after === '' && more.length === 0;
	return isOne ? blank : undefined;
}

/** The data that an expression names, as expressions, and the texts that are written in it. */
export function sourcesOf({ expression }: Blank): { named: string[]; written: string[] } {
	return {
		named: [...new Set(expression.match(references))].map((one) => `{{ ${one} }}`),
		written: [...expression.matchAll(/(["'`])(.*?)\1/gs)].map(([, , text]) => text),
	};
}

/**
 * The blanks within an expression that joins texts: `$json.name` in `"Dear " + $json.name`. A value that is followed
 * by ?? or || may be missing, and so may any in an expression with a condition.
 */
export function joinedIn({ expression }: Blank): Blank[] {
	const code = expression
		.slice(2, -2)
		.replace(/`[^`]*`/g, (text) => (text.match(/\$\{[^{}]*\}/g) ?? []).join(' '))
		.replace(referencesAndTexts, (one) => (one.startsWith('$') ? one : '""'));
	if (/(?<!\?)\?(?![?.])|&&/.test(code)) return [];
	const joined = [...code.matchAll(references)].filter(({ 0: one, index }) => {
		const after = code.slice(index + one.length).replace(/^(?:\??\.\w+\([^()]*\))+/, '');
		if (/^\s*(?:\?\?|\|\|)/.test(after)) return false;
		return /(?:\+|\$\{)\s*$/.test(code.slice(0, index)) || /^\s*\+/.test(after);
	});
	return [...new Set(joined.map(([one]) => one))].map(blankOf);
}

/** Most characters that the names of the fields have in an error. */
const maxFieldsLength = 200;

/**
 * The error of the first field of a text that no row has: a slip, as it would stay empty for everybody. In a run with
 * one row, a field may be missing by right: there it counts only where the row has a field with the same letters, such
 * as `name` for `Name`.
 */
export function unknownFieldIn(
	items: INodeExecutionData[],
	saved: unknown,
): FieldProblem | undefined {
	const parts = piecesOf(saved) ?? [];
	if (parts.length < 2 || onlyBlankOf(parts) !== undefined) return undefined;
	const rows = items.map(({ json }) => (isObject(json) ? json : {}));
	const missing = parts.flatMap((part) => {
		const name = typeof part === 'object' ? part.path?.[0] : undefined;
		const isMissing = typeof name === 'string' && rows.every((row) => !(name in row));
		return isMissing ? [{ name, code: (part as Blank).code }] : [];
	});
	if (missing.length === 0) return undefined;
	const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const letters = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	const all = new Set(fields.map(letters));
	const found = missing.find(({ name }) => rows.length > 1 || all.has(letters(name)));
	return (
		found && [
			`has an empty blank: ${found.code}`,
			`No row has '${found.name}'. Fields: ${cut(fields.join(', '), maxFieldsLength)}. Correct it, or write {{ ${found.code} ?? '' }}.`,
			'A person has to correct the text of this tool.',
		]
	);
}
