import { unseen } from '../../util/asSeen';

/** How carriers send a text as SMS. They charge for each part, which they call a segment. */
export interface Parts {
	segments: number;
	encoding: 'GSM-7' | 'UCS-2';
}

/** The GSM 7 bit default alphabet in the order of its codes, without the escape (3GPP TS 23.038, 6.2.1). */
const basic =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension table: each character is sent behind an escape and takes two septets (6.2.1.1). */
const extension = '\f^{}\\[~]|€';

/** Septets by code point; 0 or undefined for a character that is not in GSM-7. */
const septets = new Uint8Array('€'.charCodeAt(0) + 1);
for (const character of basic) septets[character.charCodeAt(0)] = 1;
for (const character of extension) septets[character.charCodeAt(0)] = 2;

/**
 * The parts of a text. An extension character or a surrogate pair is never split between two parts.
 * An empty text is one part.
 */
export function partsOf(text: string): Parts {
	return isGsm7(text)
		? { segments: segmentsOf(text, septetsOf, 160, 153), encoding: 'GSM-7' }
		: { segments: segmentsOf(text, codeUnitsOf, 70, 67), encoding: 'UCS-2' };
}

/** Whether carriers can send the whole text in GSM-7. */
function isGsm7(text: string): boolean {
	for (let index = 0; index < text.length; index += 1) {
		if (!septets[text.charCodeAt(index)]) return false;
	}
	return true;
}

const septetsOf = (codePoint: number) => septets[codePoint];
const codeUnitsOf = (codePoint: number) => (codePoint > 0xffff ? 2 : 1);

/** `single` = units of a text that fits one part; `multiple` = units of each part of a longer text, which has a header. */
function segmentsOf(
	text: string,
	unitsOf: (codePoint: number) => number,
	single: number,
	multiple: number,
): number {
	let units = 0;
	let segments = 1;
	let free = multiple;
	for (let index = 0; index < text.length; index += 1) {
		const codePoint = Number(text.codePointAt(index));
		if (codePoint > 0xffff) index += 1;
		const taken = unitsOf(codePoint);
		units += taken;
		if (taken > free) {
			segments += 1;
			free = multiple;
		}
		free -= taken;
	}
	return units > single ? segments : 1;
}

/** Invisible characters, and marks that would join the character before them. */
const unprintable = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const maxCharactersNamed = 10;

/**
 * The distinct characters that make a text UCS-2, for an error: `“, ”, U+200B and 3 more`. Invisible
 * characters stand as their code points. '' for a text in GSM-7.
 */
export function unicodeCharactersOf(text: string): string {
	const characters = [...new Set(text)].filter((character) => !isGsm7(character));
	const named = characters.slice(0, maxCharactersNamed).map((character) => {
		if (!unprintable.test(character)) return character;
		return `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;
	});
	const unnamed = characters.length - named.length;
	return named.join(', ') + (unnamed === 0 ? '' : ` and ${unnamed} more`);
}

/**
 * Punctuation, blanks and invisible characters with one equal in GSM-7. Unicode says what they are
 * (Quotation_Mark, Dash, White_Space, `unseen`). Twilio's Smart Encoding replaces
 * more; fractions, bullets and lookalikes of letters are left out, because their equals change the text.
 */
const equals: Array<[characters: string, to: string]> = [
	['\u2018\u2019\u201A\u201B\u2032\u00B4`', "'"],
	['\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB', '"'],
	['\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'],
	['\u2026', '...'],
	['\u2028\u2029', '\n'],
];
const equalOf = new Map(
	equals.flatMap(([characters, to]) => [...characters].map((from) => [from, to] as const)),
);
const blank = /[\t\p{Zs}]/u;
const replaceable = new RegExp(`(?! )[${[...equalOf.keys()].join('')}\\t\\p{Zs}${unseen}]`, 'gu');
const plainOf = (sign: string) => equalOf.get(sign) ?? (blank.test(sign) ? ' ' : '');

/**
 * A text in GSM-7 by plain characters: straight quotes, hyphens, three dots, usual blanks, no invisible
 * characters. The text stays unchanged if other characters, such as emoji, keep it out of GSM-7, or if
 * the plain text would take more parts.
 */
export function withPlainCharacters(text: string): string {
	if (isGsm7(text)) return text;
	const plain = withEquals(text);
	const isBetter = isGsm7(plain) && partsOf(plain).segments <= partsOf(text).segments;
	return isBetter ? plain : text;
}

/** The text with each character replaced that has an equal in GSM-7; others stay. */
export function withEquals(text: string): string {
	return text.replace(replaceable, plainOf);
}
