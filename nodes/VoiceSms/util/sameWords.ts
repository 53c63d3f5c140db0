import type { IDataObject } from 'n8n-workflow';

/**
 * Whether a record has all words of the text in its fields. Ignores case, accents, punctuation and the order
 * of words: "+1 (555) 200-2499" is in "+15552002499", "nunez, jose" in "José Núñez". Punctuation alone is in
 * every record.
 */
export function contains(record: IDataObject, search: string): boolean {
	const whole = bare(search);
	if (whole === '') return true;
	const fields = Object.values(record)
		.filter((value) => ['string', 'number'].includes(typeof value))
		.map((value) => bare(String(value)));
	const isThere = (wanted: string) => fields.some((field) => field.includes(wanted));
	const words = search.split(/[\s,;]/).map(bare);
	return isThere(whole) || words.every(isThere);
}

/**
 * Marks that people may leave out: accents, the vowel signs and hamzas of Arabic with the tatweel that makes a
 * word longer, the points of Hebrew. In other scripts, such as the scripts of India, a mark is a letter.
 */
const marks = String.raw`\u0640|[\uFE0E\uFE0F\u0300-\u036F]|(?=\p{M})[\p{scx=Arab}\p{scx=Hebr}]`;

const besideLetters = new RegExp(`${marks}|[\\p{P}\\p{Sm}\\p{Sk}\\p{Cf}\\p{Cc}\\sʼ]`, 'gu');

function bare(text: string): string {
	return folded(text).replace(besideLetters, '');
}

/** Letters with a stroke, for which Unicode has no accent: Vietnamese people write "dung" for "đừng". */
const withoutStroke: Record<string, string> = { đ: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't' };

/**
 * In lower case, with accents as characters of their own. Some letters have two in the other case, such as
 * ß and SS, and some none, such as the Turkish ı: after both changes they are the same.
 */
function folded(text: string): string {
	const cased = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase();
	// Greek writes its s in another way at the end of a word.
	return cased.replace(/ς/g, 'σ').replace(/[đħłøŧ]/g, (letter) => withoutStroke[letter]);
}

/** Marks, emoji, spaces and signs that are not seen. */
const around = String.raw`[\p{P}\p{S}\p{Cf}\s\uFE0E\uFE0F\u20E3]`;
/** A run of these is tried from its first sign only: from each sign, a long text would take minutes. */
const aroundWord = new RegExp(`^${around}+|(?<!${around})${around}+$`, 'gu');

/** Signs that belong to another emoji, such as the color of a hand. */
const shades = /[\p{P}\p{Cf}\p{Emoji_Modifier}\s\uFE0E\uFE0F\u20E3]/gu;

/** Marks, hyphens, invisible characters: phones write one word in several ways. */
const inside = new RegExp(`${marks}|[\\p{Pd}\\p{Cf}]|(?!\\s)\\p{Cc}`, 'gu');
/** Apostrophes too. */
const quotationMarks = /[\p{Quotation_Mark}ʼ]/gu;

function plainCase(text: string, quote: string): string {
	return folded(text).replace(inside, '').replace(quotationMarks, quote).replace(/\s+/g, ' ');
}

/** A text as others are looked for in it: without upper case, needless space, accents, hyphens and quotation marks. */
export function plainText(text: string): string {
	return plainCase(text, '').normalize('NFC');
}

/**
 * A word in the form for comparison: without upper case, needless space, and marks and emoji around
 * it, and without accents and hyphens in it. " Yes! 👍" is "yes", "Opt‑Out" is "optout". Of emoji alone each once, in any color.
 */
export function plainWord(text: string): string {
	const word = plainText(text).replace(aroundWord, '').normalize('NFC');
	if (word !== '') return word;
	return [...new Set(folded(text).replace(shades, ''))].join('');
}

/** The words of a list that people write, also with other signs between them; commas make the entries. */
export const wordsIn = (all: string[] = []) => all.flatMap((one) => one.split(/[;|\n]| \/ /));

/**
 * The text without quotations of these messages, or the same text if it has none. A phone sends a reaction as
 * a text with a quotation, in its own language: Liked “Reply CANCEL to cancel.” A cut quotation ends in "…".
 */
export function withoutQuotations(text: string, messages: unknown[]): string {
	const said = marked(text);
	if (!said.includes('"')) return text;
	const quotable = messages.map((one) => marked(String(one ?? ''))).filter((one) => one !== '');
	const left: string[] = [];
	let done = 0;
	for (let at = said.indexOf('"'); at >= 0; at = said.indexOf('"', Math.max(at + 1, done))) {
		const end = Math.max(-1, ...quotable.map((message) => endOfQuotation(said, at + 1, message)));
		if (end < 0) continue;
		left.push(said.slice(done, at));
		done = end + 1;
	}
	if (done === 0) return text;
	const others = [...left, said.slice(done)].join(' ');
	// One quoted word and nothing else, such as "STOP", is what the person says.
	return /[\p{L}\p{N}\p{S}]/u.test(others) || text.length > minCutLength ? others : text;
}

/** A shorter beginning of a message is no quotation of it: "Stop..." may be what the person says. */
const minCutLength = 15;

/** With the same mark around all quotations and for all apostrophes, and without spaces beside it. */
function marked(text: string): string {
	return plainCase(text, '"').replace(/ ?" ?/g, '"').trim();
}

/** The place of the mark after a quotation of the message that begins here; -1 without one. */
function endOfQuotation(said: string, start: number, message: string): number {
	let same = 0;
	while (same < message.length && said[start + same] === message[same]) same++;
	const end = said.indexOf('"', start + same);
	const quoted = said.slice(start, end);
	if (end < 0 || quoted === message) return end;
	const begin = quoted.endsWith('...') ? quoted.slice(0, -3).trim() : '';
	return begin.length >= minCutLength && message.startsWith(begin) ? end : -1;
}
