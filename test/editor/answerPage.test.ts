import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { asker } from '../sandbox/asker';
import { lookedLike, startBrowser } from './browser';

jest.setTimeout(5 * 60_000);

const phone = { width: 390, height: 844 };
const long = `May I book table 7 for 8 pm? ${'Donaudampfschifffahrt'.repeat(6)}\nSecond line: <b>not bold</b> & "quoted"`;
const two = {
	message: long,
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Yes, book it', disapproveLabel: 'No, thanks' },
	},
};

let sandbox: Sandbox;
let browser: Browser;
let { ask, until } = {} as ReturnType<typeof asker>;

beforeAll(async () => {
	mkdirSync(lookedLike, { recursive: true });
	sandbox = await startSandbox({ home: 'page', fresh: true });
	({ ask, until } = asker(sandbox));
	browser = await startBrowser();
});
beforeEach(() => sandbox.simulator.reset());
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

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
		await page.getByText('Your answer was recorded').waitFor();
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
		await page.getByText('Your answer was recorded').waitFor();
		const { came } = await until(id, 'success');
		expect(came).toMatchObject([{ data: { text: 'At 8 pm,\n<i>please</i>' } }]);
		expect(complaints).toStrictEqual([
			'Failed to load resource: the server responded with a status of 400 (Bad Request)',
		]);
	});
});
