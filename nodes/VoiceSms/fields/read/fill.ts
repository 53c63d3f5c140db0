import {
	type Piece,
	isFailedWord,
	judge,
	leavesOf,
	notFilledInWords,
	objectInText,
	textOf,
	textsIn,
	wordIn,
} from './judge';
import { cut } from '../../util/fitted';
import { isObject } from '../../util/isObject';
import { jsonWriterOf } from './jsonText';
import { parseJson } from './objects';
import { type Blank, type Part, maxShownLength, onlyBlankOf, partsOf, sourcesOf } from './template';

/** A blank that gives nothing. */
export interface Gap {
	/** Name of the field. */
	field: string;
	shown: string;
	/** Whether words lean on it. "{{ first }} {{ last }}" may lack one, "Last order: {{ order }}" may not. */
	leans: boolean;
}

/** What was noticed in the values of a parameter. */
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
	ask(text: string): unknown;
	/** n8n's value of the parameter with this path. */
	whole(path: string): unknown;
	/** The value of a blank: of the item where that is certain, otherwise `byN8n`. */
	follow(blank: Blank, byN8n: () => unknown): unknown;
	/** The text in place of an object. */
	sign: string;
	/** Throws the error of a field that cannot be read. */
	fail(field: string, error: unknown): never;
}

/** Fills in a saved value from an item. */
export type Fill = (item: ItemValues, noticed: Noticed) => unknown;

interface Place {
	/** Of the parameter, for n8n. */
	path: string;
	/** The name of the field. */
	field: string;
	/** Names of fields in it that take JSON. */
	jsonFields: string[];
	isJson?: boolean;
	/** Whether it is in a collection or a list: there, n8n writes a Luxon date as text. */
	isInner?: boolean;
}

/** How to fill in a saved value; undefined for one without expressions. */
export function fillOf(saved: unknown, place: Place): Fill | undefined {
	const parts = partsOf(saved);
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
	if (typeof saved === 'string') {
		const gaps = gapsInWords(saved, place);
		if (gaps.length === 0) return undefined;
		return (_item, noticed) => {
			noticed.gaps.push(...gaps);
			return saved;
		};
	}
	return typeof saved === 'object' && saved !== null ? fillOfObject(saved, place) : undefined;
}

function fillOfObject(saved: object, { path, field, jsonFields }: Place): Fill | undefined {
	const isList = Array.isArray(saved);
	const fills = Object.entries(saved).map(([name, value]) => {
		const inner: Place = {
			path: isList ? `${path}[${name}]` : `${path}.${name}`,
			// The value of a resource locator, and the entries of a list, have no label of their own.
			field: isList || '__rl' in saved ? field : name,
			isJson: jsonFields.includes(name),
			jsonFields: [],
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
function fillOfWhole(blank: Blank, { path, field, isJson, isInner = false }: Place): Fill {
	return (item, noticed) => {
		const given = item.follow(blank, () => item.whole(path));
		const value = isInner && isLuxon(given) ? String(given) : given;
		const held = isJson === true && typeof value === 'string' ? parseJson(value) : value;
		const texts = textsIn(typeof held === 'object' ? held : value);
		const verdicts = texts.map((text) => {
			const piece = { blank, result: text, text, isWhole: true };
			return note({ ...piece, sources: () => sources(blank, item) }, field, true, noticed);
		});
		if (typeof value !== 'string' || verdicts[0] !== 'gap') return value;
		return isFailedWord(value) ? undefined : withoutObjects(value, item);
	};
}

/** Joins words and values as n8n does: with nothing for NaN (@n8n/tournament, ExpressionBuilder). */
function fillOfText(parts: Part[], place: Place): Fill {
	const { field, isJson } = place;
	const json = isJson ? jsonWriterOf(parts) : undefined;
	const inWords = parts.flatMap((part) =>
		typeof part === 'string' ? gapsInWords(part, place) : [],
	);
	return (item, noticed) => {
		noticed.gaps.push(...inWords);
		const texts = parts.map((part, at) => {
			if (typeof part === 'string') return wordsOf(part, at === parts.length - 1, item);
			const result = resultOf(part, item);
			const text = textOf(result, item.sign);
			const leans = !json?.isValue(at) && isLeant(parts[at - 1], parts[at + 1]);
			const piece = { blank: part, result, text, isWhole: false };
			const verdict = note({ ...piece, sources: () => sources(part, item) }, field, leans, noticed);
			const shown = verdict === 'gap' ? withoutObjects(text, item) : text;
			return json === undefined ? shown : json.write(at, result, shown);
		});
		return texts.join('');
	};
}

const withoutObjects = (text: string, { sign }: ItemValues) => text.split(objectInText).join(sign);

/** Notes the verdict about a piece. */
function note(piece: Piece, field: string, leans: boolean, noticed: Noticed) {
	const verdict = judge(piece);
	const { shown } = piece.blank;
	if (verdict === 'gap') noticed.gaps.push({ field, shown, leans: leans || piece.text !== '' });
	if (verdict === 'lost') noticed.lost ??= { field, shown };
	if (verdict === 'doubt') noticed.doubts.push(`${wordIn(piece.text)} in ${shown}`);
	return verdict;
}

/** An expression outside of braces, or in braces that n8n does not look at. */
function gapsInWords(words: string, { field }: Place): Gap[] {
	const [found] = notFilledInWords.exec(words) ?? [];
	return found === undefined ? [] : [{ field, shown: cut(found, maxShownLength), leans: true }];
}

/** n8n drops backslashes before braces and half of a surrogate pair, reads braces without an end, and refuses a word. */
function wordsOf(words: string, isLast: boolean, { ask }: ItemValues): string {
	if (!/\\|\{\{|\p{Surrogate}|\.\s*constructor/u.test(words)) return words;
	return textOf(ask(isLast ? words : `${words}{{ "" }}`));
}

/** A function that lacks its (): n8n refuses it alone, and writes its source into a text. */
function resultOf(blank: Blank, item: ItemValues): unknown {
	try {
		return item.follow(blank, () => item.ask(blank.expression));
	} catch {
		item.ask(` ${blank.expression}`);
		return resultOf;
	}
}

/** All texts and numbers that an expression names or holds. Where n8n cannot read a part of it alone, it names none. */
function sources(blank: Blank, { ask }: ItemValues): Array<string | number> {
	const { named, written } = sourcesOf(blank);
	const values = named.map((expression) => {
		try {
			return ask(expression);
		} catch {
			return undefined;
		}
	});
	return [...values.flatMap(leavesOf), ...written];
}

/** Whether words lean on a blank. Between commas, line ends or other blanks, it is an entry that may be empty. */
function isLeant(before: Part, after: Part): boolean {
	return /[^\n,;|][^\S\n]*$/.test(asEntry(before)) || /^[^\S\n]*[^\s,;|]/.test(asEntry(after));
}

const asEntry = (words: Part) => (typeof words === 'string' && words.trim() !== '' ? words : '');

function isLuxon(value: unknown): boolean {
	return isObject(value) && typeof value.toISO === 'function';
}
