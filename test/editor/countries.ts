import { waitFor } from '../../sandbox/progress';
import type { WorkflowFile } from '../../sandbox/workflows';
import { page } from './browser';
import { panelItem, parameter } from './panel';
import { openNode, saveNodes, tool, trigger, untilSaved } from './workflow';

const review = tool.replace(/Tool$/, 'HitlTool');
const send = (defaultCountry: string) => ({
	parameters: { resource: 'sms', operation: 'send', options: { defaultCountry } },
});

/** The field in the open node; n8n loads the list while it shows the field. */
const country = () => parameter('defaultCountry').getByRole('combobox');

async function untilShown(name: string): Promise<void> {
	await waitFor(`${name} to be shown`, 60, async () => {
		return (await country().inputValue()) === name ? true : undefined;
	});
}

describe('the countries', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		const options = { defaultCountry: 'FR' };
		workflow = await saveNodes({
			node: send('FR'),
			// n8n may have saved what was chosen in another node, or not.
			'node to save': send('FR'),
			'node without a credential': { ...send('FR'), credentials: {} },
			trigger: { type: trigger, parameters: { event: 'smsReceived', options } },
			tool: { ...send('FR'), type: tool },
			'human review': { type: review, parameters: { options } },
			'no country': send(''),
			'unknown country': send('XX'),
			expression: send('={{ "de" }}'),
		});
	});

	it.each(['node', 'node without a credential', 'trigger', 'tool', 'human review'])(
		'stand in the list of a %s, which shows the saved one',
		async (name) => {
			await openNode(workflow, name);
			await untilShown('France (+33)');
			await country().click();
			await page.getByRole('option', { name: 'Germany (+49)' }).click();
			await untilShown('Germany (+49)');
		},
	);

	it('are saved by their codes', async () => {
		await openNode(workflow, 'node to save');
		await untilShown('France (+33)');
		await country().click();
		await page.getByRole('option', { name: 'Åland Islands (+358)' }).click();
		await untilSaved(workflow, 'n8n-nodes-voice-sms.voiceSms', '"defaultCountry":"AX"');
	});

	it('may be none', async () => {
		await openNode(workflow, 'no country');
		await untilShown('[None]');
	});

	it('that are none are marked', async () => {
		await openNode(workflow, 'unknown country');
		await panelItem('defaultCountry').getByTestId('parameter-issues').waitFor();
	});

	it('may come from an expression', async () => {
		await openNode(workflow, 'expression');
		await parameter('defaultCountry').getByText('{{ "de" }}').waitFor();
	});
});
