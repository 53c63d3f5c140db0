import { UserError } from 'n8n-workflow';

import { parsePhoneNumber } from '../../../bundled/libphonenumber';
import { phoneDigits } from '../util/phoneDigits';
import { asPhone } from './phone';

/** Digits after the country code of a number in E.164 form; '' of what has none, as a short code. */
export function nationalDigits(number: string): string {
	return parsePhoneNumber(number)?.nationalNumber ?? '';
}

/**
 * Whether a number that somebody stored is the given one: both in E.164 form, or by their digits
 * where the stored one cannot be read. `unsure` when it has the digits and no country code. Example:
 * true for "1 (555) 010-0042" and +15550100042, `unsure` for "555 010 0042".
 *
 * @param number in E.164 form, or a short code
 * @param country of stored numbers without a country code, in two letters; '' for none
 */
export function isSameNumber(stored: string, number: string, country: string): boolean | 'unsure' {
	if (stored === number) return true;
	// Of thousands in E.164 form only a few are looked at closely.
	if (/^\+\d+$/.test(stored) && stored.slice(-4) !== number.slice(-4)) return false;
	const read = inE164(stored, country);
	if (read !== undefined) return read === number;
	const digits = phoneDigits(stored);
	if (digits === '') return false;
	if (digits === phoneDigits(number)) return true;
	return digits.replace(/^0+/, '') === nationalDigits(number) ? 'unsure' : false;
}

function inE164(stored: string, country: string): string | undefined {
	try {
		return asPhone(stored, country, (what) => {
			throw new UserError(what);
		});
	} catch {
		return undefined;
	}
}
