import { contains, plainText } from '../../../nodes/VoiceSms/util/sameWords';

const record = {
	name: 'José Núñez',
	phone: '+15552002499',
	visits: 42,
	tags: ['vip'],
	email: null,
};

it.each([
	['+1 (555) 200-2499', true],
	['JOSE', true],
	['nunez', true],
	['42', true],
	['', true],
	['+', true],
	['vip', false],
	['null', false],
	['2500', false],
])('a record with a phone number, a name and a count contains "%s": %s', (search, found) => {
	expect(contains(record, search)).toBe(found);
});

describe('a search finds a record that the service found, however its words are written', () => {
	const people = {
		fullName: 'Ada Lovelace-O\u2019Brien',
		company: 'STRASSENBAU Groß & Söhne',
		phone: '(555) 200 2499',
	};

	it.each([
		...['Lovelace, Ada', 'ada  lovelace', 'O\u2019Brien', "O'Brien", 'OBrien', 'O\u02BCBRIEN'],
		...[
			'Straßen',
			'STRASSEN',
			'GROSS',
			'Gro\u1E9E',
			'so\u0308hne',
			'SÖHNE',
			'5552002499',
			'555-200',
		],
		...['Ada 2499', '\u201CAda\u201D', 'Ada; Groß'],
	])('%s', (search) => {
		expect(contains(people, search)).toBe(true);
	});

	it.each(['Lovelace, Bob', 'Strand', '2499 555 1'])('but not %s', (search) => {
		expect(contains(people, search)).toBe(false);
	});
});

it.each([
	...[
		['Straße', 'STRASSE', 'Strasse', 'STRA\u1E9EE', 'stra\u00DFe'],
		['o\uFB03ce \uFB01le', 'OFFICE FILE', 'office file'],
		// Turkish: with and without a dot, as people without a Turkish keyboard write it.
		['HAYIR', 'hay\u0131r', 'hayir', 'Hay\u0131r', 'HAY\u0130R', 'hayi\u0307r'],
		['\u0130PTAL', 'iptal', 'IPTAL', '\u0131ptal', 'I\u0307PTAL'],
		['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδός'],
		['café', 'cafe\u0301', 'CAFÉ', 'Cafe'],
		['\u212Bre', 'Åre', 'A\u030ARE'],
		['\u01C4ep', '\u01C6ep', 'DŽEP'],
		["don't", 'don\u2019t', 'DON\u02BCT', 'dont'],
	].map((spellings): [string, string[]] => [spellings[0], spellings]),
])('%s is one text in all its spellings', (_name, spellings) => {
	expect([...new Set(spellings.map(plainText))]).toHaveLength(1);
});

it('every letter is the same text in upper and lower case, and in each of its forms', () => {
	const letters = Array.from({ length: 0x1ffff }, (_one, code) => String.fromCodePoint(code));
	const cased = letters.filter((one) => /\p{Changes_When_Casemapped}/u.test(one));
	expect(cased.length).toBeGreaterThan(2500);
	const different = cased.filter((one) => {
		const forms = [
			one.toUpperCase(),
			one.toLowerCase(),
			one.normalize('NFD'),
			one.normalize('NFKC'),
		];
		return forms.some((form) => plainText(form) !== plainText(one));
	});
	expect(different).toStrictEqual([]);
});

it.each(['move - my appointment', 'move \u200B my appointment', 'Move  my appointment'])(
	'%j is plain text with single spaces',
	(text) => {
		expect(plainText(text)).toBe('move my appointment');
	},
);
