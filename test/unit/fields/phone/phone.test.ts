import fc from 'fast-check';

import { countryOptions } from '../../../../nodes/VoiceSms/fields/phone/country';
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

/** Numbers by the country in which they are written so: the forms, and what all of them are. */
const forms: Array<[country: string, number: string, written: string[]]> = [
	[
		'US',
		'+15550101234',
		[
			'(555) 010-1234',
			'555.010.1234',
			'555-010-1234',
			'555 010 1234',
			'5550101234',
			'1-555-010-1234',
			'1 (555) 010-1234',
			'+1 555 010 1234',
			'+1 (555) 010-1234',
			'(+1) 555 010 1234',
			'001 555 010 1234',
			'[555] 010-1234',
			'555/010-1234',
			'555 – 010 – 1234',
		],
	],
	['US', '+493012345678', ['011 49 30 12345678', '01149 30 12345678', '0049 30 12345678']],
	['CA', '+14165550123', ['(416) 555-0123', '416 555 0123', '+1-416-555-0123', '1.416.555.0123']],
	[
		'GB',
		'+447911123456',
		[
			'07911 123456',
			'07911 123 456',
			'+44 7911 123456',
			'+44 (0)7911 123456',
			'+44 07911 123456',
			'0044 7911 123456',
			'(0044) 7911 123456',
			'44 7911 123456',
			'7911123456',
		],
	],
	['GB', '+442079460958', ['020 7946 0958', '(020) 7946 0958', '+44 (0)20 7946 0958']],
	['GB', '+441214960123', ['0121 496 0123', '(0121) 4960123']],
	[
		'DE',
		'+4930123456',
		[
			'030 123456',
			'030/123456',
			'030 / 12 34 56',
			'(030) 12 34 56',
			'030-123456',
			'30123456',
			'+49 30 123456',
			'+49 (0)30 123456',
			'+49 (0) 30 / 123456',
			'+49-0-30-123456',
			'+49/30/123456',
			'+(49) 30 123456',
			'(+49)(0)30 123456',
			'0049 30 123456',
			'0049 (0)30 123456',
			'00 49 30 123456',
			'49 30 123456',
		],
	],
	['DE', '+491711234567', ['0171 1234567', '0171/1234567', '0171-123 45 67', '1711234567']],
	['DE', '+493320312345', ['033203/12345']],
	['DE', '+49301234560', ['030 123456-0', '+49 30 123456-0']],
	['DE', '+493012345612', ['030 123456-12', '+49 30 123456-12']],
	['AT', '+4312345670', ['01 234567-0', '+43 1 234567-0']],
	['BY', '+375291234567', ['029 123-45-67', '8 029 123-45-67', '+375 (29) 123-45-67']],
	['BE', '+32470012345', ['0470/01.23.45', '+32 (0)470/01 23 45']],
	[
		'FR',
		'+33612345678',
		[
			'06 12 34 56 78',
			'06.12.34.56.78',
			'06-12-34-56-78',
			'0612345678',
			'612345678',
			'+33 6 12 34 56 78',
			'+33 (0)6 12 34 56 78',
			'0033 6 12 34 56 78',
		],
	],
	['IT', '+390661234567', ['06 6123 4567', '+39 06 6123 4567', '+39 (0)6 6123 4567']],
	['IT', '+393123456789', ['312 345 6789', '312-3456789', '+39 312 345 6789', '0039 3123456789']],
	['ES', '+34612345678', ['612 34 56 78', '612 345 678', '+34 612 345 678', '0034 612345678']],
	['ES', '+34911234567', ['91 123 45 67', '+34 (0)91 123 45 67']],
	['NL', '+31612345678', ['06 12345678', '06-12345678', '+31 (0)6 12345678', '31 6 12345678']],
	['NL', '+31201234567', ['020 123 4567', '(020) 123 45 67', '0031 20 1234567']],
	[
		'BE',
		'+32470123456',
		['0470 12 34 56', '0470/12.34.56', '+32 (0)470 12 34 56', '0032470123456'],
	],
	['BE', '+3221234567', ['02/123.45.67', '02 123 45 67']],
	['CH', '+41446681800', ['044 668 18 00', '+41 (0)44 668 18 00', '0041 44 668 18 00']],
	['CH', '+41791234567', ['079 123 45 67', '079/123 45 67', '+41 79 123 45 67']],
	['AT', '+436641234567', ['0664 1234567', '0664/1234567', '+43 664 1234567', '43 664 1234567']],
	['AT', '+431234567', ['01 234567', '01/23 45 67', '+43 (0)1 234567']],
	[
		'PL',
		'+48221234567',
		['22 123 45 67', '022 123 45 67', '+48 (0)22 123 45 67', '+48 22 1234567'],
	],
	[
		'CZ',
		'+420601123456',
		['601 123 456', '+420 601 123 456', '00420 601123456', '420 601 123 456'],
	],
	['SE', '+46701234567', ['070-123 45 67', '+46 (0)70 123 45 67', '0046 70 1234567']],
	['NO', '+4740612345', ['406 12 345', '40 61 23 45', '+47 406 12 345', '0047 40612345']],
	['DK', '+4532123456', ['32 12 34 56', '3212 3456', '+45 32 12 34 56', '0045 32123456']],
	['FI', '+358401234567', ['040 123 4567', '+358 40 123 4567', '+358 (0)40 1234567']],
	['PT', '+351912345678', ['912 345 678', '+351 912 345 678', '00351 912345678']],
	['GR', '+302101234567', ['210 123 4567', '+30 210 1234567', '+30 (0)210 1234567']],
	['IE', '+353851234567', ['085 123 4567', '+353 (0)85 123 4567', '00353 85 1234567']],
	[
		'HU',
		'+36201234567',
		['06 20 123 4567', '06-20-123-4567', '+36 20 123 4567', '+36 (06) 20 1234567'],
	],
	['RO', '+40712034567', ['0712 034 567', '+40 712 034 567', '0040 712034567']],
	[
		'TR',
		'+905321234567',
		['0532 123 45 67', '(0532) 1234567', '+90 532 123 45 67', '0090 5321234567'],
	],
	[
		'RU',
		'+79123456789',
		[
			'8 (912) 345-67-89',
			'8-912-345-67-89',
			'+7 912 345-67-89',
			'7 912 345 67 89',
			'912 345 67 89',
		],
	],
	['RU', '+493012345678', ['8~10 49 30 12345678', '810 49 30 12345678']],
	[
		'UA',
		'+380501234567',
		['050 123 4567', '(050) 123-45-67', '+38 050 123 45 67', '00380501234567'],
	],
	['IL', '+972502345678', ['050-234-5678', '+972 (0)50-234-5678', '00972 50 2345678']],
	['AE', '+971501234567', ['050 123 4567', '+971 50 123 4567', '00971 50 1234567']],
	[
		'SA',
		'+966512345678',
		['051 234 5678', '+966 51 234 5678', '٠٥١ ٢٣٤ ٥٦٧٨', '٠٠٩٦٦ ٥١ ٢٣٤ ٥٦٧٨'],
	],
	[
		'EG',
		'+201001234567',
		['0100 123 4567', '+20 100 123 4567', '٠١٠٠ ١٢٣ ٤٥٦٧', '+٢٠ ١٠٠ ١٢٣ ٤٥٦٧'],
	],
	['IR', '+989123456789', ['0912 345 6789', '+98 912 345 6789', '۰۹۱۲ ۳۴۵ ۶۷۸۹']],
	['ZA', '+27821234567', ['082 123 4567', '+27 (0)82 123 4567', '0027 82 1234567']],
	['NG', '+2348021234567', ['0802 123 4567', '+234 802 123 4567', '234 802 123 4567']],
	['KE', '+254712123456', ['0712 123456', '+254 712 123456', '254712123456']],
	['IN', '+919876543210', ['098765 43210', '98765 43210', '+91 98765-43210', '91 98765 43210']],
	['PK', '+923012345678', ['0301 2345678', '0301-2345678', '+92 301 2345678', '0092 301 2345678']],
	[
		'CN',
		'+8613800138000',
		['138 0013 8000', '86 138 0013 8000', '＋８６ １３８ ００１３ ８０００'],
	],
	['CN', '+861012345678', ['010-1234 5678', '（010）12345678']],
	['JP', '+819012345678', ['090-1234-5678', '+81 90-1234-5678', '０９０－１２３４－５６７８']],
	['JP', '+493012345678', ['010 49 30 12345678', '0049 30 12345678']],
	['KR', '+821012345678', ['010-1234-5678', '+82 10-1234-5678', '+82 (0)10 1234 5678']],
	['SG', '+6581234567', ['8123 4567', '+65 8123 4567', '0065 81234567']],
	['HK', '+85251234567', ['5123 4567', '+852 5123 4567', '00852 51234567']],
	['HK', '+493012345678', ['001 49 30 12345678', '0049 30 12345678']],
	['TW', '+886912345678', ['0912 345 678', '+886 912 345 678', '00886 912345678']],
	['TH', '+66812345678', ['081 234 5678', '+66 81 234 5678', '0066 812345678']],
	['VN', '+84912345678', ['091 234 56 78', '+84 91 234 56 78', '84912345678']],
	['ID', '+6281234567890', ['0812 3456 7890', '+62 812-3456-7890', '62 812 3456 7890']],
	['MY', '+60123456789', ['012-345 6789', '+60 12-345 6789', '0060 123456789']],
	['PH', '+639051234567', ['0905 123 4567', '+63 905 123 4567', '0063 905 1234567']],
	['AU', '+61412345678', ['0412 345 678', '+61 (0)412 345 678', '0061 412 345 678']],
	['AU', '+493012345678', ['0011 49 30 12345678', '0049 30 12345678']],
	['NZ', '+64211234567', ['021 123 4567', '+64 21 123 4567', '+64 (0)21 1234567']],
	[
		'BR',
		'+5511987654321',
		['(11) 98765-4321', '011 98765-4321', '0 15 11 98765-4321', '+55 11 987654321'],
	],
	['BR', '+493012345678', ['0021 49 30 12345678', '0049 30 12345678']],
	['AR', '+5491123456789', ['011 15 2345-6789', '+54 9 11 2345 6789', '+54 11 15 2345 6789']],
	['MX', '+525512345678', ['55 1234 5678', '+52 55 1234 5678', '0052 55 1234 5678']],
	['CL', '+56912345678', ['9 1234 5678', '+56 9 1234 5678', '0056 912345678']],
	['CO', '+573211234567', ['321 1234567', '+57 321 123 4567', '0057 321 1234567']],
	['PE', '+51912345678', ['912 345 678', '+51 912 345 678']],
	['CI', '+2250708091011', ['07 08 09 10 11', '+225 07 08 09 10 11']],
	['SM', '+3780549886377', ['0549 886377', '+378 0549 886377']],
	// Two blanks are a gap, too.
	['DE', '+4915123456789', ['01512  3456789', '0151  23  45  67  89', '+49  1512  3456789']],
	['FR', '+33612345678', ['06 12 34 56  78', '06  12  34  56  78']],
	// Whole numbers with fewer than 7 digits.
	['AD', '+376312345', ['312 345', '312345', '+376 312 345']],
	['NC', '+687751234', ['75 12 34', '751234']],
	['FK', '+50051234', ['51234']],
	['LU', '+352621123456', ['621 123 456', '+352 621 123 456', '00352 621123456']],
];

