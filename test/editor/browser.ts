import { existsSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { chromium, selectors } from 'playwright-core';

import { owner } from '../../sandbox/n8n';
import type { Sandbox } from '../../sandbox/sandbox';

/** A browser with n8n's editor in it, logged in as the owner. */
export async function openEditor(sandbox: Sandbox): Promise<{ browser: Browser; page: Page }> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
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
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
	await page.goto(`${sandbox.n8n.url}/signin`);
	await page.locator('input[type=email]').fill(owner.email);
	await page.locator('input[type=password]').fill(owner.password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL('**/home/**');
	return { browser, page };
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
