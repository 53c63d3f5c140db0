import { join } from 'node:path';
import type { Page } from 'playwright-core';

import { prepareTries } from '../../sandbox/tries';
import { companyNumbers } from '../simulator';
import { browser, lookedLike, sandbox } from './browser';
import { boxOf, picture } from './picture';
import { said } from '../harness/n8n/messages';

const [company, other] = companyNumbers;
const customer = '+15557770003';
const complaints: string[] = [];
let phone: Page;

const press = async (name: string) =>
	await phone.getByRole('button', { name, exact: true }).click();
const openCalls = async () => await phone.getByLabel('Calls', { exact: true }).click();
const shows = async (text: string) =>
	await phone.getByRole('log').getByText(text).first().waitFor({ timeout: 90_000 });
const lastCall = () => sandbox.simulator.store.calls.all()[0];

describe('the phone', () => {
	beforeAll(async () => {
		sandbox.simulator.reset();
		await prepareTries(sandbox);
		phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
		phone.on('console', (message) => complaints.push(message.text()));
		phone.on('pageerror', ({ message }) => complaints.push(message));
		await phone.goto(`${sandbox.simulator.url}/phone`);
	});
	afterEach(async () => {
		const name = `${expect.getState().currentTestName} at its end.png`;
		await phone?.screenshot({ path: join(lookedLike, name), fullPage: true });
	});

	it('phone that begins with the customers, above what to try', async () => {
		const shown = [
			phone.locator('#customers .row').first(),
			phone.locator('#tries button').first(),
		];
		await shown[1].waitFor();
		const places = await Promise.all(shown.map(async (one) => (await boxOf(one)).y));
		expect(places).toStrictEqual([...places].sort((one, other) => one - other));
		// Both are in view.
		expect(places[1]).toBeLessThan(844);
	});

	it('phone with three things to try', async () => {
		await press('Send an SMS');
		await press('Back');
		await press('Make a missed call');
		await shows('missed, nobody spoke');
		await shows('Thank you for your message');
		await shows('Sorry that we missed your call');
		await press('Back');
		await press('Approve the question');
		await phone.getByRole('status').getByText(said.recorded).waitFor();
		expect(await phone.getByRole('log').getByRole('link').count()).toBe(1);
	});

	it('phone of another customer, who writes and is answered', async () => {
		phone.once('dialog', (dialog) => void dialog.accept('+1 (555) 777-0003'));
		await press('Back');
		await press('Another number …');
		await phone.getByRole('log').getByText('Can you come').waitFor({ state: 'detached' });
		await phone.getByRole('combobox', { name: 'Company' }).selectOption(other);
		const html = '<img src=x onerror="alert(1)"> & <b>"quoted"</b>';
		await phone.getByLabel('SMS', { exact: true }).fill(html);
		await press('Send');
		await shows(html);
		expect(await phone.locator('#log img, #log b').count()).toBe(0);
		await shows('Thank you for your message');
		expect(sandbox.simulator.ledger.at(-1)?.body).toMatchObject({ to: customer, from: other });
	});

	it('phone that calls and is called', async () => {
		await openCalls();
		await press('Call');
		await shows('talking');
		await press('Hang up');
		await shows('ended after');
		expect(lastCall()).toMatchObject({ status: 'ENDED', fromNumber: customer, toNumber: other });
		expect(lastCall()?.durationMs).toBeGreaterThan(0);
		await openCalls();
		await press('Call, it fails');
		await shows('failed');
		await openCalls();
		await phone.getByLabel('Do not answer').check();
		await openCalls();
		sandbox.simulator.store.addCall({ fromNumber: company, toNumber: customer });
		await shows('missed, nobody spoke');
		expect(lastCall()).toMatchObject({ status: 'ENDED', durationMs: 0, direction: 'OUTBOUND' });
	});

	it('phone of the picture, which fits a small screen', async () => {
		const { baseUrl, apiKey } = sandbox.simulator;
		const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
		const body = JSON.stringify({ from: company, to: '+15557770001', body: 'See you on Monday!' });
		await fetch(`${baseUrl}/api/sms/send`, { method: 'POST', headers, body });
		await phone.getByRole('status').getByText('An SMS has gone to +15557770001').waitFor();
		await press('Show');
		await shows('See you on Monday!');
		expect(complaints).toStrictEqual([]);
		await phone.setViewportSize({ width: 320, height: 640 });
		const sizes = await phone.locator('html').evaluate((html) => {
			const all = [...html.querySelectorAll('button, select, summary, label, #text')];
			const heights = all.map((one) => one.offsetHeight).filter((height) => height > 0);
			return [html.scrollWidth, Math.min(...heights)];
		});
		expect(sizes).toStrictEqual([320, 44]);
		await openCalls();
		await phone.getByLabel('Do not answer').uncheck();
		await openCalls();
		await phone.setViewportSize({ width: 1200, height: 780 });
		// The whole page would be too large a picture.
		await picture('phone', await boxOf(phone.getByRole('main')), phone);
	});
});