/** What only the writing brings along; no country is needed. */
const wrappings: Array<[written: string, number: string]> = [
	['tel:+15550100042', '+15550100042'],
	['tel:+1-555-010-0042', '+15550100042'],
	['TEL: +1 555 010 0042', '+15550100042'],
	["'+15550100042", '+15550100042'],
	['’+15550100042', '+15550100042'],
	['  +1 555 010 0042\n', '+15550100042'],
	['+1\u00A0555\u00A0010\u00A00042', '+15550100042'],
	['+1\u202F555\u2009010\u30000042', '+15550100042'],
	['\u202A+1 555 010 0042\u202C', '+15550100042'],
	['\u200E+1\u200B5550100042\uFEFF', '+15550100042'],
	['+1\u00AD555\u2060010\u061C0042', '+15550100042'],
	['+1\u2011555\u2012010\u22120042', '+15550100042'],
	['+15550100042.0', '+15550100042'],
	['+4930123456.00', '+4930123456'],
	['＋１ （５５５） ０１０－００４２', '+15550100042'],
	['+ 1 555 010 0042', '+15550100042'],
	['+(1) 555 010 0042', '+15550100042'],
	['(+800) 1234 5678', '+80012345678'],
	['00 (49) 30 123456', '+4930123456'],
	['00 1 555 010 0042', '+15550100042'],
	['+1 1-800-555-0100', '+18005550100'],
	// Of no country: free calls, satellites, networks.
	['+800 1234 5678', '+80012345678'],
	['+881 6 1234 5678', '+881612345678'],
	['+883 5100 1234 5678', '+883510012345678'],
	// Mexico's former mobile numbers, which many systems still hold.
	['+5215512345678', '+5215512345678'],
	['+52 1 55 1234 5678', '+5215512345678'],
	['005215512345678', '+5215512345678'],
	// In E.164 form as the service may hold it, though no network has it.
	['+480221234567', '+480221234567'],
	['+5550100001', '+5550100001'],
];

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

