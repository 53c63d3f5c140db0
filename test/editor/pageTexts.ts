import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/workflows';
import { page } from './browser';
import { panelItem, parameter } from './panel';
import { openNode, saveNodes, tool, untilSaved } from './workflow';

const ask = (responseType: string, more: IDataObject = {}) => ({
	parameters: { resource: 'sms', operation: 'sendAndWait', responseType, ...more },
});
const shown = { pageTexts: { message: 'Ihr Termin' } };

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

	it.each(['approval', 'free text'])(
		'have a language, a message and own words: %s',
		async (name) => {
			await openNode(workflow, name);
			const adding = page.getByTestId('collection-parameter-add').first().locator('input');
			await adding.click();
			const options = page.getByTestId('collection-parameter-option').filter({ visible: true });
			await options.first().waitFor();
			expect(await options.allInnerTexts()).toStrictEqual(['Language', 'Message', 'Own Texts']);
			await options.filter({ hasText: 'Message' }).click();
			await parameter('message').locator('input, textarea').last().fill(`Ihr Termin, ${name}`);
			await untilSaved(workflow, 'n8n-nodes-voice-sms.voiceSms', `"message":"Ihr Termin, ${name}"`);
		},
	);

	it.each(['SMS reply', 'tool', 'human review'])('are not there for a %s', async (name) => {
		await openNode(workflow, name);
		await panelItem('to').waitFor();
		expect(await page.getByText('Page Texts').count()).toBe(0);
	});
});
