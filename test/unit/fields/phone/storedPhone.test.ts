import { onePhone, spellingsOf } from '../../../../nodes/VoiceSms/fields/phone/phone';
import {
	isSameNumber,
	maybeNumber,
	nationalDigits,
} from '../../../../nodes/VoiceSms/fields/phone/storedPhone';

const us = '+15550100042';
const berlin = '+4930123456';

describe('a number that is stored as', () => {
	it.each<[string, string, string, boolean | 'unsure']>([
		['+15550100042', us, '', true],
		['+1 555 010 0042', us, '', true],
		['+1 (555) 010-0042', us, '', true],
		['001 555.010.0042', us, '', true],
		['tel:+1-555-010-0042', us, '', true],
		[' +15550100042 ', us, '', true],
		['+15550100042.0', us, '', true],
		['15550100042', us, '', true],
		['1-555-010-0042', us, '', true],
		['(555) 010-0042', us, 'US', true],
		['5550100042', us, 'US', true],
		['5550100042', us, '', 'unsure'],
		['(555) 010-0042', us, '', 'unsure'],
		['030 123456', berlin, 'DE', true],
		['030 123456', berlin, '', 'unsure'],
		['030/123456', berlin, 'US', 'unsure'],
		['+49 (0)30 123456', berlin, '', true],
		['+49030123456', berlin, '', true],
		// The 0 is a part of the number.
		['06 1234 5678', '+390612345678', '', 'unsure'],
		['07 12 34 56 78', '+2250712345678', '', 'unsure'],
		// What people dial before it is no 0.
		['8 (495) 123-45-67', '+74951234567', '', 'unsure'],
		['06 30 123 4567', '+36301234567', '', 'unsure'],
		['+8 495 123 45 67', '+74951234567', '', false],
		['4415550100042', us, '', 'unsure'],
		['44155550100042', us, '', false],
		// The same digits are a number of the country, too.
		['15550100042', us, 'DE', 'unsure'],
		['1 (555) 010-0042', us, 'DE', 'unsure'],
		['15550100042', '+4915550100042', 'DE', true],
		['15550100042.0', us, '', true],
		['١٥٥٥٠١٠٠٠٤٢', us, '', true],
		['+15550100043', us, '', false],
		['+25550100042', us, '', false],
		['5550100043', us, '', false],
		['0100042', us, '', false],
		['5550100042', '+525550100042', 'US', false],
		['+15550100042 x5', us, '', false],
		// Mexico's former 1 and Argentina's 9 before a mobile number.
		['+5215512345678', '+525512345678', '', true],
		['+525512345678', '+5215512345678', '', true],
		['+52 1 55 1234 5678', '+525512345678', '', true],
		['5215512345678', '+525512345678', '', true],
		['525512345678', '+5215512345678', '', true],
		['55 1234 5678', '+5215512345678', 'MX', true],
		['55 1234 5678', '+5215512345678', '', 'unsure'],
		['1 55 1234 5678', '+525512345678', '', 'unsure'],
		['044 55 1234 5678', '+5215512345678', '', 'unsure'],
		['+525512345679', '+5215512345678', '', false],
		['+5491112345678', '+541112345678', '', true],
		['+541112345678', '+5491112345678', '', true],
		['+54 9 11 1234-5678', '+541112345678', '', true],
		['541112345678', '+5491112345678', '', true],
		['011 15-1234-5678', '+541112345678', 'AR', true],
		['9 11 1234-5678', '+541112345678', '', 'unsure'],
		['11 1234-5678', '+5491112345678', '', 'unsure'],
		['+5511912345678', '+551112345678', '', false],
		['', us, '', false],
		['unknown', us, '', false],
		['+15550100042 / +15550100043', us, '', false],
	])('%j is %s with the default country %j: %s', (stored, number, country, same) => {
		expect(isSameNumber(stored, number, country)).toBe(same);
	});
});

it.each([
	[us, '5550100042'],
	[berlin, '30123456'],
	['', ''],
])('the national digits of %j are %j', (number, digits) => {
	expect(nationalDigits(number)).toBe(digits);
});

it.each([
	[us, us, [us]],
	['+525512345678', '+525512345678', ['+525512345678', '+5215512345678']],
	['+5215512345678', '+525512345678', ['+525512345678', '+5215512345678']],
	['+541112345678', '+541112345678', ['+541112345678', '+5491112345678']],
	['+5491112345678', '+541112345678', ['+541112345678', '+5491112345678']],
	// The first digit of ten is no further digit.
	['+521512345678', '+521512345678', ['+521512345678', '+5211512345678']],
	['+549112345678', '+549112345678', ['+549112345678', '+5499112345678']],
	['+52155123456', '+52155123456', ['+52155123456']],
	['(555) 010-0042', '(555) 010-0042', ['(555) 010-0042']],
])('%s is the phone %s, spelt %j', (number, phone, spellings) => {
	expect(onePhone(number)).toBe(phone);
	expect(spellingsOf(number)).toStrictEqual(spellings);
});

it.each([
	['555-0100', true],
	['555-010', false],
	['ada5550100', false],
	['5550100@example.com', false],
])('that %s may be a phone number is %s', (text, maybe) => {
	expect(maybeNumber(text)).toBe(maybe);
});
