/** The digits of a phone number, without the international prefix 00. */
export function phoneDigits(number: string): string {
	return number.replace(/\D/g, '').replace(/^00/, '');
}
