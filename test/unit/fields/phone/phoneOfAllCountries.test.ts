import { getExampleNumber, parsePhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

import type { CountryCode } from '../../../../bundled/libphonenumber';
import { countryOptions } from '../../../../nodes/VoiceSms/fields/phone/country';
import { said } from '../../../harness/n8n/messages';
import { phoneOf } from '../../../harness/n8n/phones';
import { planNumbers } from '../../../harness/n8n/planNumbers';

const refused = 'refused';

const countries = countryOptions.flatMap(({ value }) => (value === '' ? [] : [String(value)]));

/** A mobile number of each country, as libphonenumber-js has it. */
const numbers = countries.flatMap((country) => {
	const number = getExampleNumber(country as CountryCode, examples);
	return number === undefined ? [] : [{ country, number }];
});

/** The digits of a number in its own country, with what is dialled before it, and without where it may be left out. */
const writings = (e164: string) =>
	[true, false].map((nationalPrefix) =>
		digits(parsePhoneNumber(e164).format('NATIONAL', { nationalPrefix })),
	);

const digits = (text: string) => text.replace(/\D/g, '');

it('every country has an example', () => {
	expect(numbers.length).toBeGreaterThan(240);
});

describe('in every country a number is read that is written', () => {
	type Example = (typeof numbers)[number];
	it.each<[name: string, written: (example: Example) => unknown]>([
		['in E.164 form', ({ number }) => number.number],
		['as in other countries', ({ number }) => number.formatInternational()],
		['as in its country', ({ number }) => number.formatNational()],
		['as in its country, with digits alone', ({ number }) => digits(number.formatNational())],
		['as in its country, with dashes', ({ number }) => number.formatNational().replace(/ /g, '-')],
		['as in its country, with points', ({ number }) => number.formatNational().replace(/ /g, '.')],
		[
			'as in its country, with wide gaps',
			({ number }) => number.formatNational().replace(/ /g, '  '),
		],
		['with 00', ({ number }) => `00${digits(number.number)}`],
		['with 00 and blanks', ({ number }) => number.formatInternational().replace('+', '00 ')],
		[
			'with its code in brackets',
			({ number }) => number.formatInternational().replace(/^\+\d+/, '($&)'),
		],
		['as a link', ({ number }) => `tel:${number.number}`],
	])('%s', (_name, written) => {
		const wrong = numbers.flatMap((example) => {
			const text = written(example);
			const read = phoneOf(text, example.country);
			return read === example.number.number ? [] : [[example.country, text, read]];
		});
		expect(wrong).toStrictEqual([]);
	});
});

it('a number whose first 0 a spreadsheet has lost is read, unless a + makes it one of another country', () => {
	const unread = numbers.flatMap(({ country, number }) => {
		const read = phoneOf(Number(number.nationalNumber), country);
		return read === number.number ? [] : [`${country} ${read}`];
	});
	expect(unread).toStrictEqual([
		// A zero is part of their numbers.
		`BJ refused: ${said.tooShort} BJ: "195123456"`,
		'BG refused: may be +35943012345 or +4312345: "43012345"',
		`CG refused: ${said.tooShort} CG: "61234567"`,
		`CI refused: ${said.tooShort} CI: "123456789"`,
		// A number of before 2019.
		'GA +2416031234',
		'DE refused: may be +4915123456789 or +15123456789: "15123456789"',
	]);
});

/** Countries whose plans have room for the mobile numbers of many others, and every fifth of the others. */
const looseOrFifth = countries.filter((country, at) => {
	return at % 5 === 0 || ['BO', 'CY', 'CZ', 'GT', 'IT', 'LU', 'VA', 'VN'].includes(country);
});

it('digits that lack only their + are that number, or refused, or a usual line as its country writes it', () => {
	const seen = new Set<string>();
	const ofEachCode = numbers.filter(({ number }) => {
		const { countryCallingCode } = number;
		return !seen.has(countryCallingCode) && seen.add(countryCallingCode);
	});
	const counts = { itself: 0, refused: 0, own: 0 };
	const types = new Set<string | undefined>();
	const digitsInLuxembourg = new Set<number>();
	for (const { number } of ofEachCode) {
		const written = digits(number.number);
		for (const country of looseOrFifth) {
			const read = phoneOf(written, country);
			if (read === number.number) counts.itself++;
			else if (read.startsWith(refused)) counts.refused++;
			else {
				counts.own++;
				expect([country, written, writings(read).includes(written)]).toStrictEqual([
					country,
					written,
					true,
				]);
				types.add(parsePhoneNumber(read).getType());
				if (country === 'LU') digitsInLuxembourg.add(written.length);
			}
		}
	}
	expect([...types].sort()).toStrictEqual(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'MOBILE']);
	expect(Math.max(...digitsInLuxembourg)).toBe(9);
	expect(counts).toStrictEqual({ itself: 56, own: 115, refused: 11365 });
});

