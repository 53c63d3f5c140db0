import fc from 'fast-check';

import { partsOf, unicodeCharactersOf } from '../../../../nodes/VoiceSms/fields/text/parts';

/** The characters of GSM-7 by their ranges in Unicode: a second reading of 3GPP TS 23.038. */
const oneSeptet =
	/^[\n\r -Z_a-z\u00A1\u00A3-\u00A5\u00A7\u00BF\u00C4-\u00C7\u00C9\u00D1\u00D6\u00D8\u00DC\u00DF\u00E0\u00E4-\u00E6\u00E8\u00E9\u00EC\u00F1\u00F2\u00F6\u00F8\u00F9\u00FC\u0393\u0394\u0398\u039B\u039E\u03A0\u03A3\u03A6\u03A8\u03A9]$/;
const twoSeptets = /^[\f[-^{-~\u20AC]$/;

const emoji = '😀';
const family = '👨‍👩‍👧‍👦';

test.each<[string, string, number, 'GSM-7' | 'UCS-2']>([
	// Borders of GSM-7.
	['an empty text', '', 1, 'GSM-7'],
	['one letter', 'a', 1, 'GSM-7'],
	['160 letters', 'a'.repeat(160), 1, 'GSM-7'],
	['161 letters', 'a'.repeat(161), 2, 'GSM-7'],
	['153 letters', 'a'.repeat(153), 1, 'GSM-7'],
	['306 letters', 'a'.repeat(306), 2, 'GSM-7'],
	['307 letters', 'a'.repeat(307), 3, 'GSM-7'],
	['459 letters', 'a'.repeat(459), 3, 'GSM-7'],
	['460 letters', 'a'.repeat(460), 4, 'GSM-7'],
	['10,000 letters', 'a'.repeat(10_000), 66, 'GSM-7'],
	['blanks and line breaks', ' \n'.repeat(80), 1, 'GSM-7'],
	['CR/LF', '\r\n'.repeat(80), 1, 'GSM-7'],
	['CR/LF, one too many', '\r\n'.repeat(81), 2, 'GSM-7'],
	['CR/LF across a border', `${'a'.repeat(152)}\r\n${'a'.repeat(152)}`, 2, 'GSM-7'],
	// Extension characters.
	['€', '€', 1, 'GSM-7'],
	['^', '^', 1, 'GSM-7'],
	['{', '{', 1, 'GSM-7'],
	['}', '}', 1, 'GSM-7'],
	['[', '[', 1, 'GSM-7'],
	[']', ']', 1, 'GSM-7'],
	['~', '~', 1, 'GSM-7'],
	['|', '|', 1, 'GSM-7'],
	['a backslash', '\\', 1, 'GSM-7'],
	['a form feed', '\f', 1, 'GSM-7'],
	['80 €', '€'.repeat(80), 1, 'GSM-7'],
	['81 €', '€'.repeat(81), 2, 'GSM-7'],
	['152 €: 76 in a part', '€'.repeat(152), 2, 'GSM-7'],
	['153 €: the escape of the last does not fit', '€'.repeat(153), 3, 'GSM-7'],
	['€ across 160', `${'a'.repeat(159)}€`, 2, 'GSM-7'],
	['€ up to 160', `${'a'.repeat(158)}€`, 1, 'GSM-7'],
	['€ up to a border', `${'a'.repeat(151)}€${'a'.repeat(153)}`, 2, 'GSM-7'],
	['€ across a border', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3, 'GSM-7'],
	['€ across a border, with room', `${'a'.repeat(152)}€${'a'.repeat(151)}`, 2, 'GSM-7'],
	['€ in UCS-2 is one unit', `ê${'€'.repeat(69)}`, 1, 'UCS-2'],
	// Letters in GSM-7 and letters that look alike.
	['Greek capitals', 'ΔΦΓΛΩΠΨΣΘΞ', 1, 'GSM-7'],
	['Greek capital alpha', 'Α', 1, 'UCS-2'],
	['Greek small letters', 'δφγ', 1, 'UCS-2'],
	['Ç', 'Ç', 1, 'GSM-7'],
	['ç', 'ç', 1, 'UCS-2'],
	['è é ù ì ò à', 'èéùìòà', 1, 'GSM-7'],
	['ê', 'ê', 1, 'UCS-2'],
	['á', 'á', 1, 'UCS-2'],
	['German', 'ÄÖÜäöüß', 1, 'GSM-7'],
	['Scandinavian', 'ØøÅåÆæ', 1, 'GSM-7'],
	['Spanish', '¿Ñandú? ¡Ñ!', 1, 'UCS-2'],
	['signs', '@£$¥¤§', 1, 'GSM-7'],
	['a grave accent alone', '`', 1, 'UCS-2'],
	['a tab', '\t', 1, 'UCS-2'],
	['an escape', '\u001b', 1, 'UCS-2'],
	['a blank that does not break', '\u00a0', 1, 'UCS-2'],
	['a curly quote', '“', 1, 'UCS-2'],
	['Turkish', 'Şğıİ', 1, 'UCS-2'],
	// Borders of UCS-2.
	['70 Cyrillic letters', 'я'.repeat(70), 1, 'UCS-2'],
	['71 Cyrillic letters', 'я'.repeat(71), 2, 'UCS-2'],
	['134 Cyrillic letters', 'я'.repeat(134), 2, 'UCS-2'],
	['135 Cyrillic letters', 'я'.repeat(135), 3, 'UCS-2'],
	['10,000 Cyrillic letters', 'я'.repeat(10_000), 150, 'UCS-2'],
	['one Cyrillic letter in 160', `${'a'.repeat(159)}я`, 3, 'UCS-2'],
	['Hebrew', 'שלום '.repeat(14), 1, 'UCS-2'],
	['Arabic with marks', 'مَرْحَبًا'.repeat(8), 2, 'UCS-2'],
	['Chinese', '你好'.repeat(35), 1, 'UCS-2'],
	// Surrogate pairs, sequences and marks.
	['an emoji', emoji, 1, 'UCS-2'],
	['35 emoji', emoji.repeat(35), 1, 'UCS-2'],
	['36 emoji', emoji.repeat(36), 2, 'UCS-2'],
	['66 emoji: 33 in a part', emoji.repeat(66), 2, 'UCS-2'],
	['67 emoji: half of the last does not fit', emoji.repeat(67), 3, 'UCS-2'],
	['an emoji across a border', `${'я'.repeat(66)}${emoji}${'я'.repeat(66)}`, 3, 'UCS-2'],
	['an emoji up to a border', `${'я'.repeat(65)}${emoji}${'я'.repeat(67)}`, 2, 'UCS-2'],
	['a family of 11 units', family, 1, 'UCS-2'],
	['a family may be split', `${'я'.repeat(64)}${family}${'я'.repeat(59)}`, 2, 'UCS-2'],
	['a flag', '🇩🇪', 1, 'UCS-2'],
	['18 flags', '🇩🇪'.repeat(18), 2, 'UCS-2'],
	['a skin tone', '👍🏽', 1, 'UCS-2'],
	['a combining mark', 'e\u0301', 1, 'UCS-2'],
	['a mark may be split off', `${'я'.repeat(66)}e\u0301${'я'.repeat(66)}`, 2, 'UCS-2'],
	['a heart with a variation selector', '❤️', 1, 'UCS-2'],
	['a high surrogate alone', '\ud83d', 1, 'UCS-2'],
	['a low surrogate alone', '\ude00', 1, 'UCS-2'],
	['a high surrogate at the end', `${'я'.repeat(69)}\ud83d`, 1, 'UCS-2'],
	['surrogates in the wrong order', '\ude00\ud83d'.repeat(67), 2, 'UCS-2'],
	['CR/LF in UCS-2 may be split', `${'я'.repeat(66)}\r\n${'я'.repeat(66)}`, 2, 'UCS-2'],
])('%s', (_what, text, segments, encoding) => {
	expect(partsOf(text)).toStrictEqual({ segments, encoding });
});

test('Each character of the Basic Multilingual Plane is in GSM-7 or not, as 3GPP TS 23.038 has it', () => {
	const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
	const inGsm7 = all.filter((character) => partsOf(character).encoding === 'GSM-7');
	expect(inGsm7).toStrictEqual(
		all.filter((character) => oneSeptet.test(character) || twoSeptets.test(character)),
	);
	expect(inGsm7).toHaveLength(127 + 10);
});

/** Sizes of the pieces of a text that stay whole, and what fits one part and each of several. */
function oracle(text: string) {
	const characters = Array.from(text);
	const inGsm7 = characters.every((one) => oneSeptet.test(one) || twoSeptets.test(one));
	const pieces = characters.map((one) => {
		if (!inGsm7) return one.length;
		return twoSeptets.test(one) ? 2 : 1;
	});
	const [single, multiple] = inGsm7 ? [160, 153] : [70, 67];
	return { pieces, single, multiple, total: pieces.reduce((sum, piece) => sum + piece, 0) };
}

/** The fewest parts of any way to cut the pieces, by trying all ends of the last part. */
function fewestParts(pieces: number[], size: number): number {
	const fewest = [0];
	for (let end = 1; end <= pieces.length; end += 1) {
		let least = Infinity;
		let held = 0;
		for (let start = end - 1; start >= 0; start -= 1) {
			held += pieces[start];
			if (held > size) break;
			least = Math.min(least, fewest[start] + 1);
		}
		fewest.push(least);
	}
	return fewest[pieces.length];
}

const gsm7 = fc.constantFrom(...'aZ 0\n\r\f^{}\\[~]|€€€@ΔÇ');
const beyond = fc.constantFrom(
	'ê',
	'я',
	emoji,
	family,
	'e\u0301',
	'🇩🇪',
	'\ud83d',
	'\ude00',
	'\r\n',
);
const texts = fc.oneof(
	fc.array(gsm7, { maxLength: 500 }).map((all) => all.join('')),
	fc.array(fc.oneof(gsm7, beyond), { maxLength: 200 }).map((all) => all.join('')),
	fc.tuple(fc.nat(320), gsm7, fc.nat(320)).map(([a, c, b]) => 'a'.repeat(a) + c + 'b'.repeat(b)),
	fc.tuple(fc.nat(140), beyond, fc.nat(140)).map(([a, c, b]) => 'я'.repeat(a) + c + 'я'.repeat(b)),
	fc.string({ unit: 'binary', maxLength: 300 }),
);

test('No text is cut into a part too many or too few', () => {
	fc.assert(
		fc.property(texts, (text) => {
			const { pieces, single, multiple, total } = oracle(text);
			const { segments } = partsOf(text);
			expect(segments === 1).toBe(total <= single);
			if (segments > 1) {
				expect(segments).toBe(fewestParts(pieces, multiple));
				expect(segments * multiple).toBeGreaterThanOrEqual(total);
			}
		}),
		{ numRuns: Number(process.env.RUNS ?? 250) },
	);
});

test('A character more never makes fewer parts', () => {
	fc.assert(
		fc.property(texts, fc.oneof(gsm7, beyond), (text, character) => {
			const { segments } = partsOf(text);
			expect(partsOf(text + character).segments).toBeGreaterThanOrEqual(segments);
		}),
		{ numRuns: Number(process.env.RUNS ?? 150) },
	);
});

test.each([
	['', ''],
	['Hello €', ''],
	['“Hello”', '“, ”'],
	['ça va, ça va', 'ç'],
	['zero\u200bwidth', 'U+200B'],
	['no\u00a0break', 'U+00A0'],
	['tab\t', 'U+0009'],
	['e\u0301', 'U+0301'],
	['❤️', '❤, U+FE0F'],
	[family, '👨, U+200D, 👩, 👧, 👦'],
	['\ud83d', 'U+D83D'],
	['\u3164', 'U+3164'],
	['\u{e0041}', 'U+E0041'],
	['абвгдежзий', 'а, б, в, г, д, е, ж, з, и, й'],
	['абвгдежзийк', 'а, б, в, г, д, е, ж, з, и, й and 1 more'],
	['абвгдежзийклмн абв', 'а, б, в, г, д, е, ж, з, и, й and 4 more'],
])('The characters that make %j Unicode are %j', (text, characters) => {
	expect(unicodeCharactersOf(text)).toBe(characters);
});
