import { plainWord } from '../../../nodes/VoiceSms/util/sameWords';

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
