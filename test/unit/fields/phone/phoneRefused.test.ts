import { asContactPhone, asPhone } from '../../../../nodes/VoiceSms/fields/phone/phone';

/** What becomes of a number: the number, or why it is refused. */
function outcome(given: unknown, country = '', as: typeof asPhone = asPhone): string {
	try {
		return as(given, country, (what, advice) => {
			expect(advice).toMatch(/^[A-Z].*\.$/);
			throw new Error(what);
		});
	} catch (error) {
		return `refused: ${(error as Error).message}`;
	}
}

const refusals: Array<[given: unknown, country: string, why: string]> = [
	['(555) 010-0042', '', 'has no country code: "(555) 010-0042"'],
	['15550100042', '', 'has no country code: "15550100042"'],
	['030 123456', '', 'has no country code: "030 123456"'],
	['011 49 30 123456', '', 'has no country code: "011 49 30 123456"'],
	['+15550100042', 'Germany', 'cannot be read, because "Germany" is not a country'],
	['+15550100042', 'XX', 'cannot be read, because "XX" is not a country'],
	['+15550100042', 'constructor', 'cannot be read, because "constructor" is not a country'],
	// More than a number, or another one than is meant.
	['+1 555 010 0042 ext 5', '', 'has an extension: "+1 555 010 0042 ext 5"'],
	['+1 555 010 0042 x5', '', 'has an extension: "+1 555 010 0042 x5"'],
	['+1 555 010 0042 #5', '', 'has an extension: "+1 555 010 0042 #5"'],
	['+1 555 010 0042,,5', '', 'has an extension: "+1 555 010 0042,,5"'],
	['tel:+1-555-010-0042;ext=5', '', 'has an extension: "tel:+1-555-010-0042;ext=5"'],
	['+1 555 010 0042 p5', '', 'is not a phone number: "+1 555 010 0042 p5"'],
	['1-800-FLOWERS', 'US', 'is not a phone number: "1-800-FLOWERS"'],
	['+1 555 O1O OO42', '', 'is not a phone number: "+1 555 O1O OO42"'],
	['+49 30 123456²', '', 'is not a phone number: "+49 30 123456²"'],
	['+49 30 12345①', '', 'is not a phone number: "+49 30 12345①"'],
	['+1555010004\u0032\uFE0F\u20E3', '', 'is not a phone number: "+15550100042️⃣"'],
	['tel:%2B15550100042', '', 'is not a phone number: "tel:%2B15550100042"'],
	['+1%20555%20010%200042', '', 'is not a phone number: "+1%20555%20010%200042"'],
	['whatsapp:+15550100042', '', 'is not a phone number: "whatsapp:+15550100042"'],
	['https://wa.me/15550100042', '', 'is not a phone number: "https://wa.me/15550100042"'],
	['sip:+15550100042@s.example.com', '', 'is not a phone number: "sip:+15550100042@s.example.com"'],
	['nathan@example.com', '', 'is not a phone number: "nathan@example.com"'],
	['call +49 30 123456', '', 'is not a phone number: "call +49 30 123456"'],
	['+49 30 123456 (office)', '', 'is not a phone number: "+49 30 123456 (office)"'],
	['*67 555 010 0042', 'US', 'is not a phone number: "*67 555 010 0042"'],
	['#31#0301234567', 'DE', 'is not a phone number: "#31#0301234567"'],
	['++49 30 123456', '', 'is not a phone number: "++49 30 123456"'],
	['unknown', '', 'is not a phone number: "unknown"'],
	['+', '', 'is not a phone number: "+"'],
	['-', 'US', 'is not a phone number: "-"'],
	// Two numbers in one field.
	['+15550100042, +15550100043', '', 'may be two numbers: "+15550100042, +15550100043"'],
	['+15550100042; +15550100043', '', 'may be two numbers: "+15550100042; +15550100043"'],
	['+15550100042 +15550100043', '', 'may be two numbers: "+15550100042 +15550100043"'],
	['+15550100042/+15550100043', '', 'may be two numbers: "+15550100042/+15550100043"'],
	['+1 555 010 0042 / 0043', '', 'is too long for a phone number: "+1 555 010 0042 / 0043"'],
	['030 1234 or 030 4321', 'DE', 'may be two numbers: "030 1234 or 030 4321"'],
	['+(999) 555 0100', 'US', 'begins with an unknown country code: "+(999) 555 0100"'],
	['123456, 123457', 'US', 'may be two numbers: "123456, 123457"'],
	['030 1234\n030 4321', 'DE', 'may be two numbers: "030 1234 030 4321"'],
	['030 1234\t030 4321', 'DE', 'may be two numbers: "030 1234 030 4321"'],
	['030 1234 / 030 4321', 'DE', 'may be two numbers: "030 1234 / 030 4321"'],
	['030 1234 030 4321', 'DE', 'may be two numbers: "030 1234 030 4321"'],
	['030 1234-030 4321', 'DE', 'may be two numbers: "030 1234-030 4321"'],
	['0512 345/678', 'AT', 'may be two numbers: "0512 345/678"'],
	["044'1234567", 'CH', 'is not a phone number: "044\'1234567"'],
	['030 1234 (030 4321)', 'DE', 'may be two numbers: "030 1234 (030 4321)"'],
	['030 123456/57', 'DE', 'may be two numbers: "030 123456/57"'],
	['+49 30 123456/789', '', 'may be two numbers: "+49 30 123456/789"'],
	['0171/12', 'DE', 'may be two numbers: "0171/12"'],
	['09 1234 / 09 5678', 'FI', 'may be two numbers: "09 1234 / 09 5678"'],
	['01 5123 / 01 5124', 'AT', 'may be two numbers: "01 5123 / 01 5124"'],
	['+43 1 5123 / 01 5124', '', 'may be two numbers: "+43 1 5123 / 01 5124"'],
	['06 1234567-8', 'IT', 'may be two numbers: "06 1234567-8"'],
	['+39 06 1234567-8', '', 'may be two numbers: "+39 06 1234567-8"'],
	['02 1234567 - 68', 'IT', 'may be two numbers: "02 1234567 - 68"'],
	['(021) 7123456–7', 'ID', 'may be two numbers: "(021) 7123456–7"'],
	['030 1234567-68', 'DE', 'may be two numbers: "030 1234567-68"'],
	['01 234567-8', 'AT', 'may be two numbers: "01 234567-8"'],
	['030 12345  12346', 'DE', 'may be two numbers: "030 12345 12346"'],
	['+49 30 12345  12346', '', 'may be two numbers: "+49 30 12345 12346"'],
	['06 1234567  7654321', 'IT', 'may be two numbers: "06 1234567 7654321"'],
	// Two ways to read it.
	['15124780000', 'DE', 'may be +4915124780000 or +15124780000: "15124780000"'],
	[15124780000, 'DE', 'may be +4915124780000 or +15124780000: "15124780000"'],
	['1 (512) 478-0000', 'DE', 'may be +4915124780000 or +15124780000: "1 (512) 478-0000"'],
	['393331234567', 'DE', 'may be +49393331234567 or +393331234567: "393331234567"'],
	['33612345678', 'AT', 'may be +4333612345678 or +33612345678: "33612345678"'],
	['436641234567', 'DE', 'may be +49436641234567 or +436641234567: "436641234567"'],
	['6591234567', 'US', 'may be +16591234567 or +6591234567: "6591234567"'],
	['5215512345678', 'DE', 'may be +495215512345678 or +5215512345678: "5215512345678"'],
	['49 171 1234567', 'DE', 'may be +491711234567 or +49491711234567: "49 171 1234567"'],
	['55 3212 3456', 'BR', 'may be +5532123456 or +555532123456: "55 3212 3456"'],
	// What a spreadsheet or a calculation made of it.
	['1.5550100042E+10', 'US', 'has lost digits: "1.5550100042E+10"'],
	['4,93E+10', 'DE', 'has lost digits: "4,93E+10"'],
	['1e10', 'US', 'has lost digits: "1e10"'],
	[1e21, 'US', 'has lost digits: "1e+21"'],
	['301234.56', 'DE', 'is not a phone number: "301234.56"'],
	['301234,5', 'DE', 'is not a phone number: "301234,5"'],
	[301234.567, 'DE', 'is not a phone number: "301234.567"'],
	[-5550100042, 'US', 'is not a phone number: "-5550100042"'],
	[0, 'US', 'is too short for a phone number in US: "0"'],
	[true, 'US', 'is not a phone number: "true"'],
	[{ number: '+15550100042' }, '', 'is not text'],
	[['+15550100042'], '', 'is not text'],
	['=+15550100042', '', 'is not a phone number: "=+15550100042"'],
	// Too short, too long, nowhere.
	['+1 555 010 004', '', 'is too short for a phone number: "+1 555 010 004"'],
	['+1 555 010 00421', '', 'is too long for a phone number: "+1 555 010 00421"'],
	['010 0042', 'US', 'is too short for a phone number in US: "010 0042"'],
	['555 010 00421', 'US', 'is too long for a phone number in US: "555 010 00421"'],
	['090 0800', 'CA', 'is not a phone number: "090 0800"'],
	['+45 321 234 567', '', 'is too long for a phone number: "+45 321 234 567"'],
	[
		'0800 1234 5678 9012 345',
		'JP',
		'is too long for a phone number in JP: "0800 1234 5678 9012 345"',
	],
	['+999 123456', '', 'begins with an unknown country code: "+999 123456"'],
	['+(646) 253-0000', 'US', 'begins with an unknown country code: "+(646) 253-0000"'],
	['+ (479) 253-0000', 'US', 'begins with an unknown country code: "+ (479) 253-0000"'],
	['(+458) 253-0000', 'US', 'begins with an unknown country code: "(+458) 253-0000"'],
	['+0 30 123456', '', 'begins with an unknown country code: "+0 30 123456"'],
	['+0049 30 123456', '', 'begins with an unknown country code: "+0049 30 123456"'],
	['000 49 30 123456', '', 'begins with an unknown country code: "000 49 30 123456"'],
	['0490099-1322', 'CV', 'is not a phone number: "0490099-1322"'],
	// Emergency and service lines, and codes where the country does not count or has none so long.
	['911', 'US', 'is too short for a phone number in US: "911"'],
	['112', 'DE', 'is too short for a phone number in DE: "112"'],
	['999', 'GB', 'is too short for a phone number in GB: "999"'],
	['000', 'AU', 'is too short for a phone number: "000"'],
	['110', 'JP', 'is too short for a phone number in JP: "110"'],
	['32665', '', 'has no country code: "32665"'],
	// Short codes, also where a number may be as short.
	['48213', 'US', 'is too short for a phone number in US: "48213"'],
	[32665, 'US', 'is too short for a phone number in US: "32665"'],
	['3266', 'US', 'is too short for a phone number in US: "3266"'],
	['326650', 'US', 'is too short for a phone number in US: "326650"'],
	['82228', 'DE', 'is too short for a phone number in DE: "82228"'],
	['822281', 'DE', 'is too short for a phone number in DE: "822281"'],
	['  822281 ', 'DE', 'is too short for a phone number in DE: "822281"'],
	['60123', 'GB', 'is too short for a phone number in GB: "60123"'],
	['38080', 'FR', 'is too short for a phone number in FR: "38080"'],
	['567678', 'IN', 'is too short for a phone number in IN: "567678"'],
	['822 28', 'AT', 'is too short for a phone number in AT: "822 28"'],
	['9123', 'IR', 'is too short for a phone number in IR: "9123"'],
	['+32665', '', 'is too short for a phone number: "+32665"'],
	['1669', 'TH', 'is too short for a phone number in TH: "1669"'],
];

