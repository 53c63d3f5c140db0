import type { IDataObject } from 'n8n-workflow';

/**
 * Whether a field of a record contains the text. Ignores case, accents and punctuation:
 * "+1 (555) 200-2499" is in "+15552002499", "jose" in "José". Punctuation alone is in every record.
 */
export function contains(record: IDataObject, search: string): boolean {
	const wanted = bare(search);
	return Object.values(record).some((value) => {
		return ['string', 'number'].includes(typeof value) && bare(String(value)).includes(wanted);
	});
}

function bare(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[\s()+./-]/g, '');
}

/** Marks, emoji, spaces and signs that are not seen. */
const around = String.raw`[\p{P}\p{S}\p{Cf}\s\uFE0E\uFE0F\u20E3]+`;
const aroundWord = new RegExp(`^${around}|${around}$`, 'gu');

/** What is no emoji or sign of its own, such as the color of a hand. */
const shades = /[\p{P}\p{Cf}\p{Emoji_Modifier}\s\uFE0E\uFE0F\u20E3]/gu;

/** Accents, hyphens, apostrophes and invisible characters: phones write one word in several ways. */
const within = /[\u0300-\u036F\p{Pd}'’‘ʼ\p{Cf}]|(?!\s)\p{Cc}/gu;

/** A text as others are looked for in it: without upper case, needless space, accents and hyphens. */
export function plainText(text: string): string {
	// Greek writes its s in another way at the end of a word.
	const said = text.normalize('NFKD').toLowerCase().replace(/ς/g, 'σ').replace(within, '');
	return said.replace(/\s+/g, ' ').normalize('NFC');
}

/**
 * A word as it is compared with others: without upper case, needless space, and marks and emoji around
 * it, and without accents and hyphens in it. " Yes! 👍" is "yes", "Opt‑Out" is "optout". Of emoji alone each once, in any color.
 */
export function plainWord(text: string): string {
	const word = plainText(text).replace(aroundWord, '').normalize('NFC');
	if (word !== '') return word;
	return [...new Set(text.normalize('NFKD').toLowerCase().replace(shades, ''))].join('');
}
