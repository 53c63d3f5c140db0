import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { stateFolder } from '../../sandbox/paths';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { openEditor } from './browser';

jest.setTimeout(10 * 60_000);

/**
 * The words by which people look for such a node, and its place in the list at the latest.
 *
 * n8n's editor scores names and the aliases of the codex files letter by letter, with a bonus for a
 * capital after a small letter, and adds its own figures of how often a node is used. So where many
 * nodes have the same alias, ours is spelled `sMS`, `mEsSaGe`, `tExT`. For "text" that reaches the
 * fourth place, and no alias can do better: those before it have it too, and the most used come first.
 */
const terms: Array<[term: string, place: number]> = [
	['sms', 3],
	['send sms', 3],
	['receive sms', 3],
	['phone call', 3],
	['make a call', 3],
	['text', 4],
	['message', 3],
	['call', 3],
];

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
beforeAll(async () => {
	sandbox = await startSandbox({ home: 'editor', fresh: true });
	({ browser, page } = await openEditor(sandbox));
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

describe.each([
	['an empty workflow, which begins with a trigger', '/workflow/new'],
	['a workflow that has a trigger', undefined],
])('the list of nodes for %s', (_name, path) => {
	beforeAll(async () => await openList(path));

	test.each(terms)('for "%s" has this node in place %i or before', async (term, place) => {
		const title = path === undefined ? 'What happens next?' : 'What triggers this workflow?';
		await page.getByTestId('node-creator-search-bar').fill('');
		await page.getByText(title).waitFor();
		await page.getByTestId('node-creator-search-bar').fill(term);
		const names = await found();
		await page.screenshot({ path: join(stateFolder, 'editor', `${term}.png`) });
		expect(names.slice(0, place)).toContain('Voice and SMS');
	});
});

test.each([
	['receive sms', 'On SMS received', '/workflow/new'],
	['send sms', 'Send SMS', undefined],
])('for "%s" the node offers "%s"', async (term, offered, path) => {
	await openList(path);
	await page.getByTestId('node-creator-search-bar').fill(term);
	const names = page.getByTestId('node-creator-item-name');
	await names.getByText('Voice and SMS', { exact: true }).click();
	await names.getByText(offered, { exact: true }).waitFor();
	await page.screenshot({ path: join(stateFolder, 'editor', `${offered}.png`) });
});

/** @param path of a workflow; the first example when left out */
async function openList(path = `/workflow/${sandbox.examples[0].id}`): Promise<void> {
	await page.goto(`${sandbox.n8n.url}${path}`);
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').waitFor();
}

/** Names of the nodes in the list, once it stays as it is: the editor waits until typing ends. */
async function found(): Promise<string[]> {
	const names = page.getByTestId('node-creator-item-name');
	let last = '';
	for (let same = 0; same < 5; ) {
		await page.waitForTimeout(150);
		const now = (await names.allInnerTexts()).join('\n');
		same = now === last && now !== '' ? same + 1 : 0;
		last = now;
	}
	return last.split('\n').map((name) => name.trim());
}
