import { withoutHtml } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { failureOfStatus, unwrap } from '../../../../nodes/VoiceSms/api/http/envelope';
import { fileNameFor, isNoSound } from '../../../../nodes/VoiceSms/api/http/notARecording';
import { cleanKey, isPathId, parseBaseUrl } from '../../../../nodes/VoiceSms/api/paths';
import {
	meansNotFound,
	meansPermission,
	missesSomethingElse,
	momentOfService,
	noId,
} from '../../../../nodes/VoiceSms/api/unstated';
import { asChoices } from '../../../../nodes/VoiceSms/fields/read/choices';
import { isoOf } from '../../../../nodes/VoiceSms/fields/read/date';
import { comparedEmail, isEmail } from '../../../../nodes/VoiceSms/fields/read/email';
import { fillOf } from '../../../../nodes/VoiceSms/fields/read/fill';
import { filledByModel } from '../../../../nodes/VoiceSms/fields/read/filledBy';
import { itemPathOf, knownAt } from '../../../../nodes/VoiceSms/fields/read/itemPath';
import { jsonWriterOf } from '../../../../nodes/VoiceSms/fields/read/jsonText';
import { judge } from '../../../../nodes/VoiceSms/fields/read/judge';
import { notFilledIn } from '../../../../nodes/VoiceSms/fields/read/notFilledIn';
import {
	asTags,
	isBlankTags,
	tagsOf,
	withoutTags,
} from '../../../../nodes/VoiceSms/fields/read/tags';
import { piecesOf, type Blank } from '../../../../nodes/VoiceSms/fields/read/template';
import {
	isNoCodeInBrackets,
	phoneDigits,
	plainNumber,
} from '../../../../nodes/VoiceSms/fields/phone/doubtfulPhone';
import {
	asContactPhone,
	asPhone,
	spellingsOf,
} from '../../../../nodes/VoiceSms/fields/phone/phone';
import { holdsTwo, whyNot } from '../../../../nodes/VoiceSms/fields/phone/phoneRefusal';
import {
	isSameNumber,
	maybeNumber,
	searchTexts,
} from '../../../../nodes/VoiceSms/fields/phone/storedPhone';
import {
	optOutWordIn,
	usualWords,
	yesOrNo,
} from '../../../../nodes/VoiceSms/fields/text/answerWords';
import {
	partsOf,
	unicodeCharactersOf,
	withPlainCharacters,
} from '../../../../nodes/VoiceSms/fields/text/parts';
import { withAddition } from '../../../../nodes/VoiceSms/fields/text/smsText';
import { entryLabel } from '../../../../nodes/VoiceSms/listSearch';
import { AskedConversation } from '../../../../nodes/VoiceSms/operations/question/conversation';
import { escapeHtml } from '../../../../nodes/VoiceSms/operations/question/page/html';
import { argumentAsRead, inSms } from '../../../../nodes/VoiceSms/operations/question/withLink';
import { asCompared, asSeen } from '../../../../nodes/VoiceSms/util/asSeen';
import { cut, fitted } from '../../../../nodes/VoiceSms/util/fitted';
import {
	contains,
	plainText,
	plainWord,
	withoutQuotations,
	wordsIn,
} from '../../../../nodes/VoiceSms/util/sameWords';

/** Signs on which a regular expression may go back and try again. */
const signs = [
	'"',
	"'",
	' ',
	'\n',
	'<',
	'{',
	'{{',
	'{{ $a',
	'[',
	'\\',
	'a',
	'.',
	'-',
	'0',
	'@',
	'a@',
	'(',
]
	.concat(['a.', '\u200b', '"a",', '<!--', 'Invalid ', 'null', '[object ', '$json.', 'x\u0301'])
	.concat(['call ', 'the ', 'http://', 'https://a', '+', ';', '“', 'Yes ', '0-'])
	.concat(['12345678901234567 ', '\u{1F3F4}\u{E0067}', '\u0915\u094d\u200d']);
const around = [
	['', ''],
	['<', 'x'],
	['"', '\u0000'],
	['{{', '}'],
];

const [, blank] = piecesOf('={{ "a" + $json.text }}') as [string, Blank];
const refuse = () => {
	throw new Error('refused');
};

