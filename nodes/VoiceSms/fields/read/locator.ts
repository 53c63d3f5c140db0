import { isObject } from '../../util/isObject';

/** The content of a resource locator, or of any other field. */
interface LocatorContent {
	/** The mode of a resource locator; '' for a plain value, which an expression on the whole locator gives. */
	mode: string;
	value: unknown;
}

/** The mode and the value of a field, whether it is a resource locator or not. */
export function locatorContent(filled: unknown): LocatorContent {
	if (!isObject(filled) || filled.__rl !== true) return { mode: '', value: filled };
	return { mode: typeof filled.mode === 'string' ? filled.mode : '', value: filled.value };
}
