import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import type { WorkflowFile } from '../../sandbox/workflows';
import { formOf, isField } from '../source/fields';
import { page } from './browser';
import { executeStep, output, outputTable } from './panel';
import { openNode, saveNodes } from './workflow';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const nobody = 'contact_999999';

describe('operations', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		workflow = await saveNodes({
			'An SMS': {
				parameters: {
					resource: 'sms',
					operation: 'send',
					from: { __rl: true, mode: 'list', value: '+15550100001' },
					to: '+15550200001',
					body: 'Your order has been shipped',
				},
			},
			'A dry run': {
				parameters: {
					resource: 'sms',
					operation: 'send',
					from: { __rl: true, mode: 'list', value: '+15550100001' },
					to: '+15550200001',
					body: 'Your order has been shipped',
					options: { dryRun: true },
				},
			},
			'A contact that is none': {
				parameters: { resource: 'contact', operation: 'get', contactId: byId(nobody) },
			},
		});
	});

	it('offer their options, each with its whole name', async () => {
		await openNode(workflow, 'An SMS');
		await page.getByTestId('collection-parameter-add').first().locator('input').click();
		const options = page.getByTestId('collection-parameter-option').filter({ visible: true });
		await options.first().waitFor();
		const send = operationsWithOptions.find(
			({ resource, value }) => resource === 'sms' && value === 'send',
		)!;
		const [field] = formOf(send, false).filter(({ name }) => name === 'options');
		const names = (field.options ?? []).filter(isField).map(({ displayName }) => displayName);
		expect(await options.allInnerTexts()).toStrictEqual(names);
		for (const option of await options.all()) {
			expect(await option.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
		}
		await page.keyboard.press('Escape');
	});

	it('say above the output that a dry run sent nothing', async () => {
		await openNode(workflow, 'A dry run');
		await executeStep();
		await output().getByText('1 of 1 items would be sent').waitFor();
		const [titles, record] = await outputTable();
		expect([titles[0], record[0]]).toStrictEqual(['outcome', 'wouldSend']);
	});

	it('show what went wrong, and what to do', async () => {
		await openNode(workflow, 'A contact that is none');
		await executeStep();
		const message = output().getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toContain(`Not found (HTTP 404): contact ${nobody}`);
		const description = await output().getByTestId('node-error-description').innerText();
		expect(description).toContain('The service says: ');
		expect(description).toContain('Check the ID');
	});
});
