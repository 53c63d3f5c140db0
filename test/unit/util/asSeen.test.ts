import { asCompared, asSeen } from '../../../nodes/VoiceSms/util/asSeen';

test.each([
	['a zero-width space', 'no-sms\u200B'],
	['a soft hyphen', 'no\u00AD-sms'],
	['a byte order mark', '\uFEFFno-sms\uFEFF'],
	['marks of direction', '\u202Ano-\u2066sms\u2069\u202C\u061C'],
	['joiners', 'n\u200Do\u200C-sms'],
	['a grapheme joiner', 'no\u034F-sms'],
	['fillers', 'no-\u3164sms\u115F\u1160\uFFA0'],
	['selectors alone', 'no-sms\uFE0F\u180B\u{E0100}'],
	['tags alone', '\u{E0001}no-sms\u{E0073}'],
	['annotation marks', 'no\uFFF9-\uFFFAsms\uFFFB'],
	['controls', 'no-\0sms\x7F\x9F'],
	['blanks around it', '\u00A0 no-sms\u3000\t\r\n\u2028'],
])('%s: nobody sees it', (_what, text) => {
	expect(asSeen(text)).toBe('no-sms');
});

test.each(['\u00A0', '\u2007', '\u202F', '\u3000', '\u1680'])('%j is a blank', (blank) => {
	expect(asSeen(`order${blank}1`)).toBe('order 1');
});

test.each(['a\tb', 'a\nb', 'a\r\nb', 'a\u2028b', 'a  b', 'no\u2010sms', 'no\u2011sms'])(
	'%j stays',
	(text) => {
		expect(asSeen(text)).toBe(text);
	},
);

test.each(['\x85', '\x85 \x85', '\0\x85'])('%j is empty: a next line is a line break', (text) => {
	expect(asSeen(text)).toBe('');
	expect(asSeen(`a${text}b`)).toMatch(/^a\n( \n)?b$/);
});

test('accents are in their letters, also behind a sign that nobody sees', () => {
	expect(asSeen('Arre\u200B\u0302t')).toBe('Arrêt');
});

test.each([
	['a family', '👨\u200D👩\u200D👧'],
	['a heart on fire', '❤\uFE0F\u200D🔥'],
	['a hand in a color', '👩🏽\u200D⚕\uFE0F'],
	['a keycap', '1\uFE0F\u20E3'],
	['a black and a colored heart', '❤\uFE0E ❤\uFE0F'],
	['the flag of England', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
	['Persian', 'می\u200Cخواهم'],
	['Hindi', 'क्\u200Dष'],
	['Sinhala', 'ශ්\u200Dරී'],
	['old Malayalam', 'അവന്\u200D'],
	['a name in Japanese', '葛\u{E0100}城'],
	['numbers in Arabic', '\u0600١٢'],
])('%s stays', (_what, text) => {
	expect(asSeen(text)).toBe(text);
});

test.each([
	['a joiner behind an emoji', 'vip 👍\u200D', 'vip 👍'],
	['a selector that changes nothing', '⭐\uFE0F vip', '⭐ vip'],
	['a joiner at the end of a Persian word', 'خواهم\u200C', 'خواهم'],
])('%s: nobody sees it', (_what, text, seen) => {
	expect(asSeen(text)).toBe(seen);
});

test('a text of such signs alone is empty', () => {
	expect(asSeen('\u200B \u00AD\u3164')).toBe('');
});

test.each([
	'no-sms order 1',
	'no\u2010sms order  1',
	'\u200Bno\u2011sms\u00A0order \u00A01 ',
	'no-sms order\n1',
	'no-sms order\r\n\x85\t1',
])('%j is compared as another with the usual hyphen and blank', (text) => {
	expect(asCompared(text)).toBe('no-sms order 1');
});

test.each(['no\u2013sms', 'no\u2014sms', 'nosms', 'No-Sms'])('%j looks different', (text) => {
	expect(asCompared(text)).toBe(text);
});
