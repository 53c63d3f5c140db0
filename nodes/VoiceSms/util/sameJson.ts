import { isObject } from './isObject';

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
