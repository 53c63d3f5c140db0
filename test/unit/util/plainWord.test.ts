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
});
