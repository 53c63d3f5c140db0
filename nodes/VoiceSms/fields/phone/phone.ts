import {
	type CountryCode,
	type PhoneNumber,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumber,
	validatePhoneNumberLength,
} from '../../../../bundled/libphonenumber';
import {
	countryIn,
	hasLostDigits,
	holdsTwo,
	notThere,
	oneNumber,
	severalNumbers,
	whyNot,
} from './phoneRefusal';
import {
	isNoCodeInBrackets,
	isOfPeople,
	isOwnWriting,
	isShortCode,
	isUsual,
	isZeroOfOthers,
	mayBeTwo,
	plainNumber,
	typeOf,
} from './doubtfulPhone';
import { type Invalid, type FieldProblem, asText } from '../read/values';
import { asSeen } from '../../util/asSeen';
import { cut } from '../../util/fitted';

/** Most digits of a number (E.164). */
const maxDigits = 15;

/** Valid numbers in E.164 form, so that the sender, the same in every item of a run, is parsed once. */
const validNumbers = new Set<string>();
const maxValidNumbers = 1000;

const withPlus = 'Enter the right number, with its +.';

/** Mexico's mobile numbers had a 1 before today's number until 2019, and databases still hold them. */
const formerMexican = /^\+ ?52\D?1\D?(?=(?:\d\D?){9}\d$)/;

/**
 * E.164 form of a phone number as people write it, such as "(555) 010-1234" or "0049 30 123456". An
 * ambiguous number is refused: better no message than a message to a stranger.
 *
 * @param given text or a number
 * @param country of a number without a country code, in two letters; '' for none
 * @param setIn where the country is set, for the advice: "the credential"
 * @throws the error of `invalid`, for an invalid or ambiguous number
 */
export function asPhone(
	given: unknown,
	country: string,
	invalid: Invalid,
	setIn = 'the credential',
): string {
	const where = country.toUpperCase();
	if (where !== '' && !isSupportedCountry(where)) {
		return invalid(
			`cannot be read, because "${country}" is not a country`,
			`Choose the 'Default Country' in ${setIn} from its list.`,
			'A person has to choose its Default Country from the list.',
		);
	}
	const written = asText(given, invalid);
	if (validNumbers.has(written)) return written;
	const text = plainNumber(written);
	// Australians dial 0011 instead of 00; no number begins with +11.
	const dialled = text.replace(/^00( ?11)?/, '+');
	const no = (...[what, advice, forModel = advice]: FieldProblem) =>
		invalid(
			`${what}: "${cut(written.trim().replace(/\s+/g, ' '), 60)}"`,
			`${advice}${countryIn(dialled, where, setIn)}`,
			forModel,
		);
	if (isCalculated(given, text)) return no(...whyNot('NOT_A_NUMBER', dialled, where));
	const first = withoutZero(parsedPhone(dialled, where), dialled, where);
	const other = otherwise(text, where, first);
	const number = typeof first === 'string' && other?.isValid() === true ? other : first;
	if (typeof number === 'string') {
		if (holdsTwo(text)) return no(...severalNumbers);
		return no(...whyNot(number, dialled, where));
	}
	if (isZeroOfOthers(dialled, number, where)) return no(...notThere(where));
	if (isShortCode(dialled, number, where)) return no(...whyNot('TOO_SHORT', dialled, where));
	if (number.ext !== undefined) {
		return no('has an extension', 'Enter the number without the extension.');
	}
	if (mayBeTwo(dialled, number)) return no(...oneNumber);
	const abroad = lackingPlus(dialled, number);
	if (abroad !== undefined) {
		return no(`may be ${number.number} or ${abroad.number}`, withPlus);
	}
	if (other !== undefined && other.number !== number.number) {
		const [there, here] = [typeOf(other), typeOf(number)];
		if (isOfPeople(there) && here !== undefined && !isUsual(number, here)) return other.number;
		if (other.isValid() === number.isValid()) {
			return no(`may be ${other.number} or ${number.number}`, withPlus);
		}
		if (other.isValid()) return other.number;
	}
	if (number.number === written) {
		if (validNumbers.size >= maxValidNumbers) validNumbers.clear();
		validNumbers.add(written);
	}
	return number.number;
}

/**
 * A new contact's phone number in E.164 form. A number of an unknown country is given as written: the
 * service turns a new contact's number into E.164 form. A number that begins with 0 is refused, because the
 * service may put another country's code before the 0.
 *
 * @param country as for `asPhone`
 * @throws the error of `invalid`, as `asPhone` does
 */
