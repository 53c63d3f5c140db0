import { UserError } from 'n8n-workflow';

import { parsePhoneNumber } from '../../../../bundled/libphonenumber';
import { phoneDigits } from '../../util/phoneDigits';
import { asPhone } from './phone';
import { plainNumber } from './plainNumber';

/** Digits after the country code of a number in E.164 form; '' of any other text. */
export function nationalDigits(number: string): string {
	return parsePhoneNumber(number)?.nationalNumber ?? '';
}

/** Most digits that people put before a number within a country: 0, 06 in Hungary, 045 once in Mexico. */
const mostBefore = 3;

/**
 * Whether a number that somebody stored is the given one: both in E.164 form, or by their digits
 * where the stored one cannot be read. `unsure` when it has the digits and no country code, or the
 * same digits and another meaning in that country. Example: true for "1 (555) 010-0042" and
 * +15550100042, `unsure` for "555 010 0042".
 *
 * @param number in E.164 form
 * @param country of stored numbers without a country code, in two letters; '' for none
 */
export function isSameNumber(stored: string, number: string, country: string): boolean | 'unsure' {
	if (stored === number) return true;
	// Of thousands in E.164 form only a few are looked at closely.
	if (/^\+\d+$/.test(stored) && stored.slice(-4) !== number.slice(-4)) return false;
	const read = inE164(stored, country);
	if (read === number) return true;
	const digits = phoneDigits(plainNumber(stored));
	if (digits === '') return false;
	if (digits === phoneDigits(number)) return read === undefined ? true : 'unsure';
	if (read !== undefined || stored.includes('+')) return false;
	// In Italy and others the 0 is a part of the number.
	const national = nationalDigits(number).replace(/^0+/, '');
	const before = digits.length - national.length;
	return national !== '' && before <= mostBefore && digits.endsWith(national) ? 'unsure' : false;
}

/** A number in E.164 form, as `asPhone` reads it, or undefined for what it refuses. */
export function inE164(written: string, country: string): string | undefined {
	try {
		return asPhone(written, country, (what) => {
			throw new UserError(what);
		});
	} catch {
		return undefined;
	}
}
