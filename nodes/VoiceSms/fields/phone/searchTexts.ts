import { phoneDigits } from '../../util/phoneDigits';
import { plainNumber } from './plainNumber';
import { inE164 } from './storedPhone';

/** Most phone numbers have at least so many digits without their country code. */
const fewestDigits = 7;

/** Whether a text may be a phone number, also one without + and country code. */
export function maybeNumber(text: string): boolean {
	const number = plainNumber(text);
	return !/[\p{L}_@]/u.test(number) && phoneDigits(number).length >= fewestDigits;
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
	if (!maybeNumber(written)) return [written];
	const digits = phoneDigits(plainNumber(written)).replace(/^0+/, '');
	return [...new Set([inE164(written, country) ?? digits, written])];
}
