import { isNoCodeInBrackets } from './plainNumber';

/** What to do about most numbers that cannot be read. */
export const needsCode = 'Enter it with + and its country code, such as +15550100042.';

/**
 * Why a text is no phone number, in the words of an error, and what to do about it where that is
 * something else than `needsCode`, for people and for a model.
 *
 * @param reason of libphonenumber-js, `ParseError`
 * @param text as `plainNumber` gives it
 * @param country in whose numbers it was sought; '' for none
 */
export function whyNot(
	reason: string,
	text: string,
	country: string,
): [what: string, advice?: string, forModel?: string] {
	const where = text.startsWith('+') || country === '' ? '' : ` for ${country}`;
	if (hasLostDigits(text)) {
		return ['has lost digits', 'Format the column of the spreadsheet as text.', needsCode];
	}
	// No country has the code 646: "+(646) 253-0000" is no number of New Zealand.
	if (isNoCodeInBrackets(text)) return ['begins with no country code there is'];
	switch (reason) {
		case 'TOO_SHORT':
			return [`is too short a phone number${where}`];
		case 'TOO_LONG':
			return [`is too long a phone number${where}`];
		case 'INVALID_LENGTH':
			return [`has too many or too few digits for a phone number${where}`];
		case 'INVALID_COUNTRY':
			return text.startsWith('+')
				? ['begins with no country code there is']
				: [
						'has no country code',
						"Enter it with + and its country code, such as +15550100042, or choose a 'Default Country' in the credential or the options.",
						needsCode,
					];
		default:
			return ['is no phone number'];
	}
}

/** Whether a spreadsheet has shortened a number, as in "1.55501E+10". */
export function hasLostDigits(text: string): boolean {
	return /^[\d.,]+e\+?\d+$/i.test(text);
}
