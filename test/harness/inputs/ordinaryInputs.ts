/**
 * What people, sheets and forms really have in their cells. Each input passes every check of the node unchanged, and
 * nothing is said about it. A new check, and each change of one, must let all of them through. A pair is what is
 * given, and what arrives.
 */

/** Messages, notes, answers of forms, cells of any sheet. */
export const texts = [
	...['Hello', 'ok', '5', '0', '-', '.', 'x', 'N/A', 'n/a', 'none', 'None', 'nil', 'Nil', '#'],
	...['Your table is booked for 19:30.', 'Yes!', 'No, thank you', 'See you at 9:00 / 9:30?'],
	...['Price: 12.50 €', '$5.00 off', '100 % cotton', '3 < 5 and 5 > 3', 'a & b', 'C:\\Temp\\new'],
	...[
		'He said "yes"',
		"it's fine",
		'Ünïcödé',
		'Grüße aus Köln',
		'日本語',
		'مرحبا',
		'שלום',
		'नमस्ते',
	],
	...['👍', '👨‍👩‍👧 family', '🇩🇪', 'Zoë 🎉', '½ price', 'naïve café', '™ ® ©', '…', '– —'],
	...['line one\nline two', 'a\tb', 'https://example.com/a?b=c&d=e#f', 'www.example.com'],
	...['{curly}', '[square]', '(round)', '{"a": 1}', '[1, 2]', '<b>bold</b>', '<3', '#hashtag'],
	...[
		'@ada',
		'50%',
		'1,000.00',
		'1.000,00',
		'1e5',
		'0x1F',
		'007',
		'+49',
		'v2.41.1',
		'24/7',
		'#REF',
	],
	...['Call me at +1 555 010 0042', 'mail: ada@example.com', '2026-11-30', '30.11.2026', '9:30 PM'],
	...[
		'How do I use $json in n8n?',
		'costs 5$',
		'$HOME',
		'${total}',
		'$name',
		'%s',
		'{0}',
		'{{',
		'}}',
	],
	...['allergic to nuts', 'nulls in the table', 'the annulled order', 'Nullable', 'undefinable'],
	...[
		'nano',
		'NaNo 2026',
		'banana',
		'Nancy',
		'infinite',
		'To infinity and beyond',
		'invalid',
		'true',
	],
	...[
		'false',
		'TRUE',
		'object',
		'Object lesson',
		'native code',
		'date',
		'Invalid ticket',
		'Infinity',
	],
	...[
		'Null',
		'Zero',
		'Yes/No',
		'TBD',
		'?',
		'12345678901234567',
		'4917612345678',
		'4111 1111 1111 1111',
	],
];

/** The same where JavaScript's words are in the text of a person: a line may name them, and they go out. */
export const wordsOfPeople = [
	'NaN Bakery',
	'RangeError: Invalid Date',
	'TypeError: x is undefined',
	'The result is undefined',
	'null and void',
	'Mr null called',
];

/** First and last names. */
export const names = [
	...['Ada', 'Null', 'NULL', 'None', 'True', 'Nan', 'Infinity', 'O’Brien', "O'Brien", 'Test'],
	...['Jean-Luc', 'van der Berg', 'José María', 'Łukasz', 'Nguyễn', 'Ḥasan', 'Müller-Lüdenscheidt'],
	...[
		'Dr. Who',
		'Ada (work)',
		'Ada & Bo',
		'X Æ A-12',
		'李',
		'Ольга',
		'محمد',
		'MD, PhD',
		'J. R. R.',
	],
	...['3M', 'No', 'Na', 'Ng', 'Undefine', 'Object', 'Date', '"Bo"', 'Ada "The Great"', '[VIP] Ada'],
];

/** Values that are no text, as n8n has them: what arrives is their text. */
export const values: Array<[unknown, string]> = [
	[0, '0'],
	[-0, '0'],
	[1, '1'],
	[-1, '-1'],
	[12.5, '12.5'],
	[0.1, '0.1'],
	[1e-7, '1e-7'],
	[20261130, '20261130'],
	[4917612345678, '4917612345678'],
	[9007199254740991, '9007199254740991'],
	[45991.395833333336, '45991.395833333336'],
	[true, 'true'],
	[false, 'false'],
];

/** Tags of sheets, forms and other services. */
export const tags: Array<[unknown, string[]]> = [
	['vip', ['vip']],
	['vip, newsletter', ['vip', 'newsletter']],
	['vip,newsletter', ['vip', 'newsletter']],
	['vip; newsletter', ['vip', 'newsletter']],
	['vip | newsletter', ['vip', 'newsletter']],
	['vip\nnewsletter', ['vip', 'newsletter']],
	['vip, ', ['vip']],
	[
		['vip', 'newsletter'],
		['vip', 'newsletter'],
	],
	['["vip","newsletter"]', ['vip', 'newsletter']],
	[[], []],
	['"vip"', ['vip']],
	['"vip", "new"', ['vip', 'new']],
	['#vip', ['#vip']],
	['VIP Gold', ['VIP Gold']],
	['[VIP]', ['[VIP]']],
	['[VIP] Gold', ['[VIP] Gold']],
	['[2026] Leads', ['[2026] Leads']],
	['Leads [2026]', ['Leads [2026]']],
	['(old)', ['(old)']],
	['{beta}', ['{beta}']],
	['TV 55"', ['TV 55"']],
	['Ada "The Great"', ['Ada "The Great"']],
	['5\'2"', ['5\'2"']],
	['TV 55", vip', ['TV 55"', 'vip']],
	['TV 55", "Big, one"', ['TV 55"', 'Big', 'one']],
	['q4/2026', ['q4/2026']],
	['lead:hot', ['lead:hot']],
	['source=facebook', ['source=facebook']],
	['new_lead', ['new_lead']],
	['50 %', ['50 %']],
	['⭐ top', ['⭐ top']],
	['Größe M', ['Größe M']],
	[2026, ['2026']],
	['2026-11-30', ['2026-11-30']],
	['no-sms', ['no-sms']],
	['infinity-member', ['infinity-member']],
];

