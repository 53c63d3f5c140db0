import { asPhone } from '../../../../nodes/VoiceSms/fields/phone/phone';

let mockReadings = 0;
// The library as it is, but counted: our own import of it cannot be watched.
jest.mock('libphonenumber-js/min', () => {
	const library = jest.requireActual<{
		parsePhoneNumberFromString: (...given: unknown[]) => unknown;
	}>('libphonenumber-js/min');
	const parsePhoneNumberFromString = (...given: unknown[]) => {
		mockReadings++;
		return library.parsePhoneNumberFromString(...given);
	};
	return { ...library, parsePhoneNumberFromString };
});

test.each([
	['+15550100001', 1],
	['(555) 010-0001', 3],
	['001 555 010 0001', 2],
	['tel:+1-555-010-0001', 2],
])('a number costs a few readings of the library: %s costs %i', (text, readings) => {
	mockReadings = 0;
	const refuse = () => {
		throw new Error('No number');
	};
	expect(typeof asPhone(text, 'US', refuse)).toBe('string');
	expect(mockReadings).toBe(readings);
});
