import { Collection } from '../../../../nodes/VoiceSms/fields/read/collection';
import { fields } from '../../../../nodes/VoiceSms/operations/question/fields';
import { noWords, yesOrNo, yesWords } from '../../../../nodes/VoiceSms/fields/text/answerWords';
import { readWords } from '../../../../nodes/VoiceSms/operations/question/answerBy';
import { smsSendAndWait } from '../../../../nodes/VoiceSms/operations/question';
import { untyped } from '../../../harness/n8n/fake';

const offered = untyped(fields.find(({ name }) => name === 'replyOptions')?.options);
const read = (values?: object) =>
	readWords(
		new Collection(values === undefined ? {} : untyped({ values }), offered, (label, what) => {
			throw new Error(`'${label}' ${what}`);
		}),
	);

const input = { to: '+15550100042', from: '+15550100001', message: { given: 'May I?' } };
const review = { tool: 'Send', toolParameters: { Message: 'Hi' } };

/** Whether a model repeats a question, or a person is asked about the same call again. */
test.each<[string, object, object]>([
	['from another number', { ...input, from: '+15550100002' }, review],
	['about another tool', input, { ...review, tool: 'Call' }],
	['about other arguments', input, { ...review, toolParameters: { Message: 'Bye' } }],
])('a question %s is another one', (_what, other, reviewed) => {
	const request = (one: object, of: object) => smsSendAndWait.request?.(untyped(one), untyped(of));
	expect(request({ ...input }, { ...review })).toStrictEqual(request(input, review));
	expect(request(other, reviewed)).not.toStrictEqual(request(input, review));
});

describe('the words of a reply', () => {
	test('are none where none were added, or all are empty', () => {
		expect(read()).toBeUndefined();
		expect(read({})).toBeUndefined();
		expect(read({ yesWords: '', noWords: ' , ' })).toBeUndefined();
	});

	test('are read from text with commas or from a list', () => {
		expect(read({ yesWords: 'Yes!, OK ,', noWords: ['No', 'no way'] })).toStrictEqual({
			yes: ['yes', 'ok'],
			no: ['no', 'no way'],
		});
		expect(read({ yesWords: 'ja' })).toStrictEqual({ yes: ['ja'], no: [] });
	});

	test.each(['Yes/Oui', '100%', 'A+', 'Yes (I agree)'])(
		'for yes are refused with signs by which no reply is a clear yes: %s',
		(word) => {
			expect(() => read({ yesWords: `ja, ${word}` })).toThrow(
				`'Yes Words' cannot contain "${word}"`,
			);
		},
	);

	test('of seven languages can be used as they are', () => {
		const given = read({ yesWords: yesWords.join(', '), noWords: noWords.join(', ') });
		const [ja, nee] = ['Ja!', 'Nee'].map((said) => given && yesOrNo(said, given));
		expect([ja, nee]).toStrictEqual([true, false]);
	});

	test('may not stand for both', () => {
		expect(() => read({ yesWords: 'ok, yes', noWords: 'no, OK!' })).toThrow(
			"'No Words' and 'Yes Words' both contain \"ok\"",
		);
	});

	const words = {
		yes: ['yes', 'y', 'ok', 'да', '👍', '🔥', '+', '1', 'daccord', 'tres bien'],
		no: ['no', 'no thanks'],
	};
	test.each<[string, boolean | null]>([
		['yes', true],
		[' YES! ', true],
		['Yes, ok', null],
		['"Yes."', null],
		['(yes)', null],
		['*yes*', null],
		['-yes', null],
		["'yes'", null],
		['yes…', null],
		['yes:', null],
		['Yes.,!', true],
		['¡Yes！', true],
		['OK。', true],
		["D'accord!", true],
		['d’accord', true],
		['Très bien', true],
		['très-bien', null],
		['o-k', true],
		['Y', true],
		['ДА', true],
		['👍', true],
		['👍🏽', true],
		['👍👍', true],
		['👎', null],
		['+', true],
		['👍👎', null],
		['Yes 👍', true],
		['Yes?', null],
		['Yes 👎', null],
		['❌ yes', null],
		['Yes👍🏽!!', true],
		['❤️ yes ❤️', true],
		['yes 🙏', true],
		['yes :)', null],
		['OK 🆗💯', true],
		['Yes 👍🏿👌🏽✔️', true],
		['OK ❓', null],
		['ok ⁉️', null],
		['ok ‽', null],
		['ok ?', null],
		['ok ؟', null],
		['ok ；', null],
		['yes 🛑', null],
		['yes ⛔', null],
		['yes 🙅', null],
		['yes 🙅🏽‍♀️', null],
		['yes 😡', null],
		['yes 🤷', null],
		['yes 🔥', null],
		['🔥', true],
		['🔥🔥', true],
		['yes ❤️‍🩹', null],
		['yes 🏴‍☠️', null],
		['yes ➖', null],
		['yes\u20E0', null],
		['y\u0336e\u0336s\u0336', null],
		['\u202Esey', null],
		['\u202Eok', null],
		['\u2067ok\u2069', true],
		['\u200Eyes\u200F\u061C', true],
		['yes\u0000', true],
		['1️⃣', true],
		['+!', true],
		['no ❓', false],
		['no 🙅', false],
		['no?', false],
		['✅ YES', true],
		['no 👍', false],
		['\u200byes\u200b', true],
		['yes 👍 maybe', null],
		['１', true],
		['no', false],
		['No\n thanks…', false],
		['', null],
		['!', null],
		['yes please', null],
		['no problem', null],
		['not yes', null],
		['yes no', null],
		['yesterday', null],
	])('%j means %j', (reply, meaning) => {
		expect(yesOrNo(reply, words)).toBe(meaning);
	});
});

describe('the line about several people', () => {
	const yes = { data: { approved: true } };

	test.each([
		['both answered', [yes, yes], []],
		[
			'one did not answer',
			[yes, { timedOut: true }],
			['1 of 2 people did not answer: they agreed to nothing.'],
		],
		['only one was asked', [{ timedOut: true }], []],
	])('when %s', (_name, sent, lines) => {
		expect(smsSendAndWait.lines?.(sent, [], false)).toStrictEqual(lines);
	});
});
