import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { chromium, selectors } from 'playwright-core';

import { owner } from '../../sandbox/n8n';
import { stateFolder } from '../../sandbox/paths';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { saveCredential } from '../../sandbox/workflows';

/** Where the tests leave what the page looked like. */
export const lookedLike = join(stateFolder, 'editor');

/** n8n with the node, the simulator and the examples: one for all these tests. */
export let sandbox: Sandbox;
/** The page of the owner, who is logged in. */
export let page: Page;
/** The credential that the saved workflows use. */
export let credentialId: string;
/** Chromium, for pages of its own. */
export let browser: Browser;

/** Starts n8n and Chromium, and logs the owner in as a person does. */
export async function open(): Promise<void> {
	mkdirSync(lookedLike, { recursive: true });
	sandbox = await startSandbox({ home: 'editor', fresh: true });
	const { baseUrl, apiKey } = sandbox.simulator;
	credentialId = await saveCredential(sandbox.n8n.rest, { baseUrl, apiKey });
	selectors.setTestIdAttribute('data-test-id');
	browser = await startBrowser();
	page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });
	page.setDefaultTimeout(60_000);
	await page.goto(`${sandbox.n8n.url}/signin`);
	await page.locator('input[type=email]').fill(owner.email);
	await page.locator('input[type=password]').fill(owner.password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL('**/home/**');
}

/** Starts Chromium. */
async function startBrowser(): Promise<Browser> {
	return await chromium.launch({
		executablePath: installedChromium(),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/** Leaves a picture of the page as the test that has just ended, well or not, left it. */
export async function leavePicture(): Promise<void> {
	const name = expect.getState().currentTestName ?? 'nameless';
	const path = join(lookedLike, `${name.replace(/[^\w ]+/g, '')}.png`);
	await page?.screenshot({ path });
}

export async function close(): Promise<void> {
	await browser?.close();
	await sandbox?.stop();
}

function installedChromium(): string {
	const places = [
		process.env.CHROMIUM ?? '',
		'/usr/bin/chromium',
		'/usr/bin/chromium-browser',
		'/usr/bin/google-chrome',
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	];
	const place = places.find((path) => path !== '' && existsSync(path));
	if (place !== undefined) return place;
	throw new Error('No Chromium was found. Install it, or name its program in CHROMIUM.');
}
