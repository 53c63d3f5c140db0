import fc from 'fast-check';

import { asSeen } from '../../../../nodes/VoiceSms/util/asSeen';
import {
	partsOf,
	withEquals,
	withPlainCharacters,
} from '../../../../nodes/VoiceSms/fields/text/parts';

const isGsm7 = (text: string) => partsOf(text).encoding === 'GSM-7';

test.each([
	['“Hello”', '"Hello"'],
	['„Hallo“', '"Hallo"'],
	['«Hola»', '"Hola"'],
	['‘one’ ‚two‛', "'one' 'two'"],
	['It’s, it´s, it`s', "It's, it's, it's"],
	['5′ 30″', '5\' 30"'],
	['10–12, a — b, −3', '10-12, a - b, -3'],
	['a\u2010b\u2011c\u2012d\u2015e', 'a-b-c-d-e'],
	['Wait…', 'Wait...'],
	['a\u00a0b\u2009c\u202fd\u3000e', 'a b c d e'],
	['a\tb', 'a b'],
	['one\u2028two\u2029three', 'one\ntwo\nthree'],
	['zero\u200bwidth\ufeff', 'zerowidth'],
	['soft\u00adhyphen', 'softhyphen'],
	['\u202a+15550100042\u202c', '+15550100042'],
	['a\u200d\u200cb', 'ab'],
	['a\u034fb\ufe0fc\u3164d\u{e0073}', 'abcd'],
	['a\u1680b', 'a b'],
	['Größe: “€ 5”', 'Größe: "€ 5"'],
	['line\r\n“two”', 'line\r\n"two"'],
	['“Ça va ?”', '"Ça va ?"'],
])('%j becomes %j', (text, plain) => {
	expect(withPlainCharacters(text)).toBe(plain);
	expect(isGsm7(plain)).toBe(true);
});

test.each([
	['', 'an empty text'],
	['Plain "text" - with 5 € ~ [1]', 'a text in GSM-7'],
	['“ça va ?”', 'a letter that GSM-7 lacks'],
	['“Hello” 😀', 'an emoji'],
	['👨‍👩‍👧‍👦', 'a sequence of emoji'],
	['❤️', 'a variation selector'],
	['1️⃣', 'a keycap'],
	['می‌خواهم', 'Persian with a zero-width non-joiner'],
	['שלום\u200f', 'Hebrew with a mark of direction'],
	['“Привет”', 'Cyrillic'],
	['3½ • 2×4 ÷ 1 ™', 'signs without an equal'],
	['‹a›', 'single angle quotes'],
	['ＡＢＣ！', 'full-width letters'],
	['ﬁne', 'a ligature'],
	['“e\u0301”', 'a letter with a combining mark'],
	['“\ud83d”', 'a surrogate alone'],
	['…'.repeat(70), 'one part, which would become two'],
])('%j stays: %s', (text) => {
	expect(withPlainCharacters(text)).toBe(text);
});

test('Dots that fit are written out', () => {
	expect(withPlainCharacters('…'.repeat(50))).toBe('...'.repeat(50));
});

test('A long text needs a third of the parts', () => {
	const text = `It’s ${'a'.repeat(155)}`;
	expect(partsOf(text).segments).toBe(3);
	expect(partsOf(withPlainCharacters(text)).segments).toBe(1);
});

/** The characters that are replaced one by one, of all of Unicode. */
const replaced = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
	(character) => withPlainCharacters(character) !== character,
);

test('No letter, digit, mark, currency or emoji that people see is replaced', () => {
	const seen = replaced.filter((one) => asSeen(`-${one}-`) !== '--');
	expect(seen).toHaveLength(41);
	expect(
		seen.filter((one) => /[\p{L}\p{N}\p{M}\p{Sc}\p{So}\p{Extended_Pictographic}]/u.test(one)),
	).toEqual([]);
	expect(replaced.filter((one) => isGsm7(one))).toEqual([]);
});

test('Any text comes out in GSM-7 and with no more parts, or as it was', () => {
	const character = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...'aZ 0€{ß\n') },
		{ weight: 3, arbitrary: fc.constantFrom(...replaced) },
		{ weight: 1, arbitrary: fc.constantFrom('a', 'a', 'a', 'ê', '😀', '\ud83d', '👨‍👩‍👧', 'e\u0301') },
	);
	fc.assert(
		fc.property(fc.array(character, { maxLength: 300 }), (characters) => {
			const text = characters.join('');
			const plain = withPlainCharacters(text);
			expect(withPlainCharacters(plain)).toBe(plain);
			expect(partsOf(plain).segments).toBeLessThanOrEqual(partsOf(text).segments);
			if (plain === text) return;
			expect(isGsm7(plain)).toBe(true);
			expect(
				[...text].map((one) => (replaced.includes(one) ? withEquals(one) : one)).join(''),
			).toBe(plain);
		}),
		{ numRuns: Number(process.env.RUNS ?? 250) },
	);
});