describe('digits of a mobile number abroad', () => {
	it.each([
		['32450009348', 'LU', '+35232450009348 or +32450009348'],
		['4566892585', 'LU', '+3524566892585 or +4566892585'],
		['33612345678', 'IT', '+3933612345678 or +33612345678'],
		['380501234567', 'IT', '+39380501234567 or +380501234567'],
		['33612345678', 'VA', '+3933612345678 or +33612345678'],
		['96171123456', 'CZ', '+42096171123456 or +96171123456'],
		['18097654321', 'GT', '+50218097654321 or +18097654321'],
	])('%s are refused in %s, where the number would be none of a person', (text, country, may) => {
		expect(phoneOf(text, country)).toBe(`refused: may be ${may}: "${text}"`);
	});

	it.each([
		// A mobile number and a fixed line of Luxembourg, a mobile number of Italy, and of the US.
		['681720314', 'LU', '+352681720314'],
		['27814083', 'LU', '+35227814083'],
		['3547814319', 'IT', '+393547814319'],
		['3546112345', 'US', '+13546112345'],
	])('%s are a number of %s where it is a usual one', (text, country, number) => {
		expect(phoneOf(text, country)).toBe(number);
	});
});

describe('of fixed lines and mobile phones of all plans,', () => {
	const plans = planNumbers(20);

	/** The plans in which some number, written in this way, does not become that number, and what becomes of it. */
	function others(written: (number: PlanNumber) => string) {
		const found = { two: new Set<string>(), short: new Set<string>(), another: new Set<string>() };
		for (const { country, kind, numbers: all } of plans) {
			for (const number of all) {
				const read = phoneOf(written(number), country);
				if (read === number.number) continue;
				const isOneOfTwo = / may be \+\d+ or \+/.test(read) && read.includes(number.number);
				const isShort = read.includes(said.tooShort) || read.includes('too long');
				const what = isOneOfTwo ? 'two' : isShort ? 'short' : 'another';
				found[what].add(
					what === 'another' ? `${country} ${kind} ${number.number} ${read}` : `${country} ${kind}`,
				);
			}
		}
		return Object.fromEntries(Object.entries(found).map(([what, all]) => [what, [...all].sort()]));
	}
	type PlanNumber = (typeof plans)[number]['numbers'][number];

	it('there are most countries', () => {
		expect(new Set(plans.map(({ country }) => country)).size).toBeGreaterThan(240);
	});

	it('a whole number without its + is read, or refused with both readings', () => {
		expect(others(({ number }) => number.slice(1))).toStrictEqual({
			two: [
				...['CU fixed', 'DE fixed', 'FI fixed', 'FI mobile', 'ID fixed', 'ID mobile', 'IT fixed'],
				...['MM fixed', 'PL fixed', 'SE fixed', 'SK fixed', 'VA fixed'],
			],
			// Vienna has numbers of four digits. Germany's plan has longer numbers than E.164.
			short: ['AT fixed', 'DE fixed'],
			another: [],
		});
	});

	it('a number without its first 0 is read, or refused with both readings or as too short', () => {
		const { another } = others(({ nationalNumber }) => nationalNumber);
		// A line of Germany with more digits than one has.
		expect(another).toStrictEqual(['DE fixed +494915242820974 +4915242820974']);
	});

	it('a number as it is written in its country is read', () => {
		const { another, ...more } = others((number) => number.formatNational());
		expect(more).toStrictEqual({ two: ['PL fixed'], short: ['DE fixed'] });
		// Numbers of before 2019.
		expect(another.filter((one) => !one.startsWith('GA mobile'))).toStrictEqual([]);
	});
});
