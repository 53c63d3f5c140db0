import { parsePhoneNumber } from '../../../../bundled/libphonenumber';

/** "+(49)", "00 (49)" or "(+49)" at the beginning. */
const codeInBrackets = /^(?:(?:\+|00) ?\(|\( ?\+) ?(\d+) ?\)/;

/** Marks of the writing direction and of no width, which a number copied from a chat brings along. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * A phone number as written, without what only its writing brings along: a link's "tel:", a
 * spreadsheet's apostrophe, invisible marks, digits of other scripts, brackets around the country
 * code. Example: "0049 30 123456" for "(0049) 30 123456".
 */
export function plainNumber(written: string): string {
	return (
		written
			.replace(invisible, '')
			.replace(/\p{Zs}/gu, ' ')
			.replace(/\uFF0B/g, '+')
			.replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, digitOf)
			.trim()
			// Of a link, and of a spreadsheet that was to keep a number as text.
			.replace(/^(tel:|['’])\s*/i, '')
			// A spreadsheet's number.
			.replace(/^(\+?\d+)[.,]00?$/, '$1')
			// A country code in brackets.
			.replace(/^\( ?(00 ?\d{1,3}) ?\)/, '$1 ')
			.replace(codeInBrackets, (all, code: string) => (isCountryCode(code) ? `+${code} ` : all))
	);
}

/** Whether brackets around what stands behind the + of a plain number hold no country code. */
export function isNoCodeInBrackets(text: string): boolean {
	return codeInBrackets.test(text);
}

/** No country code is the beginning of another one (E.164). */
function isCountryCode(digits: string): boolean {
	return parsePhoneNumber(`+${digits}0000000`)?.countryCallingCode === digits;
}

/** Of a full-width, Arabic or Persian digit: their ranges begin at a multiple of 16. */
function digitOf(character: string): string {
	return String(character.charCodeAt(0) % 16);
}
