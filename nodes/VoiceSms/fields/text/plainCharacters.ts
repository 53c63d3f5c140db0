import { isGsm7, partsOf } from './parts';

/** One character that was replaced, and how often. */
export interface Replaced {
	from: string;
	/** '' for a character that was removed. */
	to: string;
	count: number;
}

/**
 * Punctuation, blanks and invisible characters with one equal in GSM-7. Unicode says what they are
 * (Quotation_Mark, Dash, White_Space, Default_Ignorable_Code_Point). Twilio's Smart Encoding replaces
 * more; fractions, bullets and lookalikes of letters are left out, because their equals change the text.
 */
const equals: Array<[characters: string, to: string]> = [
	['\u2018\u2019\u201A\u201B\u2032\u00B4`', "'"],
	['\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB', '"'],
	['\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'],
	['\u2026', '...'],
	[
		'\t\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000',
		' ',
	],
	['\u2028\u2029', '\n'],
	// Soft hyphen, zero-width characters, marks of the writing direction.
	['\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E', ''],
	['\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\uFEFF', ''],
];
const equalOf = new Map(
	equals.flatMap(([characters, to]) => [...characters].map((from) => [from, to] as const)),
);
const replaceable = new RegExp(`[${[...equalOf.keys()].join('')}]`, 'g');

/**
 * A text in GSM-7 by plain characters: straight quotes, hyphens, three dots, usual blanks, no invisible
 * characters. The text stays unchanged if other characters, such as emoji, keep it out of GSM-7, or if
 * the plain text would take more parts.
 *
 * @returns `changed` in the order of the text
 */
export function withPlainCharacters(text: string): { text: string; changed: Replaced[] } {
	if (isGsm7(text)) return { text, changed: [] };
	const changed = new Map<string, Replaced>();
	for (const from of text.match(replaceable) ?? []) {
		const count = (changed.get(from)?.count ?? 0) + 1;
		changed.set(from, { from, to: equalOf.get(from) ?? from, count });
	}
	const plain = withEquals(text);
	const isBetter = isGsm7(plain) && partsOf(plain).segments <= partsOf(text).segments;
	return isBetter ? { text: plain, changed: [...changed.values()] } : { text, changed: [] };
}

/** The text with each character replaced that has an equal in GSM-7; others stay. */
export function withEquals(text: string): string {
	return text.replace(replaceable, (from) => equalOf.get(from) ?? from);
}
