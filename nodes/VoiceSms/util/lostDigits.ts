import { isObject } from './isObject';

/**
 * The path of the first number that lost digits, such as "ids.page" or "ids[0]"; undefined without one.
 * JavaScript changes the last digits of whole numbers past 2^53 when it reads JSON.
 */
export function lostDigits(value: unknown, path = ''): string | undefined {
	if (typeof value === 'number') {
		return Number.isInteger(value) && !Number.isSafeInteger(value) ? path : undefined;
	}
	const isList = Array.isArray(value);
	if (!isList && !isObject(value)) return undefined;
	const before = path === '' ? '' : `${path}.`;
	for (const [name, one] of Object.entries(value)) {
		const lost = lostDigits(one, isList ? `${path}[${name}]` : before + name);
		if (lost !== undefined) return lost;
	}
	return undefined;
}
