/** How carriers send a text as SMS. They charge for each part, which they call a segment. */
export interface Parts {
	segments: number;
	encoding: 'GSM-7' | 'UCS-2';
	/** Length of the text in septets (GSM-7) or in UTF-16 code units (UCS-2). */
	units: number;
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
		? { ...packed(text, septetsOf, { single: 160, multiple: 153 }), encoding: 'GSM-7' }
		: { ...packed(text, codeUnitsOf, { single: 70, multiple: 67 }), encoding: 'UCS-2' };
}

/** Whether carriers can send the whole text in GSM-7. */
export function isGsm7(text: string): boolean {
	for (let index = 0; index < text.length; index += 1) {
		if (!septets[text.charCodeAt(index)]) return false;
	}
	return true;
}

const septetsOf = (codePoint: number) => septets[codePoint];
const codeUnitsOf = (codePoint: number) => (codePoint > 0xffff ? 2 : 1);

/** @param size units of a text that fits one part, and of each part of a longer text, which has a header */
function packed(
	text: string,
	unitsOf: (codePoint: number) => number,
	size: { single: number; multiple: number },
): { segments: number; units: number } {
	let units = 0;
	let segments = 1;
	let free = size.multiple;
	for (let index = 0; index < text.length; index += 1) {
		const codePoint = Number(text.codePointAt(index));
		if (codePoint > 0xffff) index += 1;
		const taken = unitsOf(codePoint);
		units += taken;
		if (taken > free) {
			segments += 1;
			free = size.multiple;
		}
		free -= taken;
	}
	return { segments: units > size.single ? segments : 1, units };
}

/** Invisible characters, and marks that would join the character before them. */
const unprintable = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const mostNamed = 10;

/**
 * The distinct characters that make a text UCS-2, for an error: `“, ”, U+200B and 3 more`. Invisible
 * characters stand as their code points. '' for a text in GSM-7.
 */
export function unicodeCharactersOf(text: string): string {
	const characters = [...new Set(text)].filter((character) => !isGsm7(character));
	const named = characters.slice(0, mostNamed).map((character) => {
		return unprintable.test(character) ? codePointOf(character) : character;
	});
	const unnamed = characters.length - named.length;
	return named.join(', ') + (unnamed === 0 ? '' : ` and ${unnamed} more`);
}

function codePointOf(character: string): string {
	return `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;
}
