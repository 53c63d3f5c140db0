import {
	isFailedWord,
	judge,
	isHole,
	isOrdinary,
	leavesOf,
	objectInText,
	textOf,
	wordIn,
} from './judge';
import { jsonWriterOf } from './jsonText';
import { parseJson } from './objects';
import { type Blank, type Part, joinedIn, onlyBlankOf, piecesOf, sourcesOf } from './template';
import { dateAsText } from './values';

/** A blank that gives nothing. */
export interface Gap {
	/** Name of the field. */
	field: string;
	/** As in `Blank`. */
	code: string;
	/** Whether words lean on it. "{{ first }} {{ last }}" may lack one, "Last order: {{ order }}" may not. */
	leans: boolean;
}

/** Facts about the values of a parameter. */
export interface Noticed {
	gaps: Gap[];
	/** Words that came with the data and say that something failed: "Invalid DateTime in $json.text". */
	doubts: string[];
	/** The first blank with a number that has lost digits, and its field. */
	lost?: Omit<Gap, 'leans'>;
}

/** n8n and an item. */
export interface ItemValues {
	/** n8n's value of a text with expressions. */
	evaluate(text: string): unknown;
	/** n8n's value of the parameter with this path. */
	whole(path: string): unknown;
	/** The value of a blank: of the item where that is certain, otherwise `byN8n`. */
	follow(blank: Blank, byN8n: () => unknown): unknown;
	/** The text in place of an object. */
	sign: string;
	/** Throws the error of a field that cannot be read, or gives its value. */
	fail(field: string, error: unknown): unknown;
}

/** Fills in a saved value from an item. */
export type Fill = (item: ItemValues, noticed: Noticed) => unknown;

interface Place {
	/** The path of the parameter, for n8n. */
	path: string;
	/** The name of the field. */
	field: string;
	/** The names of fields that take JSON or a date, with their types. */
	types: Record<string, string | undefined>;
	/** Whether it is in a collection or a list: there, n8n writes a Luxon date as text. */
	isInner?: boolean;
}

/** How to fill in a saved value; undefined for one without expressions. */
export function fillOf(saved: unknown, place: Place): Fill | undefined {
	const parts = piecesOf(saved);
	if (parts !== undefined) {
		const only = onlyBlankOf(parts);
		const fill = only === undefined ? fillOfText(parts, place) : fillOfWhole(only, place);
		return (item, noticed) => {
			try {
				return fill(item, noticed);
			} catch (error) {
				return item.fail(place.field, error);
			}
		};
	}
	return typeof saved === 'object' && saved !== null ? fillOfObject(saved, place) : undefined;
}

function fillOfObject(saved: object, { path, field, types }: Place): Fill | undefined {
	const isList = Array.isArray(saved);
	const fills = Object.entries(saved).map(([name, value]) => {
		const inner: Place = {
			path: isList ? `${path}[${name}]` : `${path}.${name}`,
			// The value of a resource locator, and the entries of a list, have no label of their own.
			field: isList || '__rl' in saved ? field : name,
			types,
			isInner: true,
		};
		return [name, value as unknown, fillOf(value, inner)] as const;
	});
	if (fills.every(([, , fill]) => fill === undefined)) return undefined;
	return (item, noticed) => {
		const entries = fills.map(([name, value, fill]) => {
			return [name, fill === undefined ? value : fill(item, noticed)] as const;
		});
		return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
	};
}

/** A field that is one expression. A value that is nothing but the word of a failure is none. */
function fillOfWhole(blank: Blank, { path, field, types, isInner = false }: Place): Fill {
	const type = types[field];
	const judgeAs = judgeOf(blank, field, true);
	return (item, noticed) => {
		const given = item.follow(blank, () => item.whole(path));
		const value = isInner ? dateAsText(given) : given;
		const held = type === 'json' && typeof value === 'string' ? parseJson(value) : value;
		const verdicts = leavesOf(typeof held === 'object' ? held : value)
			.filter((one) => typeof one === 'string')
			.map((text) => judgeAs(item, text, text, noticed));
		if (typeof value !== 'string' || verdicts[0] !== 'gap') return value;
		// A filter without its date would leave nobody out: the word is no date, and is refused.
		return isFailedWord(value) && type !== 'dateTime' ? undefined : withoutObjects(value, item);
	};
}

