import fc from 'fast-check';

import {
	askingPage,
	closedPage,
	maxTextLength,
	thanksPage,
} from '../../../../nodes/VoiceSms/operations/question/page/answerPages';
import type { OpenQuestion } from '../../../../nodes/VoiceSms/operations/question/page/openQuestion';
import { respond } from '../../../../nodes/VoiceSms/operations/question/page/visit';
import {
	escapeHtml,
	languageOf,
	pageFields,
} from '../../../../nodes/VoiceSms/operations/question/page/html';
import { usualTexts } from '../../../../nodes/VoiceSms/operations/question/page/openQuestion';

const question = 'May I book the table?';
const free: OpenQuestion = { question, texts: usualTexts, execution: '1', round: '0' };
const one: OpenQuestion = { ...free, approval: { approve: 'Approve' } };
const two: OpenQuestion = { ...free, approval: { approve: 'Yes', decline: 'No' } };

/** What is sent to the link, with the round of the question unless told otherwise. */
const sent = (open: OpenQuestion | undefined, body: unknown, method = 'POST', ask = '0', now = 0) =>
	respond(open, { method, query: { ask, signature: 'x' }, body, now });

describe('what a visit decides', () => {
	test.each<[string, OpenQuestion, unknown, object]>([
		['the one button', one, { decision: 'approve' }, { approved: true }],
		['the first button', two, { decision: 'approve' }, { approved: true }],
		['the second button', two, { decision: 'decline' }, { approved: false }],
		['a text', free, { text: '8 pm' }, { text: '8 pm' }],
		['a text of two lines', free, { text: ' 8 pm\r\nor 9 \n' }, { text: '8 pm\nor 9' }],
		[
			'a text of the longest kind',
			free,
			{ text: 'x'.repeat(maxTextLength) },
			{ text: 'x'.repeat(maxTextLength) },
		],
	])('%s is an answer', (_what, open, body, answer) => {
		expect(sent(open, body)).toMatchObject({ answer });
		expect(sent(open, body)).not.toHaveProperty('page');
	});

	test.each<[string, OpenQuestion, unknown]>([
		['nothing', two, undefined],
		['an empty form', two, {}],
		['no decision', two, { decision: '' }],
		['another word', two, { decision: 'yes' }],
		['upper case', two, { decision: 'APPROVE' }],
		['true', two, { decision: true }],
		['both buttons', two, { decision: ['approve', 'decline'] }],
		['an object', two, { decision: { approve: 'approve' } }],
		['what other nodes take', two, { approved: 'true' }],
		['a button that is not there', one, { decision: 'decline' }],
		['a button instead of a text', free, { decision: 'approve' }],
		['no text', free, {}],
		['an empty text', free, { text: '' }],
		['a text of spaces', free, { text: ' \r\n\t ' }],
		['signs that nobody sees', free, { text: '\u200B \u2060' }],
		['a text that is too long', free, { text: 'x'.repeat(maxTextLength + 1) }],
		['two texts', free, { text: ['8 pm', '9 pm'] }],
		['text without a form', free, '8 pm'],
	])('%s is none: the page asks again', (_what, open, body) => {
		const outcome = sent(open, body);
		expect(outcome).toMatchObject({ status: 400 });
		expect(outcome).not.toHaveProperty('answer');
		expect((outcome as { page: string }).page).toContain('<form method="post">');
	});

	test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'post', ''])(
		'%j decides nothing',
		(method) => {
			for (const open of [one, two, free]) {
				const body = { decision: 'approve', text: '8 pm' };
				expect(sent(open, body, method)).toStrictEqual({ status: 200, page: askingPage(open) });
			}
		},
	);

	test.each<[string, OpenQuestion | undefined, string]>([
		['no question', undefined, '0'],
		['another round', { ...two, round: '1' }, '0'],
	])('a link to %s is closed for every method', (_what, open, ask) => {
		for (const method of ['GET', 'POST']) {
			const outcome = sent(open, { decision: 'approve' }, method, ask);
			expect(outcome).toStrictEqual({ status: 410, page: closedPage(usualTexts) });
		}
	});

	test.each([one, two, free])(
		'from its limit on, a question is closed for every visit',
		(asked) => {
			const open = { ...asked, until: 5000 };
			const body = { decision: 'approve', text: '8 pm' };
			expect(sent(open, body, 'POST', '0', 4999)).toHaveProperty('answer');
			for (const method of ['GET', 'POST']) {
				for (const now of [5000, 60_000]) {
					const outcome = sent(open, body, method, '0', now);
					expect(outcome).toStrictEqual({ status: 410, page: closedPage(usualTexts) });
				}
			}
		},
	);

	test('no visit whatever gives an answer that the question does not offer', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(one, two, free),
				fc.string(),
				fc.anything(),
				fc.string(),
				(open, method, body, ask) => {
					const outcome = respond(open, { method, query: { ask }, body, now: 0 });
					expect('answer' in outcome).toBe(false);
				},
			),
		);
	});

	test('a text that was too long is not lost', () => {
		const text = `<b>${'x'.repeat(maxTextLength)}`;
		const { page } = sent(free, { text }) as { page: string };
		expect(page).toContain(`\n&lt;b&gt;${'x'.repeat(maxTextLength)}</textarea>`);
		expect(page).toContain('2003 &gt; 2000');
	});
});

