import type { CountryCode, PhoneNumber } from '../../../bundled/libphonenumber';
import {
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumber,
	validatePhoneNumberLength,
} from '../../../bundled/libphonenumber';
import { isShortCode } from './shortCodes';
import type { Refuse } from './values';

const withCode = 'Enter it with + and its country code, such as +15550100042.';
/** Marks of the writing direction and of no width, which a number copied from a chat brings along. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Texts that are their own E.164 form, lately: the sender is the same in every item of a run. */
const lately = new Set<string>();
const mostLately = 1000;

/**
 * E.164 form of a phone number as people write it, such as "(555) 010-1234" or "0049 30 123456"; one
 * in E.164 form is given as it is. A short code stays as it is, too, where the country has such.
 *
 * @param country of a number without a country code, in two letters; '' for none
 * @throws what `refuse` throws, for anything else
 */
export function asPhone(written: string, country: string, refuse: Refuse): string {
	if (lately.has(written)) return written;
	if (country !== '' && !isSupportedCountry(country)) {
		return refuse(
			`cannot be read, as "${country}" is no country`,
			"Choose the 'Default Country' from its list.",
		);
	}
	const text = plain(written);
	if (isShortCode(text, country)) return text;
	const number = read(text, country);
	const no = (what: string, advice = withCode) => refuse(`${what}: "${written.trim()}"`, advice);
	if (typeof number === 'string') return no(...whyNot(number, text, country));
	if (number.ext !== undefined) {
		return no('has an extension', 'Enter the number without it: nothing can be sent to one.');
	}
	const other = withoutPlus(text, country);
	if (other !== undefined && other.number !== number.number) {
		if (other.isValid() === number.isValid()) {
			return no(`may be ${other.number} or ${number.number}`);
		}
		if (other.isValid()) return other.number;
	}
	if (number.number === written) {
		if (lately.size >= mostLately) lately.clear();
		lately.add(written);
	}
	return number.number;
}

/**
 * A contact's phone number, in E.164 form where that can be told. One without a country code, and no
 * country known, is left to the service, which turns it into E.164 form by itself.
 *
 * @param country as for `asPhone`
 * @throws what `refuse` throws, for anything else
 */
export function asContactPhone(written: string, country: string, refuse: Refuse): string {
	const isLeft = country === '' && !plain(written).startsWith('+') && /\d/.test(written);
	return isLeft ? written.trim() : asPhone(written, country, refuse);
}

/** The number without what only its writing brings along; a leading 00 counts as +. */
function plain(written: string): string {
	return (
		written
			.replace(invisible, '')
			.trim()
			// Of a link, and of a spreadsheet that was to keep a number as text.
			.replace(/^(tel:|')\s*/i, '')
			// A spreadsheet's number.
			.replace(/^(\+?\d+)\.0$/, '$1')
			.replace(/^00/, '+')
	);
}

/** The possible number that a text is, or why it is none (libphonenumber-js, `ParseError`). */
function read(text: string, country: string): PhoneNumber | string {
	const how = {
		defaultCountry: country === '' ? undefined : (country as CountryCode),
		extract: false,
	};
	return validatePhoneNumberLength(text, how) ?? parsePhoneNumber(text, how) ?? 'NOT_A_NUMBER';
}

/**
 * What the text is when only the + before the country's own code is missing. In countries whose
 * numbers have many lengths, such as Germany, it is a number there without it, too.
 */
function withoutPlus(text: string, country: string): PhoneNumber | undefined {
	if (country === '' || !text.startsWith(getCountryCallingCode(country as CountryCode))) {
		return undefined;
	}
	const number = read(`+${text}`, '');
	return typeof number === 'string' ? undefined : number;
}

function whyNot(reason: string, text: string, country: string): [what: string, advice?: string] {
	const where = text.startsWith('+') || country === '' ? '' : ` for ${country}`;
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
					];
		default:
			return ['is no phone number'];
	}
}
