import { hasLostDigits, holdsTwo } from '../../../../nodes/VoiceSms/fields/phone/phoneRefusal';

describe('an invalid number', () => {
	it.each([
		['+15550100042, +15550100043', true],
		['+15550100042 +15550100043', true],
		['123456 or 123456', true],
		['123456 or 12345', false],
		['+15550100042 ext. 12', false],
		['+1555010', false],
	])('%j: that it is two numbers is %s', (text, two) => {
		expect(holdsTwo(text)).toBe(two);
	});

	it.each([
		['1.55501E+10', true],
		['1,55501e10', true],
		['E+10', false],
		['1.5E+10 or so', false],
		['no 1.5E+10', false],
	])('%j: that a spreadsheet has shortened it is %s', (text, lost) => {
		expect(hasLostDigits(text)).toBe(lost);
	});
});