/** What meets the text of a cell, of a saved field or of the service. */
const readers: Record<string, (text: string) => unknown> = {
	isEmail,
	comparedEmail,
	asSeen,
	asTags: (text) => asTags(text, refuse),
	isBlankTags,
	tagsOf: (text) => tagsOf({ tags: text }),
	withoutTags: (text) => withoutTags([text], ['vip']),
	isoOf: (text) => isoOf(text, 'UTC'),
	judge: (text) => {
		const sources = () => [text];
		return judge({ blank, result: text, text: `${text}NaN`, isWhole: true, missing: [], sources });
	},
	choices: (text) => asChoices(text, [{ name: 'Email', value: 'email' }], refuse),
	itemPathOf: (text) => [itemPathOf(`={{ $json${text} }}`), knownAt({ text }, ['text'])],
	ofModel: (text) => filledByModel.leavesOut(text),
	piecesOf: (text) => piecesOf(`=${text}`),
	fill: (text) => {
		const place = { path: 'body', field: 'body', types: {} };
		const given = () => text;
		const item = { evaluate: given, whole: given, follow: given, sign: '', fail: refuse };
		return fillOf(`=${text}{{ $json.text }}${text}`, place)?.(item, { gaps: [], doubts: [] });
	},
	notFilledIn: (text) => [notFilledIn([], text), notFilledIn([], `=${text}`)],
	jsonWriterOf: (text) => jsonWriterOf([text, blank, '']),
	asPhone: (text) => asPhone(text, 'DE', refuse, 'the options'),
	asContactPhone: (text) => asContactPhone(text, '', refuse),
	doubtfulPhone: (text) => [plainNumber, phoneDigits, isNoCodeInBrackets].map((read) => read(text)),
	phoneRefusal: (text) => [holdsTwo(text), whyNot('', text, 'DE'), spellingsOf(text)],
	isSameNumber: (text) => isSameNumber(text, '+15550100042', 'US'),
	searchTexts: (text) => [maybeNumber(text), searchTexts(text, 'US')],
	optOutWordIn,
	yesOrNo: (text) => yesOrNo(text, usualWords),
	partsOf: (text) => [partsOf(text), unicodeCharactersOf(text), withPlainCharacters(text)],
	withAddition: (text) => {
		const rules = { maxParts: 1, isPlain: true };
		return withAddition(text, { body: '', given: '', parts: {}, rules }, 'its link');
	},
	sameWords: (text) => [
		contains({ text }, text),
		plainText(text),
		plainWord(text),
		wordsIn([text]),
	],
	// An SMS has at most some 1,600 characters: it is compared from each mark.
	withoutQuotations: (text) => withoutQuotations(text.slice(0, 2000), [text.slice(1, 2000), 'a']),
	asCompared,
	fitted: (text) => [cut(text, 60), fitted({ id: '1', text, list: [text] }, 500)],
	conversation: (text) => {
		const body = text.slice(0, 2000);
		const asked = { messageId: 'b', from: '1', to: '2', words: usualWords, limitMs: 60_000 };
		const at = (second: number) => ({ body, sentAt: `2026-01-01T00:00:0${second}Z` });
		const sent = ['a', 'b'].map((id, second) => ({ id, direction: 'OUTBOUND', ...at(second) }));
		const reply = { id: 'c', direction: 'INBOUND', ...at(2) };
		const conversation = new AskedConversation([...sent, reply], asked);
		return [conversation.doubtOf(reply), conversation.isQuotedIn(reply)];
	},
	ofPage: (text) => [escapeHtml(text), argumentAsRead(text), inSms({ text })],
	entryLabel: (text) => entryLabel(text, text),
	withoutHtml,
	envelope: (text) => [
		unwrap({ success: false, message: text }, 'a', 200, 'a-key-of-the-service'),
		unwrap(text, 'a', 200),
		failureOfStatus(500, text, `<html><title>${text}`, 'a-key-of-the-service', 0),
	],
	unstated: (text) => [
		...[meansNotFound, missesSomethingElse, meansPermission, noId.email, noId.phone].map((one) =>
			one.test(text),
		),
		momentOfService(text),
	],
	paths: (text) => [isPathId(text), cleanKey(text)],
	parseBaseUrl,
	recording: (text) => [
		isNoSound('text/plain', Buffer.from(text)),
		fileNameFor(text, Buffer.from(text)),
	],
};

// A reader that is not linear takes minutes or hours here, or overflows the stack.
test.each(Object.entries(readers))('%s reads 100,000 signs', (_name, read) => {
	for (const sign of signs) {
		for (const [before, after] of around) {
			const text = before + sign.repeat(100_000 / sign.length) + after;
			let error: unknown;
			try {
				read(text);
			} catch (caught) {
				error = caught;
			}
			// Other errors refuse the text.
			expect([sign, error]).not.toStrictEqual([sign, expect.any(RangeError)]);
		}
	}
});
