import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { prepareTries } from '../../sandbox/tries';
import { companyNumbers } from '../simulator';
import { lookedLike, startBrowser } from './browser';
import { boxOf, picture } from './picture';

jest.setTimeout(5 * 60_000);

const [company, other] = companyNumbers;
const soon = 90_000;
let sandbox: Sandbox;
let browser: Browser;
let phone: Page;
const complaints: string[] = [];

beforeAll(async () => {
	mkdirSync(lookedLike, { recursive: true });
	sandbox = await startSandbox({ home: 'phone', fresh: true });
	await prepareTries(sandbox);
	browser = await startBrowser();
	phone = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: 'light' });
	phone.on('console', (message) => complaints.push(message.text()));
	phone.on('pageerror', ({ message }) => complaints.push(message));
	await phone.goto(`${sandbox.simulator.url}/phone`);
});
afterEach(async () => {
	const { currentTestName: name } = expect.getState();
	await phone?.screenshot({
		path: join(lookedLike, `${name?.replace(/\W+/g, ' ')}.png`),
		fullPage: true,
	});
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

const press = async (name: string) =>
	await phone.getByRole('button', { name, exact: true }).click();
const shows = async (text: string) =>
	await phone.getByRole('log').getByText(text).first().waitFor({ timeout: soon });
const lastCall = () => sandbox.simulator.store.calls.all()[0];

it('phone: the buttons start the workflows of n8n, and their SMS arrive', async () => {
	await press('Send an SMS');
	await press('Make a call that nobody answers');
	await shows('missed: nobody spoke');
	await shows('Thank you for your message');
	await shows('Sorry that we missed your call');
	await press('Answer yes');
	await phone.getByText('Your answer was recorded').waitFor();
	await shows('Can you come on Monday at 10:00?');
	expect(await phone.getByRole('log').getByRole('link').count()).toBe(1);
});

it('phone: another customer writes and gets an answer from the number they wrote to', async () => {
	phone.once('dialog', (dialog) => void dialog.accept('+1 555 777 0003'));
	await phone.getByLabel("Customer's number").selectOption('Another number …');
	await phone.getByRole('log').getByText('Can you come').waitFor({ state: 'detached' });
	await phone.getByLabel("Company's number").selectOption(other);
	const html = '<img src=x onerror="alert(1)"> & <b>"quoted"</b>';
	await phone.getByLabel('SMS', { exact: true }).fill(html);
	await press('Send');
	await shows(html);
	await shows('Thank you for your message');
	expect(await phone.locator('img').count()).toBe(0);
	expect(sandbox.simulator.ledger.at(-1)?.body).toMatchObject({ to: '+15557770003', from: other });
});

it('phone: calls are answered, missed or fail; the company can call, too', async () => {
	await press('Call');
	await shows('talking');
	await press('Hang up');
	await shows('ended, ');
	expect(lastCall()).toMatchObject({ status: 'ENDED', fromNumber: '+15557770003' });
	expect(lastCall()?.durationMs).toBeGreaterThan(0);
	await press('Call, it fails');
	await shows('failed');
	await phone.getByLabel('Do not answer').check();
	sandbox.simulator.store.addCall({ fromNumber: company, toNumber: '+15557770003' });
	await shows('missed: nobody spoke');
	expect(lastCall()).toMatchObject({ status: 'ENDED', durationMs: 0, direction: 'OUTBOUND' });
});

it('phone: says that an SMS has gone to another customer, and shows it', async () => {
	const { baseUrl, apiKey } = sandbox.simulator;
	const body = JSON.stringify({ from: company, to: '+15557770001', body: 'See you!' });
	const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
	await fetch(`${baseUrl}/api/sms/send`, { method: 'POST', headers, body });
	await phone.getByRole('status').getByText('An SMS has gone to +15557770001').waitFor();
	await press('Show');
	await shows('See you!');
	await shows('Are you open?');
	expect(complaints).toStrictEqual([]);
});

it('phone: fits a small phone and has a name for each control', async () => {
	await phone.setViewportSize({ width: 840, height: 760 });
	await picture('phone', await boxOf(phone.locator('body')), phone);
	await phone.setViewportSize({ width: 320, height: 640 });
	const { wide, small, nameless } = await phone.locator('body').evaluate((body) => {
		const all = [...body.querySelectorAll('button, select, #text')];
		return {
			wide: body.ownerDocument.documentElement.scrollWidth,
			small: all.filter((one) => one.getBoundingClientRect().height < 44).length,
			nameless: all.filter((one) => !(one.labels?.[0] ?? one).textContent?.trim()).length,
		};
	});
	expect([wide, small, nameless]).toStrictEqual([320, 0, 0]);
});
