import { isObject } from './isObject';

/**
 * The path of the first number that lost digits, such as "ids.page" or "ids[0]"; undefined without one.
 * JavaScript changes the last digits of whole numbers past 2^53 when it reads JSON.
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
