import { UserError } from 'n8n-workflow';

import { parsePhoneNumber } from '../../../../bundled/libphonenumber';
import { asPhone, onePhone } from './phone';
import { phoneDigits, plainNumber } from './doubtfulPhone';
import { asSeen } from '../../util/asSeen';

/** Digits after the country code of a number in E.164 form; '' for any other text. */
export function nationalDigits(number: string): string {
	return parsePhoneNumber(number)?.nationalNumber ?? '';
}

/** Digits of the longest national prefix: 0, 06 in Hungary, formerly 045 in Mexico. */
const maxPrefixDigits = 3;

/**
 * Whether a stored number is the given phone: by their E.164 forms, or by their digits where the stored
 * number is invalid. `unsure` when the stored number lacks the country code, or when it has the digits
 * of the given number and means another number in that country. Example: true for
 * "1 (555) 010-0042" and +15550100042, `unsure` for "555 010 0042".
 *
 * @param number in E.164 form
 * @param country of stored numbers without a country code, in two letters; '' for none
 */
export function isSameNumber(stored: string, number: string, country: string): boolean | 'unsure' {
	if (stored === number) return true;
	// The last digits spare the parsing of most numbers of a long list.
	if (/^\+\d+$/.test(stored) && stored.slice(-4) !== number.slice(-4)) return false;
	const phone = onePhone(number);
	const e164 = inE164(stored, country);
	if (e164 !== undefined && onePhone(e164) === phone) return true;
	const digits = phoneDigits(plainNumber(stored));
	if (digits === '') return false;
	if (onePhone(`+${digits}`) === phone) return e164 === undefined ? true : 'unsure';
	if (e164 !== undefined || stored.includes('+')) return false;
	// In some countries, such as Italy, the leading 0 is a part of the number.
	const national = nationalDigits(phone).replace(/^0+/, '');
	const before = digits.length - national.length;
	return national !== '' && before <= maxPrefixDigits && digits.endsWith(national)
		? 'unsure'
		: false;
}

/** A number in E.164 form, or undefined for a number that `asPhone` refuses. */
export function inE164(written: string, country: string): string | undefined {
	try {
		return asPhone(written, country, (what) => {
			throw new UserError(what);
		});
	} catch {
		return undefined;
	}
}

/** Most phone numbers have at least so many digits without their country code. */
const minDigits = 7;

/** Whether a text may be a phone number, also one without + and country code. */
export function maybeNumber(text: string): boolean {
	const number = plainNumber(text);
	return !/[\p{L}_@]/u.test(number) && phoneDigits(number).length >= minDigits;
}

/**
 * The texts to search for, one after the other; the last one is the text as written. A phone number
 * is also searched for in E.164 form, as the service writes it: "+15552002493" before
 * "(555) 200-2493". A number of an unknown country is searched for by its digits.
 *
 * @param written '' for no search
 * @param country of a number without a country code, in two letters; '' for none
 */
export function searchTexts(written: string, country: string): string[] {
	if (!maybeNumber(written)) return [asSeen(written)];
	const digits = phoneDigits(plainNumber(written)).replace(/^0+/, '');
	return [...new Set([inE164(written, country) ?? digits, asSeen(written)])];
}
