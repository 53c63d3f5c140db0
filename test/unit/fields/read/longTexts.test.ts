import { withoutHtml as withoutHtml } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { isoOf } from '../../../../nodes/VoiceSms/fields/read/date';
import { comparedEmail, isEmail } from '../../../../nodes/VoiceSms/fields/read/email';
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
import { asPhone } from '../../../../nodes/VoiceSms/fields/phone/phone';
import { asSeen } from '../../../../nodes/VoiceSms/util/asSeen';

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
	partsOf: (text) => piecesOf(`=${text}`),
	notFilledIn: (text) => [notFilledIn([], text), notFilledIn([], `=${text}`)],
	jsonWriterOf: (text) => jsonWriterOf([text, blank, '']),
	asPhone: (text) => asPhone(text, 'DE', refuse, 'the options'),
	withoutHtml,
};

// A reader that is not linear takes minutes or hours here, or overflows the stack.
test.each(Object.entries(readers))('%s reads 100,000 signs', (_name, read) => {
	for (const sign of signs) {
		for (const [before, after] of around) {
			const text = before + sign.repeat(100_000 / sign.length) + after;
			let error = 'refused';
			try {
				read(text);
			} catch (caught) {
				error = (caught as Error).message;
			}
			expect([sign, error]).toStrictEqual([sign, 'refused']);
		}
	}
});
