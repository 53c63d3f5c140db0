/** Inside a character class: signs that nobody sees, as Unicode lists them, and its three annotation marks. */
export const unseen = String.raw`\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB`;

/** Scripts that need joiners in their words (Unicode, UAX #31, section 2.3.1). */
const joining = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
	.split(' ')
	.map((script) => `\\p{scx=${script}}`)
	.join('');
const emoji = String.raw`\p{Extended_Pictographic}`;

/** Places where an invisible sign changes what people see: inside emoji, and in words of some scripts. */
const isSeen = [
	String.raw`(?<=[${emoji}\p{Emoji_Modifier}\uFE0F])\u200D(?=${emoji})`,
	String.raw`(?<=(?!\p{Emoji_Presentation})${emoji})\uFE0F`,
	String.raw`(?<=${emoji})\uFE0E`,
	String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
	// The letters in the flags of England, Scotland and Wales.
	String.raw`(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]`,
	String.raw`(?<=[${joining}])\p{Join_Control}(?=[${joining}])`,
	// Some letters of India end in a joiner.
	String.raw`(?<=(?=\p{M})[${joining}])\u200D`,
	String.raw`(?<=(?![${unseen}])[\p{Script=Han}${joining}])\p{Variation_Selector}`,
].join('|');

const signs = new RegExp(`(?!${isSeen})(?!\\s)[${unseen}\\p{Cc}]|\\uFEFF`, 'gu');

/**
 * A text as people see it: without signs that nobody sees, with usual blanks and line breaks and none around it,
 * and each accent in its letter (NFC). Two texts in this form look different if they are.
 */
export function asSeen(text: string): string {
	if (/^[\x20-\x7e]*$/.test(text)) return text.trim();
	return text
		.replace(/\x85/g, '\n')
		.replace(signs, '')
		.replace(/\p{Zs}/gu, ' ')
		.normalize('NFC')
		.trim();
}

/**
 * A text in the form for comparison and for keys: as `asSeen`, with the usual hyphen for the hyphens of Word
 * and phones (U+2010, U+2011), and one blank for several. A text for the service keeps its own signs.
 */
export function asCompared(text: string): string {
	return asSeen(text)
		.replace(/[\u2010\u2011]/g, '-')
		.replace(/\s+/g, ' ');
}
