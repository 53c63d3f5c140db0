import type { WorkflowFile } from '../../sandbox/workflows';
import { page, sandbox } from './browser';
import { parameter } from './panel';
import { boxOf, picture } from './picture';
import { saveNodes } from './workflow';

/**
 * The words by which people look for such a node, and its place in the list at the latest.
 *
 * n8n's editor scores names and the aliases of the codex files letter by letter, with a bonus for a
 * capital after a small letter, and adds its own figures of how often a node is used. So where many
 * nodes have the same alias, ours is spelled `sMS`, `mEsSaGe`, `tExT`. For "text" that gives 355
 * points and the fourth place. No alias can do better: the three before it have 374 to 417, because n8n
 * adds up to 100 for how often a node is used, and counts a word of the node's own name 1.3 times.
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
	['text message', 3],
	['phone', 3],
	['contact', 3],
	['contacts', 3],
	['appointment', 3],
	['reminder', 3],
	['approve', 3],
	['approval', 3],
	['telephone', 3],
	['missed call', 3],
	['sms received', 3],
	['voicemail', 3],
	['crm', 3],
	['stop', 3],
	['opt out', 3],
	['unsubscribe', 3],
	['campaign', 3],
	['bulk', 3],
	['delivery', 3],
	['patient', 3],
	['send reminder', 3],
];

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
		['missed call', 'On missed call', 'event', 'Call Missed'],
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
