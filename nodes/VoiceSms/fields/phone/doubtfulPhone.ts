import {
	type CountryCode,
	type PhoneNumber,
	getCountryCallingCode,
	parseByPlan,
	parsePhoneNumber,
} from '../../../../bundled/libphonenumber';
import { asSeen } from '../../util/asSeen';

/** "+(49)", "00 (49)" or "(+49)" at the beginning. */
const codeInBrackets = /^(?:(?:\+|00) ?\(|\( ?\+) ?(\d+) ?\)/;

/**
 * A phone number without a link's "tel:", a spreadsheet's apostrophe, invisible characters and the
 * brackets around its country code, and with Latin digits. Example: "0049 30 123456" for
 * "(0049) 30 123456".
 */
export function plainNumber(written: string): string {
	return (
		asSeen(written)
			.replace(/\uFF0B/g, '+')
			// Full-width, Arabic and Persian digits begin at a multiple of 16.
			.replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, (digit) =>
				String(digit.charCodeAt(0) % 16),
			)
			// A spreadsheet keeps a number as text by an apostrophe.
			// Facebook's lead export writes p: before it.
			.replace(/^(tel:|p:|['’])\s*/i, '')
			.replace(/[,;]$/, '')
			.trim()
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

/** Country codes differ in their first digits: none is the beginning of another (E.164). */
function isCountryCode(digits: string): boolean {
	return parsePhoneNumber(`+${digits}0000000`)?.countryCallingCode === digits;
}

/** The digits of a phone number, without the international prefix 00. */
export function phoneDigits(number: string): string {
	return number.replace(/\D/g, '').replace(/^00/, '');
}

// A number is doubtful, although libphonenumber takes it: it may be cut off, of another country, or two numbers.

/** Countries where whole phone numbers have fewer than 7 digits (ITU, national numbering plans). */
const shortNumbers =
	'AC AD CK FK FO GL KI LU NC NF NU PM SB SH SM SO SR TA TK TO TV VU WF WS'.split(' ');

/**
 * Whether a number has too few digits for the country: a short code, or a number that was cut off. No length is
 * right for all countries: +43 1 4000 is a whole number, +43 664 12 is not, and both have seven digits.
 */
export function isShortCode(text: string, number: PhoneNumber, country: string): boolean {
	if (number.nationalNumber.length <= 6 && typeOf(number) === undefined) return true;
	if (!/^[^\d+]*[1-9]/.test(text) || countDigits(text) > 6) return false;
	return !(shortNumbers.includes(country) && number.isValid());
}

/** Digits that are dialled before calls abroad, besides 00: in North America and in Japan. */
const dialledAbroad = /^01[01]/;

/**
 * Whether a number without a country code begins with a 0 that people dial in another country: libphonenumber
 * keeps the 0 although no number there begins with it, or takes it for a prefix of calls abroad, as all of
 * Cape Verde's begin with one 0.
 *
 * @param text as `plainNumber` gives it, with + instead of 00
 * @param number as it was parsed from the text
 */
export function isZeroOfOthers(text: string, number: PhoneNumber, country: string): boolean {
	if (!/^[^\d+]*0/.test(text)) return false;
	if (number.countryCallingCode === getCountryCallingCode(country as CountryCode)) {
		return number.nationalNumber.startsWith('0') && !number.isValid();
	}
	return `+${digitsOf(text).replace(dialledAbroad, '')}` !== number.number;
}

/**
 * The type of a number by the full numbering plan, such as MOBILE; undefined for an invalid number. The quick
 * check by the plan's outline comes first.
 */
export function typeOf(number: PhoneNumber) {
	if (!number.isValid()) return undefined;
	return parseByPlan(`+${number.countryCallingCode}${number.nationalNumber}`)?.getType();
}

/** Whether people have numbers of this type. */
export const isOfPeople = (type = '') =>
	['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE'].includes(type);

/** Whether the digits of a valid mobile number abroad may still be meant as this number. */
export function isUsual(
	{ countryCallingCode, nationalNumber }: PhoneNumber,
	type: string,
): boolean {
	// Luxembourg's plan lets any line have up to 11 digits. Its fixed lines have 6 or 8.
	if (countryCallingCode === '352' && type === 'FIXED_LINE') return nationalNumber.length <= 8;
	// Kosovo's plan lets those of Pristina have up to 12 digits. They have 8.
	if (countryCallingCode === '383') return nationalNumber.length <= 8;
	// Germany's plan lets a fixed line have up to 13 digits, with its extension. Nobody writes these without their 0.
	if (countryCallingCode === '49') return nationalNumber.length <= 11;
	return isOfPeople(type);
}

/** Whether people in the number's country write it with these digits, with or without a prefix such as 0 or 8. */
export function isOwnWriting(text: string, number: PhoneNumber): boolean {
	return [true, false].some((nationalPrefix) => {
		return digitsOf(number.format('NATIONAL', { nationalPrefix })) === digitsOf(text);
	});
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
const countDigits = (text: string) => digitsOf(text).length;

/** Germany and Austria write a dash before the extension, which is dialled as a part of the number. */
const extensionAfterDash = ['49', '43'];

/**
 * Whether a text that is parsed as one number may be two short numbers, such as "030 1234 / 030 4321"
 * in Germany, or two lines of one number, such as "030 123456/57".
 *
 * @param text as `plainNumber` gives it, with + instead of 00
 * @param number as it was parsed from the text
 */
export function mayBeTwo(text: string, number: PhoneNumber): boolean {
	// No group of digits in so long a number begins with 0: that 0 begins a second number.
	const isLong = number.nationalNumber.length > 11;
	if (isLong && /^(\D*\d){6,}\D+0(\D*\d){5,}/.test(text)) return true;
	return (
		isSplitBySlash(text, number) || isSplitByBlanks(text, number) || hasLineBehindDash(text, number)
	);
}

/**
 * Whether the only gap of two or more blanks is between two numbers, as in "030 12345  12346",
 * and not behind an area code.
 */
function isSplitByBlanks(text: string, { number, countryCallingCode }: PhoneNumber): boolean {
	const [before, behind, ...more] = text.split(/ {2,}/);
	if (behind === undefined || more.length > 0 || countDigits(behind) < 4) return false;
	const code = before.startsWith('+') ? countryCallingCode.length : 0;
	if (countDigits(before) - code < 7) return false;
	return parsePhoneNumber(number.slice(0, -countDigits(behind)))?.isValid() === true;
}

/** Whether a slash is behind a number, before an area code, or before the last digits of a second line. */
function isSplitBySlash(text: string, { countryCallingCode }: PhoneNumber): boolean {
	const slash = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\uFF0F'));
	if (slash === -1) return false;
	const code = text.startsWith('+') ? countryCallingCode.length : 0;
	const before = countDigits(text.slice(0, slash)) - code;
	const behind = text.slice(slash);
	return before > 6 || (before > 4 && /^\D*0/.test(behind)) || countDigits(behind) < 3;
}

/**
 * Whether one or two digits behind a dash may be the last digits of a second line, as in
 * "06 1234567-8" in Italy: the digits before the dash are a valid number. In "345-67-89" they are not.
 */
function hasLineBehindDash(text: string, { number, countryCallingCode }: PhoneNumber): boolean {
	const [, last, line] = /(\d{4,}) ?[\p{Pd}\u2212~\u223C\uFF5E] ?(\d\d?)$/u.exec(text) ?? [];
	if (line === undefined) return false;
	if (parsePhoneNumber(number.slice(0, -line.length))?.isValid() !== true) return false;
	const isNext = Number(line) === Number(last.slice(-line.length)) + 1;
	return isNext || !extensionAfterDash.includes(countryCallingCode);
}
