import {
	codeIn,
	howToAnswer,
	withoutCode,
} from '../../../../nodes/VoiceSms/operations/question/code';

describe('the line that says how to answer', () => {
	test.each<[string[], string]>([
		[['yes', 'no'], 'Reply YES 47 or NO 47'],
		[['Sí, claro', 'no'], 'Reply SÍ, CLARO 47 or NO 47'],
		[['да'], 'Reply ДА 47'],
		[['1', '2'], 'Reply 1 47 or 2 47'],
		[[], 'Begin your answer with 47'],
	])('of %j has the code', (words, line) => {
		expect(howToAnswer('47', words)).toBe(line);
		expect(codeIn(`May I?\n${line}`)).toBe('47');
		expect(codeIn(`${line}\nReply STOP to opt out`)).toBe('47');
	});

	test('is the last one, if a model wrote another', () => {
		expect(codeIn('May I?\nReply YES 12 or NO 12\nReply YES 47 or NO 47')).toBe('47');
	});

	test.each([
		...['Reply YES or NO', 'Reply 2026', 'Call 47', '47', ''],
		...['Reply by 10:30', 'Reply by 30', 'Reply before 12 or 13', 'Reply within 10 or by 10'],
		...['Reply YES 47 or NO 48', 'Reply yes 47', 'Please Reply YES 47', 'Reply 47'],
		...['Reply YES 47 today', 'Begin your answer with 10:30', 'Begin your answer with 47 please'],
	])('is not %j', (text) => {
		expect(codeIn(`May I?\n${text}`)).toBeUndefined();
		expect(codeIn(`Reply YES 12 or NO 12\n${text}`)).toBe('12');
	});
});

describe('the code in an answer', () => {
	test.each([
		['47', ''],
		['yes 47', 'yes'],
		['47: yes', 'yes'],
		['(47) yes', 'yes'],
		['[47] "yes"', 'yes'],
		['47 - yes', 'yes'],
		['yes — 47', 'yes'],
		['yes ４７', 'yes'],
		['हाँ ४७', 'हाँ'],
		['হ্যাঁ ৪৭', 'হ্যাঁ'],
		['ใช่ ๔๗', 'ใช่'],
		['ဟုတ်ကဲ့ ၄၇', 'ဟုတ်ကဲ့'],
		['yes 𝟒𝟟', 'yes'],
		['yes47', 'yes'],
		['yes#47!', 'yes  !'],
		['yes 47?', 'yes  ?'],
		['yes 47 47', 'yes'],
		['book 47 it', 'book   it'],
	])('is taken out of %j', (text, left) => {
		expect(withoutCode(text, '47')).toBe(left);
	});

	test.each(['yes', '147', '470', '4 7', '47½', '', '4７7'])('is not in %j', (text) => {
		expect(withoutCode(text, '47')).toBeUndefined();
	});

	test('is looked for quickly, however long the answer is', () => {
		expect(withoutCode(`47${' '.repeat(200_000)}x`, '47')).toHaveLength(1);
	});
});
