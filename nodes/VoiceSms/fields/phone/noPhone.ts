import { isNoCodeInBrackets } from './plainNumber';

/** What is wrong with a number, and what to do about it, for people and for a model. */
type WhyNot = [what: string, advice: string, forModel?: string];

const needsCode = 'Enter it with + and its country code, such as +15550100042.';
/** The number has its +. */
const needsDigits = 'Enter + and the digits only, such as +15550100042.';

/** Of two numbers in one field. */
export const oneNumber: WhyNot = [
	'may be two numbers',
	'Enter one number, its digits without anything between.',
];

/**
 * Why a text is no phone number, in the words of an error, and what to do about it.
 *
 * @param reason of libphonenumber-js, `ParseError`
 * @param text as `plainNumber` gives it
 * @param country in whose numbers it was sought; '' for none
 */
export function whyNot(reason: string, text: string, country: string): WhyNot {
	const hasPlus = /^\(? ?\+/.test(text);
	const where = hasPlus || country === '' ? '' : ` for ${country}`;
	const advice = hasPlus ? needsDigits : needsCode;
	if (hasLostDigits(text)) {
		return ['has lost digits', 'Format the column of the spreadsheet as text.', needsCode];
	}
	// No country has the code 646: "+(646) 253-0000" is no number of New Zealand.
	if (isNoCodeInBrackets(text)) return noSuchCode;
	switch (reason) {
		case 'TOO_SHORT':
			return [`is too short a phone number${where}`, hasPlus ? tooFew : `${tooFew} ${abroad}`];
		case 'TOO_LONG':
			return [`is too long a phone number${where}`, hasPlus ? tooMany : needsCode];
		case 'INVALID_LENGTH':
			return [`has too many or too few digits for a phone number${where}`, advice];
		case 'INVALID_COUNTRY':
			return hasPlus
				? noSuchCode
				: [
						'has no country code',
						"Enter it with + and its country code, such as +15550100042, or choose a 'Default Country' in the credential or the options.",
						needsCode,
					];
		default:
			return ['is no phone number', advice];
	}
}

const tooFew = 'Enter all digits of the number. Short codes cannot be used.';
const abroad = 'A number of another country begins with + and its country code.';
const tooMany = 'Enter one number, without digits that do not belong to it.';

const noSuchCode: WhyNot = [
	'begins with no country code there is',
	'Enter the country code right behind the +, such as the 1 in +15550100042.',
];

/** Whether a text that is no number holds two: as "+15550100042, +15550100043". */
export function holdsTwo(text: string): boolean {
	const parts = text.split(/[,;|/\n\r\t]|\p{L}+|(?<=\d)\D*\+| {2,}/u);
	return parts.filter((part) => part.replace(/\D/g, '').length > 5).length > 1;
}

/** Whether a spreadsheet has shortened a number, as in "1.55501E+10". */
export function hasLostDigits(text: string): boolean {
	return /^[\d.,]+e\+?\d+$/i.test(text);
}
