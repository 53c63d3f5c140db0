import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/workflows';
import { page } from './browser';
import { panelItem, parameter } from './panel';
import { openNode, saveNodes, tool, untilSaved } from './workflow';

const ask = (responseType: string, more: IDataObject = {}) => ({
	parameters: { resource: 'sms', operation: 'sendAndWait', responseType, ...more },
});
const shown = { pageTexts: { title: 'Ihr Termin' } };

describe('the texts of the answer page', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		workflow = await saveNodes({
			approval: ask('approval'),
			'free text': ask('freeText'),
			'SMS reply': ask('smsReply', shown),
			tool: { ...ask('approval', shown), type: tool },
			'human review': { parameters: shown, type: tool.replace(/Tool$/, 'HitlTool') },
		});
	});

	const both = ['Closed Text', 'Closed Title', 'Language', 'Message', 'Page Title'];
	const thanks = ['Thanks Note', 'Thanks Text', 'Thanks Title'];

	it.each([
		['approval', [...both, ...thanks]],
		[
			'free text',
			[
				...['Answer Label', 'Closed Text', 'Closed Title', 'Empty Answer Text', 'Language'],
				...['Message', 'Page Title', 'Send Button Label', ...thanks],
			],
		],
	])('are those of the page: %s', async (name, texts) => {
		await openNode(workflow, name);
		const adding = page.getByTestId('collection-parameter-add').first().locator('input');
		await adding.click();
		const options = page.getByTestId('collection-parameter-option').filter({ visible: true });
		await options.first().waitFor();
		expect(await options.allInnerTexts()).toStrictEqual(texts);
		await options.filter({ hasText: 'Page Title' }).click();
		const title = parameter('title').locator('input, textarea').first();
		expect(await title.inputValue()).toBe('Your answer is needed');
		await title.fill(`Ihr Termin, ${name}`);
		if (name === 'approval') {
			await untilSaved(workflow, 'n8n-nodes-voice-sms.voiceSms', '"title":"Ihr Termin, approval"');
		}
	});

	it.each(['SMS reply', 'tool', 'human review'])('are not there for a %s', async (name) => {
		await openNode(workflow, name);
		await panelItem('to').waitFor();
		expect(await page.getByText('Page Texts').count()).toBe(0);
	});
});
