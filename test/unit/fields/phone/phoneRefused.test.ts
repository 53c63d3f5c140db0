import { asContactPhone, asPhone } from '../../../../nodes/VoiceSms/fields/phone/phone';
import { said } from '../../../harness/n8n/messages';
import { phoneOf } from '../../../harness/n8n/phones';

const refusals: Array<[given: unknown, country: string, why: string]> = [
	['(555) 010-0042', '', `${said.noCountryCode}: "(555) 010-0042"`],
	['15550100042', '', `${said.noCountryCode}: "15550100042"`],
	['030 123456', '', `${said.noCountryCode}: "030 123456"`],
	['011 49 30 123456', '', `${said.noCountryCode}: "011 49 30 123456"`],
	['+15550100042', 'Germany', `cannot be read, because "Germany" ${said.notACountry}`],
	['+15550100042', 'XX', `cannot be read, because "XX" ${said.notACountry}`],
	['+15550100042', 'constructor', `cannot be read, because "constructor" ${said.notACountry}`],
	// More than a number, or another one than is meant.
	['+1 555 010 0042 ext 5', '', `${said.extension}: "+1 555 010 0042 ext 5"`],
	['+1 555 010 0042 x5', '', `${said.extension}: "+1 555 010 0042 x5"`],
	['+1 555 010 0042 #5', '', `${said.extension}: "+1 555 010 0042 #5"`],
	['+1 555 010 0042,,5', '', `${said.extension}: "+1 555 010 0042,,5"`],
	['tel:+1-555-010-0042;ext=5', '', `${said.extension}: "tel:+1-555-010-0042;ext=5"`],
	['+1 555 010 0042 p5', '', `${said.notAPhone}: "+1 555 010 0042 p5"`],
	[
		'tel:010-0042;phone-context=+1-555',
		'',
		`${said.notAPhone}: "tel:010-0042;phone-context=+1-555"`,
	],
	[
		'tel:010-0042;phone-context=+1-555',
		'',
		`${said.notAPhone}: "tel:010-0042;phone-context=+1-555"`,
	],
	[
		'tel:010-0042;phone-context=+1-555',
		'US',
		`${said.notAPhone}: "tel:010-0042;phone-context=+1-555"`,
	],
	[
		'tel:010-0042;phone-context=+1-555',
		'US',
		`${said.notAPhone}: "tel:010-0042;phone-context=+1-555"`,
	],
	['1-800-FLOWERS', 'US', `${said.notAPhone}: "1-800-FLOWERS"`],
	['+1 555 O1O OO42', '', `${said.notAPhone}: "+1 555 O1O OO42"`],
	['+49 30 123456²', '', `${said.notAPhone}: "+49 30 123456²"`],
	['+49 30 12345①', '', `${said.notAPhone}: "+49 30 12345①"`],
	['+1555010004\u0032\uFE0F\u20E3', '', `${said.notAPhone}: "+15550100042️⃣"`],
	['tel:%2B15550100042', '', `${said.notAPhone}: "tel:%2B15550100042"`],
	['+1%20555%20010%200042', '', `${said.notAPhone}: "+1%20555%20010%200042"`],
	['whatsapp:+15550100042', '', `${said.notAPhone}: "whatsapp:+15550100042"`],
	['https://wa.me/15550100042', '', `${said.notAPhone}: "https://wa.me/15550100042"`],
	['sip:+15550100042@s.example.com', '', `${said.notAPhone}: "sip:+15550100042@s.example.com"`],
	['nathan@example.com', '', `${said.notAPhone}: "nathan@example.com"`],
	['call +49 30 123456', '', `${said.notAPhone}: "call +49 30 123456"`],
	['+49 30 123456 (office)', '', `${said.notAPhone}: "+49 30 123456 (office)"`],
	['*67 555 010 0042', 'US', `${said.notAPhone}: "*67 555 010 0042"`],
	['#31#0301234567', 'DE', `${said.notAPhone}: "#31#0301234567"`],
	['++49 30 123456', '', `${said.notAPhone}: "++49 30 123456"`],
	['unknown', '', `${said.notAPhone}: "unknown"`],
	['+', '', `${said.notAPhone}: "+"`],
	['-', 'US', `${said.notAPhone}: "-"`],
	// Two numbers in one field.
	['+15550100042, +15550100043', '', `${said.twoNumbers}: "+15550100042, +15550100043"`],
	['+15550100042; +15550100043', '', `${said.twoNumbers}: "+15550100042; +15550100043"`],
	['+15550100042 +15550100043', '', `${said.twoNumbers}: "+15550100042 +15550100043"`],
	['+15550100042/+15550100043', '', `${said.twoNumbers}: "+15550100042/+15550100043"`],
	['+1 555 010 0042 / 0043', '', `${said.tooLong} a phone number: "+1 555 010 0042 / 0043"`],
	['030 1234 or 030 4321', 'DE', `${said.twoNumbers}: "030 1234 or 030 4321"`],
	['+(999) 555 0100', 'US', `${said.unknownCode}: "+(999) 555 0100"`],
	['123456, 123457', 'US', `${said.twoNumbers}: "123456, 123457"`],
	['030 1234\n030 4321', 'DE', `${said.twoNumbers}: "030 1234 030 4321"`],
	['030 1234\t030 4321', 'DE', `${said.twoNumbers}: "030 1234 030 4321"`],
	['030 1234 / 030 4321', 'DE', `${said.twoNumbers}: "030 1234 / 030 4321"`],
	['030 1234 030 4321', 'DE', `${said.twoNumbers}: "030 1234 030 4321"`],
	['030 1234-030 4321', 'DE', `${said.twoNumbers}: "030 1234-030 4321"`],
	['0512 345/678', 'AT', `${said.twoNumbers}: "0512 345/678"`],
	["044'1234567", 'CH', `${said.notAPhone}: "044'1234567"`],
	['030 1234 (030 4321)', 'DE', `${said.twoNumbers}: "030 1234 (030 4321)"`],
	['030 123456/57', 'DE', `${said.twoNumbers}: "030 123456/57"`],
	['+49 30 123456/789', '', `${said.twoNumbers}: "+49 30 123456/789"`],
	['0303/12', 'DE', `${said.twoNumbers}: "0303/12"`],
	['09 1234 / 09 5678', 'FI', `${said.twoNumbers}: "09 1234 / 09 5678"`],
	['01 5123 / 01 5124', 'AT', `${said.twoNumbers}: "01 5123 / 01 5124"`],
	['+43 1 5123 / 01 5124', '', `${said.twoNumbers}: "+43 1 5123 / 01 5124"`],
	['06 1234567-8', 'IT', `${said.twoNumbers}: "06 1234567-8"`],
	['+39 06 1234567-8', '', `${said.twoNumbers}: "+39 06 1234567-8"`],
	['02 1234567 - 68', 'IT', `${said.twoNumbers}: "02 1234567 - 68"`],
	['(021) 7123456–7', 'ID', `${said.twoNumbers}: "(021) 7123456–7"`],
	['030 1234567-68', 'DE', `${said.twoNumbers}: "030 1234567-68"`],
	['01 234567-8', 'AT', `${said.twoNumbers}: "01 234567-8"`],
	['030 12345  12346', 'DE', `${said.twoNumbers}: "030 12345 12346"`],
	['+49 30 12345  12346', '', `${said.twoNumbers}: "+49 30 12345 12346"`],
	['06 1234567  7654321', 'IT', `${said.twoNumbers}: "06 1234567 7654321"`],
	// Two ways to read it.
	['15124780000', 'DE', 'may be +4915124780000 or +15124780000: "15124780000"'],
	[15124780000, 'DE', 'may be +4915124780000 or +15124780000: "15124780000"'],
	['1 (512) 478-0000', 'DE', 'may be +4915124780000 or +15124780000: "1 (512) 478-0000"'],
	['393331234567', 'DE', 'may be +49393331234567 or +393331234567: "393331234567"'],
	['33612345678', 'AT', 'may be +4333612345678 or +33612345678: "33612345678"'],
	['436641234567', 'DE', 'may be +49436641234567 or +436641234567: "436641234567"'],
	['6591234567', 'US', 'may be +16591234567 or +6591234567: "6591234567"'],
	['5215512345678', 'DE', 'may be +495215512345678 or +5215512345678: "5215512345678"'],
	['55 3212 3456', 'BR', 'may be +5532123456 or +555532123456: "55 3212 3456"'],
	// What a spreadsheet or a calculation made of it.
	['1.5550100042E+10', 'US', `${said.lostDigits}: "1.5550100042E+10"`],
	['4,93E+10', 'DE', `${said.lostDigits}: "4,93E+10"`],
	['1e10', 'US', `${said.lostDigits}: "1e10"`],
	[1e21, 'US', said.moreDigits],
	['301234.56', 'DE', `${said.notAPhone}: "301234.56"`],
	['301234,5', 'DE', `${said.notAPhone}: "301234,5"`],
	[301234.567, 'DE', `${said.notAPhone}: "301234.567"`],
	[-5550100042, 'US', `${said.notAPhone}: "-5550100042"`],
	[0, 'US', `${said.tooShort} US: "0"`],
	[true, 'US', `${said.notAPhone}: "true"`],
	[{ number: '+15550100042' }, '', said.notText],
	[['+15550100042'], '', said.notText],
	['=+15550100042', '', `${said.notAPhone}: "=+15550100042"`],
	// Too short, too long, nowhere.
	['+1 555 010 004', '', `${said.tooShort} a phone number: "+1 555 010 004"`],
	['+1 555 010 00421', '', `${said.tooLong} a phone number: "+1 555 010 00421"`],
	// Cut off: at most six digits that the numbering plan does not know.
	['0664 12', 'AT', `${said.tooShort} AT: "0664 12"`],
	['0664 123', 'AT', `${said.tooShort} AT: "0664 123"`],
	['+43 664 12', '', `${said.tooShort} a phone number: "+43 664 12"`],
	['0171/12', 'DE', `${said.tooShort} DE: "0171/12"`],
	['010 0042', 'US', `${said.tooShort} US: "010 0042"`],
	['555 010 00421', 'US', `${said.tooLong} US: "555 010 00421"`],
	['090 0800', 'CA', `${said.notAPhone}: "090 0800"`],
	['+45 321 234 567', '', `${said.tooLong} a phone number: "+45 321 234 567"`],
	['0800 1234 5678 9012 345', 'JP', `${said.tooLong} JP: "0800 1234 5678 9012 345"`],
	['+999 123456', '', `${said.unknownCode}: "+999 123456"`],
	['+(646) 253-0000', 'US', `${said.unknownCode}: "+(646) 253-0000"`],
	['+ (479) 253-0000', 'US', `${said.unknownCode}: "+ (479) 253-0000"`],
	['(+458) 253-0000', 'US', `${said.unknownCode}: "(+458) 253-0000"`],
	['+0 30 123456', '', `${said.unknownCode}: "+0 30 123456"`],
	['+0049 30 123456', '', `${said.unknownCode}: "+0049 30 123456"`],
	['000 49 30 123456', '', `${said.unknownCode}: "000 49 30 123456"`],
	['0490099-1322', 'CV', `${said.notAPhone}: "0490099-1322"`],
	// Emergency and service lines, and codes where the country does not count or has none so long.
	['911', 'US', `${said.tooShort} US: "911"`],
	['112', 'DE', `${said.tooShort} DE: "112"`],
	['999', 'GB', `${said.tooShort} GB: "999"`],
	['000', 'AU', `${said.tooShort} a phone number: "000"`],
	['110', 'JP', `${said.tooShort} JP: "110"`],
	['32665', '', `${said.noCountryCode}: "32665"`],
	// Short codes, also where a number may be as short.
	['48213', 'US', `${said.tooShort} US: "48213"`],
	[32665, 'US', `${said.tooShort} US: "32665"`],
	['3266', 'US', `${said.tooShort} US: "3266"`],
	['326650', 'US', `${said.tooShort} US: "326650"`],
	['82228', 'DE', `${said.tooShort} DE: "82228"`],
	['822281', 'DE', `${said.tooShort} DE: "822281"`],
	['  822281 ', 'DE', `${said.tooShort} DE: "822281"`],
	['60123', 'GB', `${said.tooShort} GB: "60123"`],
	['38080', 'FR', `${said.tooShort} FR: "38080"`],
	['567678', 'IN', `${said.tooShort} IN: "567678"`],
	['822 28', 'AT', `${said.tooShort} AT: "822 28"`],
	['9123', 'IR', `${said.tooShort} IR: "9123"`],
	['+32665', '', `${said.tooShort} a phone number: "+32665"`],
	['1669', 'TH', `${said.tooShort} TH: "1669"`],
];

