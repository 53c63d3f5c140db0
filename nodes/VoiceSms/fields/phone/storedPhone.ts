import { UserError } from 'n8n-workflow';

import { parsePhoneNumber } from '../../../../bundled/libphonenumber';
import { phoneDigits } from '../../util/phoneDigits';
import { asPhone } from './phone';
import { plainNumber } from './plainNumber';

/** Digits after the country code of a number in E.164 form; '' for any other text. */
export function nationalDigits(number: string): string {
	return parsePhoneNumber(number)?.nationalNumber ?? '';
}

/** Digits of the longest national prefix: 0, 06 in Hungary, formerly 045 in Mexico. */
const longestPrefix = 3;

/**
 * Whether a stored number is the given one: by their E.164 forms, or by their digits where the stored
 * number is invalid. `unsure` when the stored number lacks the country code, or when its digits are
 * those of the given one and mean another number in that country. Example: true for
 * "1 (555) 010-0042" and +15550100042, `unsure` for "555 010 0042".
 *
 * @param number in E.164 form
 * @param country of stored numbers without a country code, in two letters; '' for none
 */
export function isSameNumber(stored: string, number: string, country: string): boolean | 'unsure' {
	if (stored === number) return true;
	// The last digits spare the parsing of most numbers of a long list.
	if (/^\+\d+$/.test(stored) && stored.slice(-4) !== number.slice(-4)) return false;
	const e164 = inE164(stored, country);
	if (e164 === number) return true;
	const digits = phoneDigits(plainNumber(stored));
	if (digits === '') return false;
	if (digits === phoneDigits(number)) return e164 === undefined ? true : 'unsure';
	if (e164 !== undefined || stored.includes('+')) return false;
	// In some countries, such as Italy, the leading 0 is a part of the number.
	const national = nationalDigits(number).replace(/^0+/, '');
	const before = digits.length - national.length;
	return national !== '' && before <= longestPrefix && digits.endsWith(national) ? 'unsure' : false;
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
