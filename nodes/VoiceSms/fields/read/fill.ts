import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import { type Blank, type Part, isOneExpression, wordsAndBlanks } from './blanks';
import { type ItemPath, valueAt } from './itemPath';

/** Fills in a parameter from an item, and notes the type of value that each of its expressions gave. */
export type Fill = (json: IDataObject, types: string[]) => unknown;

/** Reads a parameter for the item with this index. */
export type Read = (index: number) => unknown;

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

/**
 * How to fill in a text with no expressions except paths, as n8n does: it joins words and values, with
 * nothing for NaN, and gives the value of a single path unchanged (@n8n/tournament, ExpressionBuilder). Undefined for any
 * other text.
 */
function fillOfText(text: string): Fill | undefined {
	const parts = wordsAndBlanks(text);
	if (!parts.every(isFollowed)) return undefined;
	const asItIs = isOneExpression(text);
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

type PathValue = string | (Blank & { path: ItemPath });

/** Braces that are left in the words are escaped, or have no end. */
function isFollowed(part: Part): part is PathValue {
	return typeof part === 'string' ? !part.includes('{{') : part.path !== undefined;
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
