import type { FieldProblem } from '../read/values';
import { countryName } from './country';
import { isNoCodeInBrackets } from './doubtfulPhone';

const needsCode = 'Enter the number with + and its country code, such as +15550100042.';
const needsDigits = 'Enter + and the digits only, such as +15550100042.';

/** The error for two numbers in one field. */
export const oneNumber: FieldProblem = [
	'may be two numbers',
	'Enter one number, with nothing between its digits.',
];

/** The error for a list of numbers in one field. */
export const severalNumbers: FieldProblem = [
	'may be two numbers',
	'Enter one number. To reach several people, make a row of each, as the node Split Out does.',
	'Give one number, and call the tool again for each other number.',
];

/**
 * The error for a text that is not a phone number.
 *
 * @param reason libphonenumber's `ParseError`
 * @param text as `plainNumber` gives it
 * @param country of a number without a country code, '' for none
 */
export function whyNot(reason: string, text: string, country: string): FieldProblem {
	const hasPlus = beginsWithPlus(text);
	const where = hasPlus || country === '' ? 'a phone number' : country;
	const advice = hasPlus ? needsDigits : needsCode;
	if (hasLostDigits(text)) {
		return ['has lost digits', 'Format the column of the spreadsheet as text.', needsCode];
	}
	// libphonenumber reads "+(646) 253-0000" as a number of New Zealand, which has the code 64.
	if (isNoCodeInBrackets(text)) return noSuchCode;
	switch (reason) {
		case 'TOO_SHORT':
			return [`is too short for ${where}`, 'Enter all digits.'];
		case 'TOO_LONG':
			return [`is too long for ${where}`, hasPlus ? tooMany : needsCode];
		case 'INVALID_LENGTH':
			return [`has too many or too few digits for ${where}`, advice];
		case 'INVALID_COUNTRY':
			return hasPlus
				? noSuchCode
				: ['has no country code', "Write it with +, or choose a 'Default Country'.", needsCode];
		default:
			return ['is not a phone number', advice];
	}
}

/** The country that a refused number was read in, and where it is set; '' if no country counted for the number. */
export function countryIn(text: string, country: string, setIn: string): string {
	if (country === '' || beginsWithPlus(text)) return '';
	return ` 'Default Country' of ${setIn}: ${countryName(country)}.`;
}

const beginsWithPlus = (text: string) => /^\(? ?\+/.test(text);

const abroad = 'A number of another country begins with + and its country code.';
const tooMany = 'Enter one number, without extra digits.';

const noSuchCode: FieldProblem = [
	'begins with an unknown country code',
	'Enter the country code right after the +, such as the 1 in +15550100042.',
];

/** The error for a number that begins with a 0 that people dial in other countries. */
export function notThere(country: string): FieldProblem {
	return [`is not a phone number in ${country}`, abroad, needsCode];
}

/** Whether an invalid number is two numbers, such as "+15550100042, +15550100043". */
export function holdsTwo(text: string): boolean {
	const parts = text.split(/[,;|/\n\r\t]|\p{L}+|(?<=\d)\D*\+| {2,}/u);
	return parts.filter((part) => part.replace(/\D/g, '').length > 5).length > 1;
}

/** Whether a spreadsheet has shortened a number, as in "1.55501E+10". */
export function hasLostDigits(text: string): boolean {
	return /^[\d.,]+e\+?\d+$/i.test(text);
}
