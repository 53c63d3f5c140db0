import { isObject } from '../../util/isObject';

/** What a resource locator holds. */
export interface Located {
	/** How it was chosen; '' where an expression on the whole field gave the plain value. */
	mode: string;
	value: unknown;
}

/** What a field holds, be it a resource locator or not. */
export function located(filled: unknown): Located {
	if (!isObject(filled) || filled.__rl !== true) return { mode: '', value: filled };
	return { mode: typeof filled.mode === 'string' ? filled.mode : '', value: filled.value };
}
