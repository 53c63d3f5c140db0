import { join } from 'node:path';
import type { Page } from 'playwright-core';

import { asker } from '../sandbox/asker';
import { browser, lookedLike, sandbox } from './browser';
import { said } from '../harness/n8n/messages';

const phone = { width: 390, height: 844 };
const long = `May I book table 7 for 8 pm? ${'Donaudampfschifffahrt'.repeat(6)}\nSecond line: <b>not bold</b> & "quoted"`;
const two = {
	message: long,
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Yes, book it', disapproveLabel: 'No, thanks' },
	},
};

let { ask, until } = {} as ReturnType<typeof asker>;

/** A phone that runs no script; what it complains of is kept. */
async function onPhone(colorScheme: 'light' | 'dark', viewport = phone) {
	const context = await browser.newContext({
		viewport,
		colorScheme,
		javaScriptEnabled: false,
		isMobile: true,
		hasTouch: true,
		deviceScaleFactor: 2,
	});
	const page = await context.newPage();
	const complaints: string[] = [];
	const addresses: string[] = [];
	page.on('console', (message) => complaints.push(message.text()));
	page.on('request', (request) => addresses.push(`${request.method()} ${request.url()}`));
	return { page, complaints, addresses };
}

/** Least contrast of any text on the page with what is behind it (WCAG 2, 1.4.3). */
async function leastContrast(page: Page): Promise<number> {
	const pairs = await page.locator('body').evaluate((body) => {
		const styleOf = (element: typeof body) =>
			body.ownerDocument.defaultView.getComputedStyle(element);
		const behind = (element: typeof body | null): string => {
			if (element === null) return 'rgb(255, 255, 255)';
			const { backgroundColor } = styleOf(element);
			return backgroundColor === 'rgba(0, 0, 0, 0)'
				? behind(element.parentElement)
				: backgroundColor;
		};
		return [...body.querySelectorAll('h1, p, label, textarea, button')].map((element): string[] => [
			styleOf(element).color,
			behind(element),
		]);
	});
	const light = (color: string) => {
		const [r, g, b] = (color.match(/\d+/g) ?? []).slice(0, 3).map((part) => {
			const value = Number(part) / 255;
			return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const contrasts = pairs.map(([text, back]) => {
		const [more, less] = [light(text), light(back)].sort((a, b) => b - a);
		return (more + 0.05) / (less + 0.05);
	});
	return Math.min(...contrasts);
}

/** Looks at the page that is shown, and leaves a picture of it. */
async function judge(page: Page, name: string) {
	await page.screenshot({ path: join(lookedLike, `${name}.png`), fullPage: true });
	const { width, sizes, font } = await page.locator('body').evaluate((body) => {
		const { documentElement, defaultView } = body.ownerDocument;
		return {
			width: documentElement.scrollWidth - documentElement.clientWidth,
			sizes: [...body.querySelectorAll('button, textarea')].map((one): number => {
				const { height, width: wide } = one.getBoundingClientRect();
				return Math.min(height, wide);
			}),
			font: Math.min(
				...[...body.querySelectorAll('p, button, textarea, label')].map((one): number =>
					parseFloat(defaultView.getComputedStyle(one).fontSize),
				),
			),
		};
	});
	expect(width).toBe(0);
	for (const size of sizes) expect(size).toBeGreaterThanOrEqual(44);
	// Below 16 a phone zooms in on a field that is tapped.
	expect(font).toBeGreaterThanOrEqual(16);
	expect(await leastContrast(page)).toBeGreaterThanOrEqual(4.5);
}

/** What the browser makes of the page: language, direction, and where text and bar of the question begin. */
async function written(page: Page) {
	return await page.locator('html').evaluate((html) => {
		const { defaultView } = html.ownerDocument;
		const styleOf = (selector: string) =>
			defaultView.getComputedStyle(html.querySelector(selector) ?? html);
		const { borderInlineStartWidth, borderRightWidth, direction } = styleOf('.question');
		return {
			language: html.lang,
			direction: styleOf('body').direction,
			title: html.ownerDocument.title,
			question: direction,
			bar: borderInlineStartWidth === borderRightWidth ? 'right' : 'left',
		};
	});
}

/** The page in two languages: the words of a practice, and its question with a name. */
const practices = {
	de: {
		direction: 'ltr',
		bar: 'left',
		question: 'Guten Tag Frau Müller,\nIhr Termin ist am Montag um 9:30 Uhr. Passt das?',
		texts: {
			title: 'Ihr Termin',
			answerLabel: 'Ihre Nachricht an die Praxis',
			sendLabel: 'Nachricht senden',
			emptyText: 'Bitte schreiben Sie etwas.',
			thanksTitle: 'Vielen Dank',
			thanksText: 'Ihre Antwort:',
			thanksNote: 'Sie können diese Seite schließen.',
		},
		labels: ['Ja, ich komme', 'Nein, bitte verschieben'],
		written: 'Gerne auch um 10 Uhr & danke!',
	},
	ar: {
		direction: 'rtl',
		bar: 'right',
		question: 'مرحبًا سيدة ليلى،\nموعدك يوم الاثنين الساعة 9:30 عند Dr. Smith. هل يناسبك؟',
		texts: {
			title: 'موعدك في العيادة',
			answerLabel: 'رسالتك إلى العيادة',
			sendLabel: 'إرسال',
			emptyText: 'يرجى كتابة رسالة.',
			thanksTitle: 'شكرًا لك',
			thanksText: 'إجابتك:',
			thanksNote: 'يمكنك إغلاق هذه الصفحة.',
		},
		labels: ['نعم، سأحضر', 'لا، أريد موعدًا آخر'],
		written: 'هل الساعة 10 ممكنة؟',
	},
};

describe('the page behind a link', () => {
	beforeEach(() => {
		sandbox.simulator.reset();
		({ ask, until } = asker(sandbox));
	});

	describe.each(['light', 'dark'] as const)('on a phone without scripts, %s', (colors) => {
		it('a person reads the question and presses a button', async () => {
			const { id, link } = await ask(two);
			const { page, complaints, addresses } = await onPhone(colors);
			await page.goto(link);
			await judge(page, `answer approval ${colors}`);
			expect(await page.locator('.question').innerText()).toBe(long);
			expect(await page.locator('button').allInnerTexts()).toStrictEqual([
				'Yes, book it',
				'No, thanks',
			]);
			const back = await page.locator('body').evaluate((body): string => {
				return body.ownerDocument.defaultView.getComputedStyle(body).backgroundColor;
			});
			expect(back).toBe(colors === 'light' ? 'rgb(244, 245, 247)' : 'rgb(17, 20, 24)');
			await page.getByRole('button', { name: 'No, thanks' }).tap();
			await page.getByText(said.recorded).waitFor();
			await judge(page, `answer thanks ${colors}`);
			const shown = await page.locator('.question').allInnerTexts();
			expect(shown).toStrictEqual([long, 'No, thanks']);
			const { came } = await until(id, 'success');
			expect(came).toMatchObject([{ data: { approved: false } }]);
			expect(complaints).toStrictEqual([]);
			expect(addresses).toStrictEqual([`GET ${link}`, `POST ${link}`]);
			await page.goto(link);
			await page.getByText('No action required').waitFor();
		});

		it('a person writes an answer', async () => {
			const { id, link } = await ask({ responseType: 'freeText', message: long });
			const { page, complaints } = await onPhone(colors, { width: 320, height: 640 });
			await page.goto(link);
			await judge(page, `answer text ${colors}`);
			await page.getByRole('button', { name: 'Send' }).tap();
			// The browser itself asks for a text.
			expect(await page.locator('textarea:invalid').count()).toBe(1);
			await page.getByLabel('Your answer').fill('   ');
			await page.getByRole('button', { name: 'Send' }).tap();
			await page.getByRole('alert').waitFor();
			await judge(page, `answer text again ${colors}`);
			await page.getByLabel('Your answer').fill('At 8 pm,\n<i>please</i>');
			await page.getByRole('button', { name: 'Send' }).tap();
			await page.getByText(said.recorded).waitFor();
			const { came } = await until(id, 'success');
			expect(came).toMatchObject([{ data: { text: 'At 8 pm,\n<i>please</i>' } }]);
			expect(complaints).toStrictEqual([
				'Failed to load resource: the server responded with a status of 400 (Bad Request)',
			]);
		});
	});

	describe.each(Object.entries(practices))(
		'in the words of a practice, %s',
		(language, practice) => {
			const { direction, bar, question, texts, labels } = practice;
			// As an expression: each patient has a language.
			const pageTexts = {
				language: `={{ "${language}" }}`,
				message: question,
				ownTexts: { values: texts },
			};
			const page = { language, direction, question: direction, bar };

			it('a patient chooses', async () => {
				const [approveLabel, disapproveLabel] = labels;
				const approvalOptions = {
					values: { approvalType: 'double', approveLabel, disapproveLabel },
				};
				const message = 'Praxis Dr. Smith:';
				const { id, link, text } = await ask({ message, pageTexts, approvalOptions });
				expect(text).toBe(`${message}\n${link}`);
				const { page: phonePage, complaints } = await onPhone('light');
				await phonePage.goto(link);
				await judge(phonePage, `answer words approval ${language}`);
				expect(await written(phonePage)).toStrictEqual({ ...page, title: texts.title });
				expect(await phonePage.locator('.question').innerText()).toBe(question);
				expect(await phonePage.locator('button').allInnerTexts()).toStrictEqual(labels);
				await phonePage.getByRole('button', { name: approveLabel }).tap();
				await phonePage.getByText(texts.thanksText).waitFor();
				await judge(phonePage, `answer words thanks ${language}`);
				expect(await written(phonePage)).toStrictEqual({ ...page, title: texts.thanksTitle });
				expect((await until(id, 'success')).came).toMatchObject([{ data: { approved: true } }]);
				expect(complaints).toStrictEqual([]);
			});

			it('a patient writes', async () => {
				const { id, link } = await ask({ responseType: 'freeText', pageTexts });
				const { page: phonePage } = await onPhone('light', { width: 320, height: 640 });
				await phonePage.goto(link);
				await phonePage.getByLabel(texts.answerLabel).fill('  ');
				await phonePage.getByRole('button', { name: texts.sendLabel }).tap();
				await phonePage.getByRole('alert').filter({ hasText: texts.emptyText }).waitFor();
				await phonePage.getByLabel(texts.answerLabel).fill(practice.written);
				await judge(phonePage, `answer words text ${language}`);
				await phonePage.getByRole('button', { name: texts.sendLabel }).tap();
				await phonePage.getByText(texts.thanksNote).waitFor();
				expect((await phonePage.locator('body').innerText()).split(/\n+/)).toStrictEqual([
					...[texts.thanksTitle, ...question.split('\n'), texts.thanksText],
					...[practice.written, texts.thanksNote],
				]);
				expect((await until(id, 'success')).came).toMatchObject([
					{ data: { text: practice.written } },
				]);
			});
		},
	);
});