describe('what is refused', () => {
	it.each(refusals)('%j, default country "%s": %s', (given, country, why) => {
		expect(outcome(given, country)).toBe(`refused: ${why}`);
	});

	it('is not quoted at length', () => {
		expect(outcome('x'.repeat(100_000))).toBe(
			`refused: is too long for a phone number: "${'x'.repeat(60)}…"`,
		);
		expect(outcome('1'.repeat(100_000), 'US')).toMatch(/^refused: is too long .{80,100}$/);
	});

	it('stays refused when the number before it was right', () => {
		expect(outcome('+15550100042')).toBe('+15550100042');
		expect(outcome('+15550100042', 'Germany')).toMatch(/^refused: cannot be read/);
	});

	it.each([
		['unknown', 'US', 'Enter the number with + and its country code, such as +15550100042.'],
		[
			'555',
			'US',
			'Enter all digits of the number. Short codes cannot be used. A number of another',
		],
		['+1 555', 'US', 'Enter all digits of the number. Short codes cannot be used.'],
		['+1 555 010 00421', '', 'Enter one number, without extra digits.'],
		['+1 555 010 0042 office', '', 'Enter + and the digits only, such as +15550100042.'],
		['+15550100042, +15550100043', '', 'Enter one number, with nothing between its digits.'],
		['15124780000', 'DE', 'Enter the right number, with its +.'],
		['+999 123456', '', 'Enter the country code right after the +, such as the 1 in +15550100042.'],
		['(555) 010-0042', '', "or choose a 'Default Country' in the credential or the options."],
		['1.5E+10', '', 'Format the column of the spreadsheet as text.'],
		['+1 555 010 0042 x5', '', 'Enter the number without the extension.'],
		['030 123456/57', 'DE', 'Enter one number, with nothing between its digits.'],
		['555', 'Germany', "Choose the 'Default Country' of the credential or the options"],
	])('"%s", default country "%s", comes with what to do: %s', (text, country, expected) => {
		let said = '';
		const refuse = (_what: string, advice: string): never => {
			said = advice;
			throw new Error(said);
		};
		expect(() => asPhone(text, country, refuse)).toThrow();
		expect(said).toContain(expected);
	});
});