describe('a page', () => {
	const pages: Array<[string, string]> = [
		['with one button', askingPage(one)],
		['with two buttons', askingPage(two, 'Nothing was recorded.')],
		['with a text', askingPage(free)],
		['of thanks', thanksPage(two, 'Yes')],
		['that is closed', closedPage(usualTexts)],
	];

	test.each(pages)('%s stands alone: no script, no address, no picture', (_what, page) => {
		expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en" dir="ltr">\n/);
		expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
		expect(page).not.toMatch(
			/<(script|link|img|iframe|object|embed|base|svg)\b|https?:|url\(|@import|\bon\w+=|\bstyle=/i,
		);
		expect(page).toMatch(/<title>[^<]+<\/title>/);
	});

	test.each(pages)(
		'%s finds the direction of each text: a default text may be of another language',
		(_what, page) => {
			const tags = page.match(/<(h1|p|label|textarea|button)\b[^>]*>/g) ?? [];
			expect(tags.length).toBeGreaterThan(1);
			expect(tags.filter((tag) => !tag.includes(' dir="auto"'))).toStrictEqual([]);
		},
	);

	test('asks what was asked, with labels for all that can be filled in or pressed', () => {
		expect(askingPage(two)).toContain(`<p class="question" dir="auto">${question}</p>`);
		expect(askingPage(two).match(/<button /g)).toHaveLength(2);
		expect(askingPage(one).match(/<button /g)).toHaveLength(1);
		expect(askingPage(free)).toContain('<label for="text" dir="auto">');
		expect(askingPage(free)).toContain('<textarea id="text" name="text" required maxlength="2000"');
		expect(askingPage(two)).not.toContain('role="alert"');
		expect(askingPage(two, 'Press a button.')).toContain(
			'<p class="warn" role="alert" dir="auto">Press a button.</p>',
		);
	});

	test('of thanks shows the question above the answer', () => {
		const { thanks } = sent(two, { decision: 'decline' }) as { thanks: string };
		const shown = [...thanks.matchAll(/<p class="question" dir="auto">(.*)<\/p>/g)];
		expect(shown.map(([, text]) => text)).toStrictEqual([question, 'No']);
	});

	test('is kept by nobody, tells nobody where it was, and may do nothing but send its form', () => {
		expect(pageFields).toStrictEqual({
			'Content-Security-Policy': expect.stringMatching(
				/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
			) as string,
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
			'X-Frame-Options': 'DENY',
			'X-Robots-Tag': 'noindex, nofollow',
		});
		const [policy] = pageFields['Content-Security-Policy'].split('; frame-ancestors');
		for (const [, page] of pages) expect(page).toContain(`content="${policy}"`);
	});
});

describe('what people write', () => {
	/** Text with what could break out of a tag, an attribute, a text area or a comment. */
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc
			.array(
				fc.constantFrom(
					'<',
					'>',
					'"',
					"'",
					'`',
					'&',
					'&amp;',
					'</p>',
					'</textarea>',
					'</title>',
					'</style>',
					'<!--',
					'-->',
					']]>',
					'<script>',
					' onload=',
					'javascript:',
					'\u0000',
					'\u2028',
					'${x}',
					'{{ 1 }}',
				),
			)
			.map((parts) => parts.join('')),
	);
	/** The text of HTML, as a browser reads it. */
	const read = (html: string) =>
		html
			.replace(/&lt;/g, '<')
			.replace(/&gt;/g, '>')
			.replace(/&quot;/g, '"')
			.replace(/&#39;/g, "'")
			.replace(/&#96;/g, '`')
			.replace(/&amp;/g, '&');
	/** The tags of a page, with the values of what people wrote left out. */
	const tags = (page: string) => page.match(/<[^>]*>/g);

	test('is escaped, and read back as it was', () => {
		fc.assert(
			fc.property(text, (given) => {
				expect(escapeHtml(given)).not.toMatch(/[<>"'`]/);
				expect(escapeHtml(given)).not.toMatch(/&(?!(amp|lt|gt|quot|#39|#96);)/);
				expect(read(escapeHtml(given))).toBe(given);
			}),
		);
	});

	test('adds no tag and no attribute to a page, wherever it stands', () => {
		const plain = askingPage(
			{ ...two, question: 'x', approval: { approve: 'x', decline: 'x' } },
			'x',
		);
		const plainFree = askingPage({ ...free, question: 'x' }, 'x', 'x');
		fc.assert(
			fc.property(text, text, text, (a, b, c) => {
				const names = Object.keys(usualTexts).filter((name) => name !== 'language');
				const texts = { ...usualTexts, ...Object.fromEntries(names.map((name) => [name, b])) };
				const asked = { question: a, texts };
				const page = askingPage({ ...asked, approval: { approve: b, decline: c } }, c);
				expect(tags(page)).toStrictEqual(tags(plain));
				expect(tags(askingPage(asked, b, c))).toStrictEqual(tags(plainFree));
				expect(tags(thanksPage(asked, c))).toStrictEqual(tags(thanksPage(free, 'x')));
				expect(tags(closedPage(texts))).toStrictEqual(tags(closedPage(usualTexts)));
				expect(page).toContain(`<p class="question" dir="auto">${escapeHtml(a)}</p>`);
			}),
		);
	});
});

describe('the words of a practice', () => {
	/** Other words than the usual ones, in Hebrew. */
	const texts = {
		...usualTexts,
		answerLabel: 'התשובה שלך',
		closedText: 'אין צורך לענות.',
		closedTitle: 'השאלה נסגרה',
		emptyText: 'נא לכתוב תשובה.',
		language: 'he',
		sendLabel: 'שליחה',
		thanksNote: 'אפשר לסגור את הדף.',
		thanksText: 'התשובה נרשמה:',
		thanksTitle: 'תודה',
		title: 'נא לאשר את התור',
	};
	const freeHere = { ...free, texts };
	const twoHere = { ...two, texts };
	/** The texts of a page, of all its tags. */
	const shown = (page: string) =>
		[...page.matchAll(/<(title|h1|p|label|button)\b[^>]*>([^<]*)</g)].map(([, , text]) => text);

	test.each<[string, object, string[]]>([
		[
			'asks for approval',
			sent(twoHere, undefined, 'GET'),
			[texts.title, texts.title, question, 'Yes', 'No'],
		],
		[
			'asks for a text',
			sent(freeHere, undefined, 'GET'),
			[texts.title, texts.title, question, texts.answerLabel, texts.sendLabel],
		],
		[
			'asks for a text again',
			sent(freeHere, { text: ' ' }),
			[texts.title, texts.title, question, texts.emptyText, texts.answerLabel, texts.sendLabel],
		],
		[
			'thanks for a choice',
			sent(twoHere, { decision: 'decline' }),
			[texts.thanksTitle, texts.thanksTitle, question, texts.thanksText, 'No', texts.thanksNote],
		],
		[
			'thanks for a text',
			sent(freeHere, { text: '8 pm' }),
			[texts.thanksTitle, texts.thanksTitle, question, texts.thanksText, '8 pm', texts.thanksNote],
		],
		[
			'is closed for an earlier link',
			sent(freeHere, undefined, 'GET', '1'),
			[texts.closedTitle, texts.closedTitle, texts.closedText],
		],
		[
			'is closed from the limit on',
			sent({ ...freeHere, until: 5 }, undefined, 'GET', '0', 5),
			[texts.closedTitle, texts.closedTitle, texts.closedText],
		],
	])('stand on the page that %s', (_what, outcome, words) => {
		const { page, thanks } = outcome as { page?: string; thanks?: string };
		const html = page ?? thanks ?? '';
		expect(shown(html)).toStrictEqual(words);
		expect(html).toContain('\n<html lang="he" dir="rtl">\n');
	});

	test.each([
		['en', 'en', 'ltr'],
		['DE-at', 'de-AT', 'ltr'],
		['zh-Hant', 'zh-Hant', 'ltr'],
		['ar', 'ar', 'rtl'],
		['ar-u-nu-latn', 'ar-u-nu-latn', 'rtl'],
		['iw', 'he', 'rtl'],
		['fa-IR', 'fa-IR', 'rtl'],
		['ur', 'ur', 'rtl'],
		['ur-Aran', 'ur-Aran', 'rtl'],
		['yi', 'yi', 'rtl'],
		['ps', 'ps', 'rtl'],
		['ckb', 'ckb', 'rtl'],
		['dv', 'dv', 'rtl'],
		['ug', 'ug', 'rtl'],
		['pa', 'pa', 'ltr'],
		['pa-PK', 'pa-PK', 'rtl'],
		['az-Arab', 'az-Arab', 'rtl'],
		['ar-Latn', 'ar-Latn', 'ltr'],
	])('the language %s is %s, written %s', (given, code, direction) => {
		expect(languageOf(given)).toStrictEqual({ code, direction });
	});

	test.each([
		'german',
		'Deutsch',
		'xx',
		'de_DE',
		'',
		' ',
		'a',
		'en GB',
		'"><script>',
		'العربية',
		'null',
	])('%j is no language', (code) => {
		expect(languageOf(code)).toBeUndefined();
	});

	test('no code adds anything to the page', () => {
		fc.assert(
			fc.property(fc.string(), (code) => {
				const known = languageOf(code);
				expect(known?.code ?? 'en').toMatch(/^[A-Za-z0-9-]+$/);
			}),
		);
	});
});
