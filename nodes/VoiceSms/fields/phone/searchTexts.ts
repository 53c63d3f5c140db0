import { phoneDigits } from '../../util/phoneDigits';
import { plainNumber } from './plainNumber';
import { maybeNumber } from '../read/recordKey';
import { inE164 } from './storedPhone';

/**
 * The texts to search for, one after the other. A phone number is searched for as the service writes
 * it and as it was written: "+15552002493" and "(555) 200-2493". Where its country is not known, by
 * its digits.
 *
 * @param country of a number without a country code, in two letters; '' for none
 * @returns what was written last; '' stands for no search
 */
export function searchTexts(written: string, country: string): string[] {
	if (!maybeNumber(written)) return [written];
	const digits = phoneDigits(plainNumber(written)).replace(/^0+/, '');
	return [...new Set([inE164(written, country) ?? digits, written])];
}