/** Email addresses; those of a mail program arrive without what is around them. */
export const emails: Array<[string, string]> = [
	['ada@example.com', 'ada@example.com'],
	['Ada@Example.com', 'Ada@Example.com'],
	['ada+tag@example.co.uk', 'ada+tag@example.co.uk'],
	["o'brien@example.com", "o'brien@example.com"],
	['a.b-c_d@sub.example.museum', 'a.b-c_d@sub.example.museum'],
	['1@example.com', '1@example.com'],
	['null@example.com', 'null@example.com'],
	['nan@example.com', 'nan@example.com'],
	['ünïcöde@exämple.de', 'ünïcöde@exämple.de'],
	['ada@localhost', 'ada@localhost'],
	['<ada@example.com>', 'ada@example.com'],
	['mailto:ada@example.com', 'ada@example.com'],
	[' ada@example.com ', 'ada@example.com'],
	['ada@example.com.', 'ada@example.com'],
	['ada@example.com,', 'ada@example.com'],
	['ada@example.com;', 'ada@example.com'],
	['ada%b@example.com', 'ada%b@example.com'],
];

/** Phone numbers with *Default Country* US. */
export const phones: Array<[unknown, string]> = [
	['+15550100042', '+15550100042'],
	['+1 555 010 0042', '+15550100042'],
	['+1 (555) 010-0042', '+15550100042'],
	['001-555-010-0042', '+15550100042'],
	['15550100042', '+15550100042'],
	[15550100042, '+15550100042'],
	['(212) 555-0142', '+12125550142'],
	['212-555-0142', '+12125550142'],
	['212.555.0142', '+12125550142'],
	[2125550142, '+12125550142'],
	["'+12125550142", '+12125550142'],
	['tel:+12125550142', '+12125550142'],
	['+12125550142.', '+12125550142'],
	['+12125550142,', '+12125550142'],
	['(212) 555-0142; ', '+12125550142'],
	['+4917612345678', '+4917612345678'],
	['+49 176 12345678', '+4917612345678'],
	['+49 (0)176 12345678', '+4917612345678'],
	['+44 20 7946 0958', '+442079460958'],
	['+33 6 12 34 56 78', '+33612345678'],
	['+43 664 1234567', '+436641234567'],
	['+91 98765 43210', '+919876543210'],
];

/** Dates of sheets, forms, databases and services, in the time zone of Berlin, as UTC. */
export const dates: Array<[string, string]> = [
	['2026-11-30', '2026-11-29T23:00:00.000Z'],
	['2026-11-30T09:30:00', '2026-11-30T08:30:00.000Z'],
	['2026-11-30T09:30', '2026-11-30T08:30:00.000Z'],
	['2026-11-30 09:30:00', '2026-11-30T08:30:00.000Z'],
	['2026-11-30T09:30:00Z', '2026-11-30T09:30:00.000Z'],
	['2026-11-30T09:30:00.000Z', '2026-11-30T09:30:00.000Z'],
	['2026-11-30T09:30:00+01:00', '2026-11-30T08:30:00.000Z'],
	['2026-11-30T09:30:00.123456Z', '2026-11-30T09:30:00.123Z'],
];

/** Custom fields and metadata, as text or as objects. */
export const objects: Array<[unknown, unknown]> = [
	['{"plan": "gold"}', { plan: 'gold' }],
	['{"plan": "gold", "visits": 3, "isNew": false}', { plan: 'gold', visits: 3, isNew: false }],
	['{"a": {"b": [1, 2]}}', { a: { b: [1, 2] } }],
	[{ plan: 'gold' }, { plan: 'gold' }],
	[{ note: 'He said "yes"\nand left' }, { note: 'He said "yes"\nand left' }],
	[
		{ zero: 0, no: false, list: [] },
		{ zero: 0, no: false, list: [] },
	],
	[
		{ company: 'Null & Co', word: 'NaN Bakery' },
		{ company: 'Null & Co', word: 'NaN Bakery' },
	],
	[{ number: 9007199254740991 }, { number: 9007199254740991 }],
	[{ long: '12345678901234567' }, { long: '12345678901234567' }],
	[
		{ 'a b': 1, 'ä.ö': 2 },
		{ 'a b': 1, 'ä.ö': 2 },
	],
];
