import { getExampleNumber, parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

import type { CountryCode } from '../../../../bundled/libphonenumber';
import { countryOptions } from '../../../../nodes/VoiceSms/fields/phone/country';
import { phoneOf } from '../../../harness/n8n/phones';

const countries = countryOptions.flatMap(({ value }) => (value === '' ? [] : [String(value)]));
const digits = (text: string) => text.replace(/\D/g, '');

/** The beginnings of fixed and mobile numbers, and the lengths of most plans, without the 0. */
const beginnings = '11 20 31 51 65 71 80 91'.split(' ');
const lengths = [7, 8, 9, 10, 11];

/** Numbers of a country as its people write them, where they dial a 0 before the number. */
function localSpellings(country: string): string[] {
	const made = beginnings.flatMap((beginning) =>
		lengths.map((length) => `0${beginning}2345678901`.slice(0, length + 1)),
	);
	const numbers = [
		getExampleNumber(country as CountryCode, examples),
		...made.map((text) => parse(text, country as CountryCode)),
	];
	const spellings = numbers.flatMap((number) => {
		if (number?.isValid() !== true || number.nationalNumber.startsWith('0')) return [];
		return number.country === country ? number.formatNational() : [];
	});
	return [...new Set(spellings)].filter((text) => digits(text).startsWith('0'));
}

/** Whether people may dial a 0 there, by the country's plan. */
function maySayZero(country: string): boolean {
	const number = getExampleNumber(country as CountryCode, examples);
	return parse(`0${number?.nationalNumber}`, country as CountryCode)?.number === number?.number;
}

const dialZero = countries.filter((country) => localSpellings(country).length > 0);
const spellings = [...new Set(dialZero.flatMap(localSpellings))];

it('many countries dial a 0 before their numbers', () => {
	expect(dialZero.length).toBeGreaterThan(100);
	expect(dialZero).toEqual(expect.arrayContaining(['AT', 'DE', 'GB', 'JP', 'PH', 'TR']));
	expect(spellings.length).toBeGreaterThan(300);
});

it('a number that begins with their 0 is read nowhere else but where numbers begin with 0 too', () => {
	const others = countries.filter((country) => !maySayZero(country));
	const read: Record<'itself' | 'dialled' | 'abroad', Set<string>> = {
		itself: new Set(),
		dialled: new Set(),
		abroad: new Set(),
	};
	for (const country of others) {
		for (const text of spellings) {
			const number = parse(phoneOf(text, country));
			if (number === undefined) continue;
			const own = parse('1234567890', country as CountryCode)?.countryCallingCode;
			if (number.countryCallingCode !== own) read.abroad.add(`${country} ${text}`);
			else if (number.nationalNumber.startsWith('0')) read.itself.add(country);
			else read.dialled.add(country);
		}
	}
	expect([...read.abroad]).toStrictEqual([]);
	// The plans of these countries have numbers that begin with 0.
	expect([...read.itself].sort()).toStrictEqual('BF BJ CG CI GA IT NE TJ VA'.split(' '));
	// Hungary dials 06, Colombia and Gabon dialled a 0.
	expect([...read.dialled].sort()).toStrictEqual(['CO', 'GA', 'HU']);
});

describe('in the US and in Canada', () => {
	it.each([
		['of Austria', '0650 2345678', 'AT'],
		['of Germany', '0212 3456789', 'DE'],
		['of Japan', '080-2345-6789', 'JP'],
		['of Turkey', '0(532) 123 45 67', 'TR'],
		['of the Philippines', '0917 123 4567', 'PH'],
		['in brackets', '(0)650 2345678', 'AT'],
		['as a link', 'tel:06502345678', 'AT'],
		['that a spreadsheet kept as text', "'0650 2345678", 'AT'],
	])('a number %s is refused: %s', (_name, text, home) => {
		for (const country of ['US', 'CA', 'us']) {
			expect(phoneOf(text, country)).toMatch(
				/^refused: (is not a phone number in|is too long for) (US|CA): "/,
			);
		}
		expect(phoneOf(text.replace('(0)', '0'), home)).toMatch(/^\+/);
	});

	it.each([
		['+1 (0)650 234 5678', '+16502345678'],
		['001 (0)650 234 5678', '+16502345678'],
		['+43 (0)650 2345678', '+436502345678'],
		['0043 0650 2345678', '+436502345678'],
		['011 43 650 2345678', '+436502345678'],
	])('the 0 behind a country code is dropped: %s', (text, number) => {
		for (const country of ['US', 'CA']) expect(phoneOf(text, country)).toBe(number);
	});
});
