import type { WorkflowFile } from '../../sandbox/workflows';
import { searchTerms } from '../harness/n8n/searchTerms';
import { page, sandbox } from './browser';
import { parameter } from './panel';
import { boxOf, picture } from './picture';
import { saveNodes } from './workflow';

/** Some of all, to see that the editor lists what its search finds (test/sandbox/search.test.ts). */
const shown = ['sms', 'text', 'message', 'missed call', 'call recording', 'customer', 'survey'];
const terms = searchTerms.filter(([term]) => shown.includes(term));

describe('the list of nodes', () => {
	let started: WorkflowFile;
	beforeAll(async () => {
		started = await saveNodes({ 'Ten contacts': { parameters: { resource: 'contact' } } });
	});

	/** @param isEmpty whether the workflow has no trigger yet */
	const begun = async (isEmpty: boolean) => {
		const title = isEmpty ? 'What triggers this workflow?' : 'What happens next?';
		await page.getByText(title).waitFor();
	};

	async function openList(isEmpty: boolean): Promise<void> {
		await page.goto(`${sandbox.n8n.url}/workflow/${isEmpty ? 'new' : started.id}`);
		await page.getByTestId('node-creator-plus-button').click();
		await begun(isEmpty);
	}

	describe.each([
		['an empty workflow, which begins with a trigger', true],
		['a workflow that has a trigger', false],
	])('for %s', (_name, isEmpty) => {
		beforeAll(async () => await openList(isEmpty));

		test.each(terms)('for "%s" has this node in place %i or before', async (term, place) => {
			await page.getByTestId('node-creator-search-bar').fill('');
			await begun(isEmpty);
			await page.getByTestId('node-creator-search-bar').fill(term);
			const names = await found();
			expect(names.slice(0, place)).toContain('Voice and SMS');
			if (term === 'sms' && !isEmpty) {
				const panel = await boxOf(page.getByTestId('node-creator'));
				await picture('search', { ...panel, height: 500 });
			}
		});
	});

	test.each([
		['receive sms', 'On SMS received', 'event', 'SMS Received'],
		['missed call', 'On call missed', 'event', 'Call Missed'],
		['send sms', 'Send an SMS', 'operation', 'Send'],
	])('for "%s" offers "%s" and adds it', async (term, offered, field, value) => {
		await openList(field === 'event');
		await page.getByTestId('node-creator-search-bar').fill(term);
		const names = page.getByTestId('node-creator-item-name');
		await names.getByText('Voice and SMS', { exact: true }).click();
		await names.getByText(offered, { exact: true }).click();
		await parameter(field).waitFor();
		expect(await parameter(field).locator('input').inputValue()).toBe(value);
	});
});

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
