import { plainText, withoutQuotations } from '../../../nodes/VoiceSms/util/sameWords';

const reminder = 'Your appointment is at 9 – don’t be late. Reply "CANCEL" to cancel.';
const sent = ['Hi', reminder, 'Straße gesperrt…', '', null];

it.each<[string, string, string]>([
	['iMessage', `Liked “${reminder}”`, 'liked'],
	['iMessage, an emoji', `Reacted 🎉 to “${reminder}”`, 'reacted 🎉 to'],
	['Google Messages', `👍 to “\u200A${reminder}\u200A”`, '👍 to'],
	[
		'Google Messages, invisible marks',
		`\u200A\u200B👍\u200B to “\u200A${reminder}\u200A”`,
		'👍 to',
	],
	['German', `Hat „${reminder}“ mit ❤️ markiert`, 'hat mit ❤ markiert'],
	['French', `A aimé «\u202F${reminder}\u00A0»`, 'a aime'],
	['Swedish', `Gillade ”${reminder}”`, 'gillade'],
	['Danish', `Syntes godt om »${reminder}«`, 'syntes godt om'],
	['Japanese', `「${reminder}」に👍`, 'に👍'],
	['straight quotation marks', `Liked "${reminder}"`, 'liked'],
	['single quotation marks', `Liked ‘${reminder}’`, 'liked'],
	['no words', `👍 “${reminder}”`, '👍'],
	['plain characters', `Liked "${reminder.replace('–', '-').replace('’', "'")}"`, 'liked'],
	['a cut quotation', 'Liked “Your appointment is at 9 – don…”', 'liked'],
	['a quotation cut after three dots', 'Liked "Your appointment is ..."', 'liked'],
	['a text that ends in "…"', 'Liked “STRASSE GESPERRT…”', 'liked'],
	['two quotations', `“Hi” and “${reminder}”`, 'and'],
	['a quotation and words', `cancel “${reminder}” please`, 'cancel please'],
	['only a quotation', `“${reminder}”`, ''],
])('the quotation of a message that was sent is left out: %s', (_name, text, left) => {
	expect(plainText(withoutQuotations(text, sent)).trim()).toBe(left);
});

it.each([
	'cancel',
	'Please “cancel”, I can’t come',
	'You wrote: Reply "CANCEL" to cancel.',
	'“Reply CANCEL to cancel.”',
	'“Your appointment”',
	'“…”',
	'“Hi',
	'Hi”',
	'Hi',
	reminder,
	'it’s 5" long',
	'',
])('all other text stays as it is: %s', (text) => {
	expect(withoutQuotations(text, sent)).toBe(text);
});

it('takes time by the length of the text alone', () => {
	// The square of this length would take minutes.
	const text = '“Your appointment”'.repeat(20_000);
	expect(withoutQuotations(text, sent)).toBe(text);
});

it.each([
	['“Stop…”', 'Stop by our store today! Reply STOP to opt out.'],
	["'stop...'", 'Stop by our store today!'],
	['"Cancel..." thanks', 'Cancel or confirm? Reply YES or CANCEL'],
	['my answer is "no..."', 'Nobody missed you more than we do'],
	['“STOP”', 'Stop'],
])('what a person writes is no quotation of a short beginning or word: %s', (text, message) => {
	expect(withoutQuotations(text, [message])).toBe(text);
});
