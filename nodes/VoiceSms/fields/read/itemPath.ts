import { isSafeObjectProperty } from 'n8n-workflow';

/** Steps into an item's JSON: `a`, `b c`, 0 for `{{ $json.a["b c"][0] }}`. */
export type ItemPath = ReadonlyArray<string | number>;

const name = String.raw`\.([A-Za-z_$][\w$]*)`;
const doubleQuoted = String.raw`\["([^"\\{}\r\n\u2028\u2029]*)"\]`;
const singleQuoted = String.raw`\['([^'\\{}\r\n\u2028\u2029]*)'\]`;
const position = String.raw`\[(0|[1-9]\d{0,8})\]`;
const step = [name, doubleQuoted, singleQuoted, position].join('|');
const steps = new RegExp(step, 'g');
const nothingElse = new RegExp(`^=\\{\\{\\s*\\$json(?:${step})+\\s*\\}\\}$`);

/**
 * The path of an expression that is only a path into the item, such as `={{ $json.to }}`. Undefined
 * for any other expression, and for a step that n8n refuses or finds outside the item's data.
 */
export function itemPathOf(expression: string): ItemPath | undefined {
	// n8n refuses the text ".constructor" in any place (n8n-workflow, expression.js).
	if (!nothingElse.test(expression) || expression.includes('constructor')) return undefined;
	const all = [...expression.matchAll(steps)].map(([, dotted, double, single, number]) =>
		number === undefined ? (dotted ?? double ?? single) : Number(number),
	);
	return all.every(isData) ? all : undefined;
}

/**
 * The value at the end of the path: a text, a number, a boolean, or nothing. Undefined for any other value, and for
 * a value that comes from a prototype, a getter or `toJSON`: only n8n can tell.
 */
export function knownAt(json: unknown, path: ItemPath): { value: unknown } | undefined {
	const end = reached(json, path);
	const { value } = end ?? {};
	if (typeof value === 'object' && value !== null) return undefined;
	// Not every expression engine of n8n keeps half of a surrogate pair.
	return typeof value === 'string' && /\p{Surrogate}/u.test(value) ? undefined : end;
}

/** The value at the end of the path, undefined where nothing is. No outcome where only n8n can tell. */
function reached(json: unknown, path: ItemPath): { value: unknown } | undefined {
	let value = json;
	for (const key of path) {
		if (value === undefined || value === null || !(key in Object(value))) {
			return { value: undefined };
		}
		if (!isPlain(value, key)) return undefined;
		const own = Object.getOwnPropertyDescriptor(value, key);
		if (own === undefined || !('value' in own)) return undefined;
		value = own.value;
	}
	return { value };
}

/** Whether a step reads the item's own data: n8n's isolate finds inherited properties such as `toString` first. */
function isData(key: string | number): boolean {
	return typeof key === 'number' || (isSafeObjectProperty(key) && !(key in {}));
}

function isPlain(value: unknown, key: string | number): value is object {
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	if (Array.isArray(value)) return prototype === Array.prototype && typeof key === 'number';
	return prototype === Object.prototype || prototype === null;
}
