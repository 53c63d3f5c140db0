import type { PhoneNumber } from '../../../../bundled/libphonenumber';
import { parsePhoneNumber } from '../../../../bundled/libphonenumber';

/** Country codes of Germany and Austria, where the dash stands before the extension that is dialled. */
const dialDirect = ['49', '43'];

/**
 * Whether a text that reads as one number may be two that together have the length of one, as
 * "030 1234 / 030 4321" in Germany, or two lines of one, as "030 123456/57".
 *
 * @param text as `plainNumber` gives it, but for + instead of 00
 * @param number that it reads as
 */
export function mayBeTwo(text: string, number: PhoneNumber): boolean {
	// No part of so long a number begins with 0.
	const isLong = number.nationalNumber.length > 11;
	if (isLong && /^(\D*\d){6,}\D+0(\D*\d){5,}$/.test(text)) return true;
	return (
		isSplitBySlash(text, number) || isSplitByBlanks(text, number) || hasLineBehindDash(text, number)
	);
}

/**
 * Whether the one wide gap of a text, of two blanks or more, stands behind a number and before enough
 * digits for another, as in "030 12345  12346". Behind an area code it is nothing but a gap.
 */
function isSplitByBlanks(text: string, { number, countryCallingCode }: PhoneNumber): boolean {
	const [before, behind, ...more] = text.split(/ {2,}/);
	if (behind === undefined || more.length > 0 || digits(behind) < 4) return false;
	const code = before.startsWith('+') ? countryCallingCode.length : 0;
	if (digits(before) - code < 7) return false;
	return parsePhoneNumber(number.slice(0, -digits(behind)))?.isValid() === true;
}

/** Whether a slash stands behind more than an area code, or before one, or before a line's last digits. */
function isSplitBySlash(text: string, { countryCallingCode }: PhoneNumber): boolean {
	const slash = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\uFF0F'));
	if (slash === -1) return false;
	const code = text.startsWith('+') ? countryCallingCode.length : 0;
	const before = digits(text.slice(0, slash)) - code;
	const behind = text.slice(slash);
	return before > 6 || (before > 4 && /^\D*0/.test(behind)) || digits(behind) < 3;
}

/**
 * Whether one or two digits behind a dash may be another line's, as in "06 1234567-8" in Italy: what
 * stands before is a number by itself. In "345-67-89" the dash is nothing but a gap.
 */
function hasLineBehindDash(text: string, { number, countryCallingCode }: PhoneNumber): boolean {
	const [, last, line] = /(\d{4,}) ?[\p{Pd}\u2212~\u223C\uFF5E] ?(\d\d?)$/u.exec(text) ?? [];
	if (line === undefined) return false;
	if (parsePhoneNumber(number.slice(0, -line.length))?.isValid() !== true) return false;
	const isNext = Number(line) === Number(last.slice(-line.length)) + 1;
	return isNext || !dialDirect.includes(countryCallingCode);
}

function digits(text: string): number {
	return text.replace(/\D/g, '').length;
}