export function asContactPhone(
	given: unknown,
	country: string,
	invalid: Invalid,
	setIn?: string,
): string {
	const written = asText(given, invalid);
	const text = plainNumber(written);
	const isLeft = country === '' && !/^(\(? ?\+|\D*0)/.test(text) && /\d/.test(text);
	const isNone = isCalculated(given, text) || hasLostDigits(text);
	return isLeft && !isNone ? asSeen(written) : asPhone(given, country, invalid, setIn);
}

/**
 * The phone behind a number in E.164 form: the same number without the digit that Mexico (formerly the 1)
 * and Argentina (the 9) may have before ten digits. A text of another form stays.
 */
export function onePhone(number: string): string {
	return number.replace(/^\+(?:521|549)(?=\d{10}$)/, (code) => code.slice(0, -1));
}

/** All numbers of one phone in E.164 form, the shortest first. */
export function spellingsOf(number: string): string[] {
	const phone = onePhone(number);
	const other = phone.replace(/^\+5[24](?=\d{10}$)/, (code) => `${code}${code === '+52' ? 1 : 9}`);
	return [...new Set([phone, other])];
}

/** Whether the field has an amount in place of a phone number: below 0, or with a fraction such as "12.50". */
function isCalculated(given: unknown, text: string): boolean {
	return typeof given === 'number'
		? given < 0 || !Number.isInteger(given)
		: /^\d+[.,]\d\d?$/.test(text);
}

/** The number, possible by its length, or the `ParseError` of libphonenumber-js. */
function parsedPhone(text: string, country: string): PhoneNumber | string {
	const how = {
		defaultCountry: country === '' ? undefined : (country as CountryCode),
		extract: false,
	};
	if (formerMexican.test(text)) {
		const number = parsedPhone(text.replace(formerMexican, '+52'), '');
		// The number keeps its 1, although libphonenumber finds it too long.
		return typeof number === 'string'
			? number
			: Object.assign(number, { number: `+521${number.nationalNumber}` });
	}
	const number = parsePhoneNumber(text, how);
	// libphonenumber takes every second number with this context: a global pattern keeps its place.
	if (isNoCodeInBrackets(text) || text.includes(';phone-context')) return 'NOT_A_NUMBER';
	if (number?.isPossible() !== true) return validatePhoneNumberLength(text, how) ?? 'NOT_A_NUMBER';
	// libphonenumber lets numbers of some countries be longer than E.164 does.
	if (number.number.length > maxDigits + 1) return 'TOO_LONG';
	if (number.number === text) return number;
	// Parse the result again: libphonenumber accepts some national forms with an invalid E.164 form.
	const again = parsePhoneNumber(number.number);
	return again?.number === number.number && again.isPossible() ? number : 'NOT_A_NUMBER';
}

/**
 * The number without the 0 behind its country code that is no part of the number, as in "+34 (0)91 123 45 67".
 * In Italy the 0 is a part, and stays. Without a country code, the 0 may be one that people of another country
 * dial, and the number theirs.
 */
function withoutZero(number: PhoneNumber | string, text: string, country: string) {
	if (typeof number !== 'string' && (number.number === text || number.isValid())) return number;
	const without = text.replace(/^(\+\d{1,3}\D+)\(?0\)?/, '$1');
	const other = without === text ? number : parsedPhone(without, country);
	return typeof other !== 'string' && other.isValid() ? other : number;
}

/**
 * The second reading of a text in a country. The country's own code may lack its +, which in Germany
 * also gives a valid number without a code. Or 00 is the beginning of the country's prefix for calls
 * abroad, such as 001 in Hong Kong, or of a number as in Tajikistan.
 */
function otherwise(text: string, country: string, first: PhoneNumber | string) {
	if (country === '') return undefined;
	const own = getCountryCallingCode(country as CountryCode);
	const isOwn = (number: PhoneNumber | string) =>
		typeof number !== 'string' && number.countryCallingCode === own;
	const dials = text.startsWith('00');
	if (dials ? isOwn(first) : !text.startsWith(own)) return undefined;
	const other = dials
		? parsedPhone(text, country)
		: withoutZero(parsedPhone(`+${text}`, ''), `+${text}`, '');
	if (typeof other === 'string') return undefined;
	const isAway = dials && isOwn(other) && !isOfPeople(typeOf(other));
	return isAway ? undefined : other;
}

/**
 * The valid number of another country that a text becomes with a + before it; undefined when the text
 * is written as the number's own country writes its numbers. Some plans, such as Italy's, have room for the
 * mobile numbers of half the world, so there the own number must be a usual one.
 */
function lackingPlus(text: string, number: PhoneNumber): PhoneNumber | undefined {
	// No country code begins with 0.
	if (!/^[^\d+]*[1-9]/.test(text)) return undefined;
	const other = parsedPhone(`+${text.replace(/\D/g, '')}`, '');
	if (typeof other === 'string' || other.countryCallingCode === number.countryCallingCode) {
		return undefined;
	}
	const [abroad, here] = [typeOf(other), typeOf(number)];
	if (abroad === undefined) return undefined;
	if (here === undefined || !isOwnWriting(text, number)) return other;
	return abroad.endsWith('MOBILE') && !isUsual(number, here) ? other : undefined;
}
