import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object, but not a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values have the same JSON, with the names of an object in any order. */
export function sameJson(one: unknown, other: unknown): boolean {
	if (Array.isArray(one)) {
		const isList = Array.isArray(other) && one.length === other.length;
		return isList && one.every((value, index) => sameJson(value, other[index]));
	}
	if (!isObject(one) || !isObject(other)) return one === other;
	const names = Object.keys(one);
	const isAsLong = names.length === Object.keys(other).length;
	return isAsLong && names.every((name) => name in other && sameJson(one[name], other[name]));
}

/**
 * The first number in a value that cannot be passed on as it was meant; undefined without one. JavaScript
 * changes the last digits of whole numbers past 2^53 when it reads JSON, and writes NaN and Infinity as null.
 * `path` is its place, such as "ids.page" or "ids[0]"; '' for the value itself.
 */
export function lostNumber(
	value: unknown,
	path = '',
): { path: string; number: number } | undefined {
	if (typeof value === 'number') {
		const isKept =
			Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
		return isKept ? undefined : { path, number: value };
	}
	const isList = Array.isArray(value);
	if (!isList && !isObject(value)) return undefined;
	const before = path === '' ? '' : `${path}.`;
	for (const [name, one] of Object.entries(value)) {
		const lost = lostNumber(one, isList ? `${path}[${name}]` : before + name);
		if (lost !== undefined) return lost;
	}
	return undefined;
}
