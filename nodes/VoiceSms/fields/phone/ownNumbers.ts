import type { PhoneNumber } from '../../../../bundled/libphonenumber';
import { isValidPhoneNumber } from '../../../../bundled/libphonenumber';

/** Countries where whole phone numbers have fewer than 7 digits (ITU, national numbering plans). */
const shortNumbers =
	'AC AD CK FK FO GL KI LU NC NF NU PM SB SH SM SO SR TA TK TO TV VU WF WS'.split(' ');

/** Whether a number has too few digits for the country: a short code, or a number that was cut off. */
export function isShortCode(text: string, number: PhoneNumber, country: string): boolean {
	if (!/^[^\d+]*[1-9]/.test(text) || digitsOf(text).length > 6) return false;
	return !(shortNumbers.includes(country) && number.isValid());
}

/** Whether a number fits the full numbering plan; the quick check by its outline comes first. */
export function isReal(number: PhoneNumber): boolean {
	return (
		number.isValid() && isValidPhoneNumber(`+${number.countryCallingCode}${number.nationalNumber}`)
	);
}

/** Whether people in the number's country write it with these digits, with or without a prefix such as 0 or 8. */
export function isOwnWriting(text: string, number: PhoneNumber): boolean {
	return [true, false].some((nationalPrefix) => {
		return digitsOf(number.format('NATIONAL', { nationalPrefix })) === digitsOf(text);
	});
}

function digitsOf(text: string): string {
	return text.replace(/\D/g, '');
}
