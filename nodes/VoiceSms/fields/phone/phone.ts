import type { CountryCode, PhoneNumber } from '../../../../bundled/libphonenumber';
import {
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumber,
	validatePhoneNumberLength,
} from '../../../../bundled/libphonenumber';
import { hasLostDigits, holdsTwo, oneNumber, whyNot } from './noPhone';
import { isOwnWriting, isReal, isShortCode } from './ownNumbers';
import { isNoCodeInBrackets, plainNumber } from './plainNumber';
import { mayBeTwo } from './twoNumbers';
import type { Refuse } from '../read/values';
import { asText } from '../read/values';

/** Digits of the longest number there is (E.164). */
const mostDigits = 15;

/** Texts that are their own E.164 form, lately: the sender is the same in every item of a run. */
const lately = new Set<string>();
const mostLately = 1000;

/** What to do about a number that can be read in two ways. */
const withPlus = 'Enter the number that is meant, with its +.';

/** Mexico's mobile numbers until 2019: a 1 stands before the number of today. Systems still hold them. */
const formerMexican = /^\+ ?52\D?1\D?(?=(?:\d\D?){9}\d$)/;

/**
 * E.164 form of a phone number as people write it, such as "(555) 010-1234" or "0049 30 123456"; one
 * in E.164 form is given as it is. What can be read in two ways is refused: better no message than one
 * to a stranger.
 *
 * @param given text or a number
 * @param country of a number without a country code, in two letters; '' for none
 * @throws what `refuse` throws, for anything else
 */
export function asPhone(given: unknown, country: string, refuse: Refuse): string {
	const where = country.toUpperCase();
	if (where !== '' && !isSupportedCountry(where)) {
		return refuse(
			`cannot be read, as "${country}" is no country`,
			"Choose the 'Default Country' of the credential or the options from its list.",
			'A person has to choose its Default Country from the list.',
		);
	}
	const written = asText(given, refuse);
	if (lately.has(written)) return written;
	const no = (what: string, advice: string, forModel = advice) =>
		refuse(`${what}: "${shown(written)}"`, advice, forModel);
	const text = plainNumber(written);
	// 0011 is what Australia has for 00; no number begins with +11.
	const dialled = text.replace(/^00( ?11)?/, '+');
	if (isCalculated(given, text)) return no(...whyNot('NOT_A_NUMBER', dialled, where));
	const first = withoutZero(read(dialled, where), dialled, where);
	const other = otherwise(text, where, first);
	const number = typeof first === 'string' && other?.isValid() === true ? other : first;
	if (typeof number === 'string') {
		if (holdsTwo(text)) return no(...oneNumber);
		return no(...whyNot(number, dialled, where));
	}
	if (isShortCode(dialled, number, where)) return no(...whyNot('TOO_SHORT', dialled, where));
	if (number.ext !== undefined) {
		return no('has an extension', 'Enter the number without it: nothing can be sent to one.');
	}
	if (mayBeTwo(dialled, number)) return no(...oneNumber);
	const abroad = lackingPlus(dialled, number);
	if (abroad !== undefined) {
		return no(`may be ${number.number} or ${abroad.number}`, withPlus);
	}
	if (other !== undefined && other.number !== number.number) {
		if (other.isValid() === number.isValid()) {
			return no(`may be ${other.number} or ${number.number}`, withPlus);
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
export function asContactPhone(given: unknown, country: string, refuse: Refuse): string {
	const written = asText(given, refuse);
	const text = plainNumber(written);
	const isLeft = country === '' && !/^(\(? ?\+|00)/.test(text) && /\d/.test(text);
	const isNone = isCalculated(given, text) || hasLostDigits(text);
	return isLeft && !isNone ? written.trim() : asPhone(given, country, refuse);
}

/** Whether it is a number that no phone has: below 0, or with a fraction, which text shows by two digits. */
function isCalculated(given: unknown, text: string): boolean {
	return typeof given === 'number'
		? given < 0 || !Number.isInteger(given)
		: /^\d+[.,]\d\d?$/.test(text);
}

/** The possible number that a text is, or why it is none (libphonenumber-js, `ParseError`). */
function read(text: string, country: string): PhoneNumber | string {
	const how = {
		defaultCountry: country === '' ? undefined : (country as CountryCode),
		extract: false,
	};
	if (formerMexican.test(text)) {
		const number = read(text.replace(formerMexican, '+52'), '');
		// It goes as it is, which libphonenumber takes for too long.
		return typeof number === 'string'
			? number
			: Object.assign(number, { number: `+521${number.nationalNumber}` });
	}
	const number = parsePhoneNumber(text, how);
	if (isNoCodeInBrackets(text)) return 'NOT_A_NUMBER';
	if (number?.isPossible() !== true) return validatePhoneNumberLength(text, how) ?? 'NOT_A_NUMBER';
	// The library lets some countries' numbers be longer than any network does.
	if (number.number.length > mostDigits + 1) return 'TOO_LONG';
	if (number.number === text) return number;
	// Of several zeros before a number it leaves out one, and a few numbers are possible in their own
	// country alone.
	const again = parsePhoneNumber(number.number);
	return again?.number === number.number && again.isPossible() ? number : 'NOT_A_NUMBER';
}

/**
 * The number without the 0 that people write before it where that cannot be part of it, as in
 * "+34 (0)91 123 45 67". In Italy it is part of it, and stays.
 */
function withoutZero(number: PhoneNumber | string, text: string, country: string) {
	if (typeof number !== 'string' && (number.number === text || number.isValid())) return number;
	const without = text.replace(/^(\+\d{1,3}\D+)?\(?0\)?/, '$1');
	const other = without === text ? number : read(without, country);
	return typeof other !== 'string' && other.isValid() ? other : number;
}

/**
 * How else than `first` a text may be meant in a country: with only the + before its own code
 * missing, which in Germany and others whose numbers have many lengths is a number there, too; or
 * with 00 as a part of what people dial there before a foreign number, such as 001 in Hong Kong.
 */
function otherwise(text: string, country: string, first: PhoneNumber | string) {
	if (country === '') return undefined;
	const own = getCountryCallingCode(country as CountryCode);
	const isOwn = (number: PhoneNumber | string) =>
		typeof number !== 'string' && number.countryCallingCode === own;
	const dials = text.startsWith('00');
	if (dials ? isOwn(first) : !text.startsWith(own)) return undefined;
	const other = dials ? read(text, country) : read(`+${text}`, '');
	return typeof other === 'string' || (dials && isOwn(other)) ? undefined : other;
}

/**
 * The number of another country that a text is when only the + before it is missing; undefined when
 * the text is written as the number's own country writes its numbers.
 */
function lackingPlus(text: string, number: PhoneNumber): PhoneNumber | undefined {
	// No country code begins with 0.
	if (!/^[^\d+]*[1-9]/.test(text)) return undefined;
	const other = read(`+${text.replace(/\D/g, '')}`, '');
	if (typeof other === 'string' || !isReal(other)) return undefined;
	if (other.countryCallingCode === number.countryCallingCode) return undefined;
	return isReal(number) && isOwnWriting(text, number) ? undefined : other;
}

function shown(written: string): string {
	const text = written.trim().replace(/\s+/g, ' ');
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