it.each([
	['0512/400', 'AT', '+43512400'],
	['05121/20300', 'DE', '+49512120300'],
	['+43 1 5123  4567', '', '+43151234567'],
	['020 7946  0958', 'GB', '+442079460958'],
])('%j, one number with a gap, stays one number', (text, country, number) => {
	expect(outcome(text, country)).toBe(number);
});

it.each([
	['12+3', 'has no + before it', 'with + and its country code'],
	['+12ab3', 'has one', 'the digits'],
])('the advice on %j is that of a number that %s', (text, _what, advice) => {
	expect(() =>
		asPhone(text, 'US', (_why, cure) => {
			throw new Error(cure);
		}),
	).toThrow(advice);
});

describe('a phone number as people write it', () => {
	const rows = forms.flatMap(([country, number, written]) =>
		written.map((text) => [text, country, number] as const),
	);

	it('is tried in 200 forms over 30 countries', () => {
		expect(rows.length).toBeGreaterThanOrEqual(200);
		expect(new Set(rows.map(([, country]) => country)).size).toBeGreaterThanOrEqual(30);
		expect(new Set(rows.map(([text, country]) => `${country} ${text}`)).size).toBe(rows.length);
	});

	it.each(rows)('"%s" in %s is %s', (text, country, number) => {
		expect(outcome(text, country)).toBe(number);
		expect(outcome(text, country.toLowerCase())).toBe(number);
	});

	it.each(rows.filter(([text]) => /^(\(?\+|00[1-9])/.test(text)))(
		'"%s" needs no country',
		(text, country, number) => {
			// What is dialled in front may stand for 00 in its country alone.
			if (!/^00(1|21) ?4/.test(text)) expect(outcome(text)).toBe(number);
			expect(country).not.toBe('');
		},
	);

	it.each(wrappings)('%j is %s, whatever the country', (text, number) => {
		for (const country of ['', 'US', 'DE', 'JP']) expect(outcome(text, country)).toBe(number);
	});

	it.each([
		[15550100042, 'US', '+15550100042'],
		[5550100042, 'US', '+15550100042'],
		[4930123456, 'DE', '+4930123456'],
		[30123456, 'DE', '+4930123456'],
	])('the number %i in %s is %s', (given, country, number) => {
		expect(outcome(given, country)).toBe(number);
	});
});

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

describe('whatever goes in', () => {
	const countries = countryOptions.map(({ value }) => String(value));
	const country = fc.oneof(
		{ weight: 8, arbitrary: fc.constantFrom(...countries) },
		{ weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
	);
	const sign = fc.constantFrom(
		...[...'0123456789'].flatMap((digit) => [digit, digit, digit]),
		...' -./()+,;~–\u00A0\u200E٣۴７'.split(''),
		...['00', '(0)', ' / ', 'x', ' ext. ', '.0', 'e', 'E+', '#', '*', '\n'],
	);
	const soup = fc
		.tuple(
			fc.constantFrom('', '+', '00', '0', '(0', '+49 ', '+1', '+39 0', "'+", 'tel:', '011', '8'),
			fc.array(sign, { maxLength: 24 }),
		)
		.map(([begin, rest]) => begin + rest.join(''));
	const real = forms.flatMap(([, number, written]) => [number, ...written]);
	const mutated = fc
		.tuple(fc.constantFrom(...real), fc.nat(30), fc.nat(2), fc.oneof(sign, fc.string()))
		.map(([text, at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone));
	const anything = fc.oneof(
		{ weight: 4, arbitrary: soup },
		{ weight: 4, arbitrary: mutated },
		{ weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
		{ weight: 1, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.anything()) },
	);

	it('what leaves is in E.164 form, or nothing does', () => {
		let left = 0;
		fc.assert(
			fc.property(anything, country, (given, where) => {
				const number = outcome(given, where);
				if (number.startsWith('refused: ')) return;
				left++;
				expect(number).toMatch(/^\+[1-9]\d{4,14}$/);
				// It is its own form, in its country, in any other and in none.
				for (const other of [where, '', 'US', 'DE', 'IT', 'AR']) {
					expect([other, outcome(number, other)]).toStrictEqual([other, number]);
				}
			}),
			{ numRuns: Number(process.env.RUNS ?? 500) },
		);
		expect(left).toBeGreaterThan(30);
	});

	it('what leaves ends in the digits that were written', () => {
		const digits = (text: string) =>
			[...text.replace(/[٠-٩۰-۹０-９]/g, (one) => String(one.charCodeAt(0) % 16))]
				.filter((one) => /[0-9]/.test(one))
				.join('');
		fc.assert(
			fc.property(fc.oneof(soup, mutated), country, (text, where) => {
				const number = outcome(text, where);
				// A spreadsheet's fraction is left out, and a context stands behind.
				if (number.startsWith('refused: ') || /[.,]00?\s*$/.test(text)) return;
				expect(digits(text)).toMatch(new RegExp(`${number.slice(-4)}$`));
			}),
			{ numRuns: Number(process.env.RUNS ?? 500) },
		);
	});

	it('a second reading changes nothing', () => {
		fc.assert(
			fc.property(anything, country, (given, where) => {
				const once = outcome(given, where);
				if (once.startsWith('refused: ')) return;
				expect(outcome(once, where)).toBe(once);
			}),
			{ numRuns: Number(process.env.RUNS ?? 250) },
		);
	});
});
