import { parsePhoneNumber } from '../../../../bundled/libphonenumber';

/** "+(49)", "00 (49)" or "(+49)" at the beginning. */
const codeInBrackets = /^(?:(?:\+|00) ?\(|\( ?\+) ?(\d+) ?\)/;

/** Invisible characters, which come along when a number is copied from a chat. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * A phone number without a link's "tel:", a spreadsheet's apostrophe, invisible characters and the
 * brackets around its country code, and with Latin digits. Example: "0049 30 123456" for
 * "(0049) 30 123456".
 */
export function plainNumber(written: string): string {
	return (
		written
			.replace(invisible, '')
			.replace(/\p{Zs}/gu, ' ')
			.replace(/\uFF0B/g, '+')
			// Full-width, Arabic and Persian digits begin at a multiple of 16.
			.replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, (digit) =>
				String(digit.charCodeAt(0) % 16),
			)
			.trim()
			// A spreadsheet keeps a number as text by an apostrophe.
			.replace(/^(tel:|['’])\s*/i, '')
			// A spreadsheet writes a number as 123.0 or 123,00.
			.replace(/^(\+?\d+)[.,]00?$/, '$1')
			.replace(/^\( ?(00 ?\d{1,3}) ?\)/, '$1 ')
			.replace(codeInBrackets, (all, code: string) => (isCountryCode(code) ? `+${code} ` : all))
	);
}

/** Whether a plain number has brackets behind its + that hold no country code. */
export function isNoCodeInBrackets(text: string): boolean {
	return codeInBrackets.test(text);
}

/** Country codes are told apart by their first digits: none is the beginning of another (E.164). */
function isCountryCode(digits: string): boolean {
	return parsePhoneNumber(`+${digits}0000000`)?.countryCallingCode === digits;
}

/** The digits of a phone number, without the international prefix 00. */
export function phoneDigits(number: string): string {
	return number.replace(/\D/g, '').replace(/^00/, '');
}