describe('what is refused', () => {
	it.each(refusals)('%j, default country "%s": %s', (given, country, why) => {
		expect(phoneOf(given, country)).toBe(`refused: ${why}`);
	});

	it('is not quoted at length', () => {
		expect(phoneOf('x'.repeat(100_000))).toBe(
			`refused: ${said.tooLong} a phone number: "${'x'.repeat(59)}…"`,
		);
		expect(phoneOf('1'.repeat(100_000), 'US')).toMatch(/^refused: is too long .{60,80}$/);
	});

	it('stays refused when the number before it was right', () => {
		expect(phoneOf('+15550100042')).toBe('+15550100042');
		expect(phoneOf('+15550100042', 'Germany')).toMatch(/^refused: cannot be read/);
	});

	it.each([
		['unknown', 'US', 'Enter the number with +'],
		['555', 'US', 'Enter all digits'],
		['+1 555', 'US', 'Enter all digits'],
		['+1 555 010 00421', '', 'Enter one number, without extra digits.'],
		['+1 555 010 0042 office', '', 'Enter + and the digits only, such as +15550100042.'],
		['+15550100042, +15550100043', '', 'make a row of each'],
		['15124780000', 'DE', 'Enter the right number, with its +.'],
		['+999 123456', '', 'right after the +'],
		['(555) 010-0042', '', "or choose a 'Default Country'."],
		['1.5E+10', '', 'Format the column of the spreadsheet as text.'],
		['+1 555 010 0042 x5', '', 'Enter the number without the extension.'],
		['030 123456/57', 'DE', 'Enter one number, with nothing between its digits.'],
		['555', 'Germany', "'Default Country' in the credential"],
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
	const ofContact = (given: unknown, country = '') => phoneOf(given, country, asContactPhone);

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
		['unknown', '', `${said.notAPhone}: "unknown"`],
		['+15', '', `${said.tooShort} a phone number: "+15"`],
		['0015', '', `${said.tooShort} a phone number: "0015"`],
		['555', 'US', `${said.tooShort} US: "555"`],
		// The service would make a stranger's number of their digits.
		['0170 999888', '', `${said.noCountryCode}: "0170 999888"`],
		["'0170999888", '', `${said.noCountryCode}: "'0170999888"`],
		['(030) 123456', '', `${said.noCountryCode}: "(030) 123456"`],
		[' 011 49 30 123456 ', '', `${said.noCountryCode}: "011 49 30 123456"`],
		['٠١٠٠ ١٢٣ ٤٥٦٧', '', `${said.noCountryCode}: "٠١٠٠ ١٢٣ ٤٥٦٧"`],
		['0', '', `${said.tooShort} a phone number: "0"`],
		['1.55501E+10', '', `${said.lostDigits}: "1.55501E+10"`],
		['1.55501E+10', 'US', `${said.lostDigits}: "1.55501E+10"`],
		[-5550100042, '', `${said.notAPhone}: "-5550100042"`],
		[5550100042.5, '', `${said.notAPhone}: "5550100042.5"`],
		['5550100042.25', '', `${said.notAPhone}: "5550100042.25"`],
		['(+646) 253-0000', '', `${said.unknownCode}: "(+646) 253-0000"`],
		['(555) 010-0042', 'Germany', `cannot be read, because "Germany" ${said.notACountry}`],
	])('%j, default country "%s", is refused: %s', (given, country, why) => {
		expect(ofContact(given, country)).toBe(`refused: ${why}`);
	});
});