describe("a contact's phone number", () => {
	const ofContact = (given: unknown, country = '') => outcome(given, country, asContactPhone);

	it.each([
		['(555) 010-0042', 'US', '+15550100042'],
		['0049 30 123456', '', '+4930123456'],
		['+1 (555) 010-0042', '', '+15550100042'],
		// The service's to make out.
		[' (555) 010-0042 ', '', '(555) 010-0042'],
		[15550100042, '', '15550100042'],
		['١٠٠ ١٢٣ ٤٥٦٧', '', '١٠٠ ١٢٣ ٤٥٦٧'],
		['8 (495) 123-45-67', '', '8 (495) 123-45-67'],
	])('%j, default country "%s", is "%s"', (given, country, number) => {
		expect(ofContact(given, country)).toBe(number);
		expect(ofContact(number, country)).toBe(number);
	});

	it.each([
		['unknown', '', 'is not a phone number: "unknown"'],
		['+15', '', 'is too short for a phone number: "+15"'],
		['0015', '', 'is too short for a phone number: "0015"'],
		['555', 'US', 'is too short for a phone number in US: "555"'],
		// The service would make a stranger's number of their digits.
		['0170 999888', '', 'has no country code: "0170 999888"'],
		["'0170999888", '', `has no country code: "'0170999888"`],
		['(030) 123456', '', 'has no country code: "(030) 123456"'],
		[' 011 49 30 123456 ', '', 'has no country code: "011 49 30 123456"'],
		['٠١٠٠ ١٢٣ ٤٥٦٧', '', 'has no country code: "٠١٠٠ ١٢٣ ٤٥٦٧"'],
		['0', '', 'is too short for a phone number: "0"'],
		['1.55501E+10', '', 'has lost digits: "1.55501E+10"'],
		['1.55501E+10', 'US', 'has lost digits: "1.55501E+10"'],
		[-5550100042, '', 'is not a phone number: "-5550100042"'],
		[5550100042.5, '', 'is not a phone number: "5550100042.5"'],
		['5550100042.25', '', 'is not a phone number: "5550100042.25"'],
		['(+646) 253-0000', '', 'begins with an unknown country code: "(+646) 253-0000"'],
		['(555) 010-0042', 'Germany', 'cannot be read, because "Germany" is not a country'],
	])('%j, default country "%s", is refused: %s', (given, country, why) => {
		expect(ofContact(given, country)).toBe(`refused: ${why}`);
	});
});
