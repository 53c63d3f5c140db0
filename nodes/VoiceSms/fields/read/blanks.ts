import type { IDataObject } from 'n8n-workflow';

import { type ItemPath, isEmptyAt, itemPathOf, valueAt } from './itemPath';

/** Fills in a parameter from an item, and notes the type of value that each of its expressions gave. */
export type Fill = (json: IDataObject, types: string[]) => unknown;

/** A place in a text that takes a value of the item: `$json.name` for `{{ $json.name }}`. */
interface Blank {
	shown: string;
	path: ItemPath;
}

/** Words, or an expression: undefined for one that is more than a path. */
type Part = string | Blank | undefined;

/**
 * How to fill in a text whose expressions are all paths, as n8n does: it joins words and values, with
 * nothing for NaN, and gives a single path as it is (@n8n/tournament, ExpressionBuilder). Undefined for any
 * other text.
 */
export function fillOfText(text: string): Fill | undefined {
	const parts = partsOf(text);
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

/** The blanks of a text. None for a text that is one path: where that is empty, there is no text. */
export function blanksOf(text: unknown): Blank[] {
	if (typeof text !== 'string' || !text.startsWith('=')) return [];
	const parts = partsOf(text);
	return isOnePath(parts) ? [] : parts.filter((part) => typeof part === 'object');
}

/** The blanks that the item leaves empty, each once: `$json.name`. */
export function emptyIn(json: IDataObject, blanks: Blank[]): string[] {
	const empty = blanks.filter(({ path }) => isEmptyAt(json, path));
	return [...new Set(empty.map(({ shown }) => shown))];
}

/** Takes a text apart where n8n does (@n8n/tournament, ExpressionSplitter): words stand first, last and between. */
function partsOf(text: string): Part[] {
	const pieces = text.slice(1).split(/(?<!\\)\{\{([^]*?)\}\}/);
	return pieces.map((piece, at) => {
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
