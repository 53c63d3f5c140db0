import { isObject } from './isObject';

/**
 * The path of the first number in a value that JSON has changed, such as "ids.page" or "ids[0]";
 * undefined when there is none. A whole number past 2^53 lost its last digits when it was read.
 */
export function lostDigits(value: unknown, path = ''): string | undefined {
	if (typeof value === 'number') {
		return Number.isInteger(value) && !Number.isSafeInteger(value) ? path : undefined;
	}
	if (Array.isArray(value)) {
		return firstOf(value.map((one, index) => lostDigits(one, `${path}[${index}]`)));
	}
	if (!isObject(value)) return undefined;
	const before = path === '' ? '' : `${path}.`;
	return firstOf(Object.entries(value).map(([name, one]) => lostDigits(one, before + name)));
}

function firstOf(paths: Array<string | undefined>): string | undefined {
	return paths.find((path) => path !== undefined);
}