/** Joins words and values as n8n does: with nothing for NaN (@n8n/tournament, ExpressionBuilder). */
function fillOfText(parts: Part[], { field, types }: Place): Fill {
	const json = types[field] === 'json' ? jsonWriterOf(parts) : undefined;
	const fills = parts.map((part, at): ((item: ItemValues, noticed: Noticed) => string) => {
		if (typeof part === 'string') {
			// As a blank stands beside it: n8n reads words alone in another way.
			const after = at === parts.length - 1 ? '' : '{{ "" }}';
			const text = `${at === 0 ? '' : '{{ "" }}'}${part}${after}`;
			return needsN8n.test(part) ? ({ evaluate }) => textOf(evaluate(text)) : () => part;
		}
		const leans = !json?.isValue(at) && isLeant(parts, at);
		const judgeAs = judgeOf(part, field, false, leans);
		return (item, noticed) => {
			const result = resultOf(part, item);
			const text = textOf(result, item.sign);
			const verdict = judgeAs(item, result, text, noticed);
			const written = verdict === 'gap' ? withoutObjects(text, item) : text;
			return json === undefined ? written : json.write(at, result, written);
		};
	});
	return (item, noticed) => fills.map((fill) => fill(item, noticed)).join('');
}

const withoutObjects = (text: string, { sign }: ItemValues) => text.split(objectInText).join(sign);

/** Judges what n8n gave for a blank, and notes the verdict. */
function judgeOf(blank: Blank, field: string, isWhole: boolean, leans = true) {
	const joined = joinedIn(blank);
	// "{{ first + ' ' + last }}" may lack one.
	const hasWords = /[^\s,;|]/.test(
		sourcesOf(blank)
			.written.join('')
			.replace(/\$\{[^}]*\}/g, ''),
	);
	return (item: ItemValues, result: unknown, text: string, noticed: Noticed) => {
		if (typeof result === 'string' && joined.length === 0 && isOrdinary(text)) return undefined;
		const missing = typeof result === 'string' ? missingOf(joined, item) : [];
		const piece = { blank, result, text, isWhole, missing, sources: () => sources(blank, item) };
		const verdict = judge(piece);
		const { code } = blank;
		if (verdict === 'gap' && missing.length > 0) {
			const isWord = wordIn(text) !== undefined;
			const counts = hasWords || isWord || (!isWhole && leans);
			noticed.gaps.push(...missing.map((one) => ({ field, code: one, leans: counts })));
		} else if (verdict === 'gap') noticed.gaps.push({ field, code, leans: leans || text !== '' });
		if (verdict === 'lost') noticed.lost ??= { field, code };
		if (verdict === 'doubt') noticed.doubts.push(`${wordIn(text)} in ${code}`);
		return verdict;
	};
}

/** n8n drops backslashes before braces and half of a surrogate pair, reads braces without an end, and refuses a word. */
const needsN8n = /\\|\{\{|\p{Surrogate}|\.\s*constructor/u;

/** A function that lacks its (): n8n refuses it alone, and writes its source into a text. */
function resultOf(blank: Blank, item: ItemValues): unknown {
	try {
		return item.follow(blank, () => item.evaluate(blank.expression));
	} catch {
		item.evaluate(` ${blank.expression}`);
		return resultOf;
	}
}

/** All texts and numbers that an expression names or holds. */
function sources(blank: Blank, { evaluate }: ItemValues): Array<string | number> {
	const { named, written } = sourcesOf(blank);
	const values = named.map((expression) => whereReadable(() => evaluate(expression)));
	return [...values.flatMap(leavesOf), ...written];
}

/** n8n cannot read each piece of an expression alone. */
function whereReadable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Whether words lean on a blank. Between commas, line ends or other blanks, it is an entry that may be empty. */
function isLeant(parts: Part[], at: number): boolean {
	const end = String(parts[at - 1]).replace(/^.*\n/s, '');
	const [begin] = String(parts[at + 1]).split('\n');
	return /[^,;|]$/.test(end.trimEnd()) || /^[^,;|]/.test(begin.trimStart());
}

/** The blanks that an expression joins and that give nothing. */
function missingOf(joined: Blank[], { evaluate, follow }: ItemValues): string[] {
	const missing = joined.filter((one) =>
		whereReadable(() => isHole(follow(one, () => evaluate(one.expression)))),
	);
	return missing.map(({ code }) => code);
}
