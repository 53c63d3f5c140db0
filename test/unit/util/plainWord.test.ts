import { contains, plainText, plainWord } from '../../../nodes/VoiceSms/util/sameWords';

describe('a word as it is compared', () => {
	it.each([
		['STOP', 'stop'],
		['Stop!', 'stop'],
		[' stop. ', 'stop'],
		['»STOP«', 'stop'],
		['"STOP"', 'stop'],
		['(stop)\n', 'stop'],
		['stop 🙏', 'stop'],
		['😡STOP😡', 'stop'],
		['❤️ stop ❤️', 'stop'],
		['ＳＴＯＰ', 'stop'],
		['\u200Bstop\u200B', 'stop'],
		['Arre\u0302t', 'arret'],
		['OPT-OUT', 'optout'],
		['opt \t out', 'opt out'],
		['STOP ALL', 'stop all'],
		['stop, please', 'stop, please'],
		['👍👍🏽', '👍'],
		['', ''],
		['...', ''],
		['नहीं', 'नहीं'],
		['ยกเลิก', 'ยกเลิก'],
	])('%j is %j', (text, word) => {
		expect(plainWord(text)).toBe(word);
	});

	it.each([
		['marks', '!'],
		['spaces', ' '],
		['emoji', '👍'],
		['quotation marks', '\u201C'],
		['signs that are not seen', '\u200B'],
	])('takes time by the length of the text alone: %s in its middle', (_name, sign) => {
		// Once for each sign, the square of this length would take minutes.
		const word = plainWord(`a${sign.repeat(300_000)}b`);
		expect([word[0], word[word.length - 1]]).toEqual(['a', 'b']);
	});
});

describe('one word that people write in two ways', () => {
	it.each([
		['with a hamza', 'إلغاء', 'الغاء'],
		['with another hamza', 'أوقف', 'اوقف'],
		['with a madda', 'آسف', 'اسف'],
		['with vowel signs', 'تَوَقَّفْ', 'توقف'],
		['with a dagger alif', 'هٰذا', 'هذا'],
		['with tatweel', 'تـــوقف', 'توقف'],
		['in presentation forms', 'ﺗﻮﻗﻒ', 'توقف'],
		['with Hebrew points', 'הַפְסֵק', 'הפסק'],
		['with a Hebrew dagesh', 'בּטל', 'בטל'],
		['in Hebrew letters with points', '\uFB2Aלום', 'שלום'],
		['in Vietnamese', 'Dừng lại', 'dung lai'],
		['with the Vietnamese đ', 'ĐỪNG', 'dung'],
		['in Polish', 'Wyłącz', 'wylacz'],
		['in Danish', 'FØLG', 'folg'],
		['with a French accent', 'ARRÊT', 'arret'],
	])('%s: %s is %s', (_name, written, plainly) => {
		expect(plainWord(written)).toBe(plainWord(plainly));
		expect(plainText(`x ${written} y`)).toBe(plainText(`x ${plainly} y`));
		expect(contains({ body: written }, plainly)).toBe(true);
		expect(contains({ body: plainly }, written)).toBe(true);
	});

	it.each([
		['vowels of India', 'रोको', 'रका'],
		['vowels of Thailand', 'ยกเลิก', 'ยกเลก'],
		['voiced sounds of Japan', 'ハ', 'バ'],
	])('but %s tell two words apart: %s, %s', (_name, one, other) => {
		expect(plainWord(one)).not.toBe(plainWord(other));
		expect(contains({ body: one }, other)).toBe(false);
	});
});
