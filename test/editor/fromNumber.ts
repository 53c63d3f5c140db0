import type { WorkflowFile } from '../../sandbox/workflows';
import { companyNumbers } from '../simulator';
import { panelItem, parameter } from './panel';
import { openNode, saveNodes, tool, untilSaved } from './workflow';

const [own] = companyNumbers;

const sending = (mode: string) => ({
	parameters: {
		resource: 'sms',
		operation: 'send',
		from: { __rl: true, mode, value: own },
		to: '+15550200001',
		body: 'Hello',
	},
});

describe('the number to send from', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		workflow = await saveNodes({
			Typed: sending('number'),
			Older: sending('id'),
			Tool: { ...sending('number'), type: tool },
		});
	});

	it('is typed in "Number", which is not cut, not "By ID"', async () => {
		await openNode(workflow, 'Typed');
		const mode = parameter('from').getByTestId('rlc-mode-selector').locator('input');
		expect(await mode.inputValue()).toBe('Number');
		expect(await mode.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
	});

	it('opens with its value in a workflow that was saved with the older name of that way', async () => {
		await openNode(workflow, 'Older');
		const value = parameter('from').getByTestId('rlc-input');
		expect(await value.inputValue()).toBe(own);
	});

	it('can be left to the model of an agent where it is typed', async () => {
		await openNode(workflow, 'Tool');
		await panelItem('from').getByTestId('from-ai-override-button').click();
		await panelItem('from').getByTestId('fromAI-override-field').waitFor();
		await untilSaved(workflow, tool, "$fromAI('From_Number', ");
	});
});
