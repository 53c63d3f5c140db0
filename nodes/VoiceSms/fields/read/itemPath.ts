import { isSafeObjectProperty } from 'n8n-workflow';

/** Steps into an item's JSON: `a`, `b c`, 0 for `{{ $json.a["b c"][0] }}`. */
export type ItemPath = ReadonlyArray<string | number>;

/** Longer text is left to n8n, whose isolate has a limit of memory. */
const longestText = 100_000;

const name = String.raw`\.([A-Za-z_$][\w$]*)`;
const doubleQuoted = String.raw`\["([^"\\{}\r\n\u2028\u2029]*)"\]`;
const singleQuoted = String.raw`\['([^'\\{}\r\n\u2028\u2029]*)'\]`;
const position = String.raw`\[(0|[1-9]\d{0,8})\]`;
const step = [name, doubleQuoted, singleQuoted, position].join('|');
const steps = new RegExp(step, 'g');
const nothingElse = new RegExp(`^=\\{\\{\\s*\\$json(?:${step})+\\s*\\}\\}$`);

/**
 * The path that an expression is and nothing besides, such as `={{ $json.to }}`. Undefined for every
 * other one, and for a step that n8n refuses or takes from somewhere else than the item.
 */
export function itemPathOf(expression: string): ItemPath | undefined {
	// n8n refuses the text ".constructor" wherever it stands (n8n-workflow, expression.js).
	if (!nothingElse.test(expression) || expression.includes('constructor')) return undefined;
	const all = [...expression.matchAll(steps)].map(([, dotted, double, single, number]) =>
		number === undefined ? (dotted ?? double ?? single) : Number(number),
	);
	return all.every(isData) ? all : undefined;
}

/**
 * What stands at the end of the path: text, a number or a boolean that is there without any help
 * of a prototype, a getter or `toJSON`. Undefined for everything else.
 */
export function valueAt(json: unknown, path: ItemPath): string | number | boolean | undefined {
	let at = json;
	for (const into of path) {
		if (!isPlain(at, into)) return undefined;
		const own = Object.getOwnPropertyDescriptor(at, into);
		if (own === undefined || !('value' in own)) return undefined;
		at = own.value;
	}
	if (typeof at === 'number' || typeof at === 'boolean') return at;
	return typeof at === 'string' && isWhole(at) ? at : undefined;
}

/** n8n's isolate finds what every object inherits before what the item has by that name. */
function isData(into: string | number): boolean {
	return typeof into === 'number' || (isSafeObjectProperty(into) && !(into in {}));
}

function isPlain(value: unknown, into: string | number): value is object {
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	if (Array.isArray(value)) return prototype === Array.prototype && typeof into === 'number';
	return prototype === Object.prototype || prototype === null;
}

/** Half of a surrogate pair does not come through every engine of n8n as it was. */
function isWhole(text: string): boolean {
	return text.length <= longestText && !/\p{Surrogate}/u.test(text);
}
