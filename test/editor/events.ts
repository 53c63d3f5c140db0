import type { WorkflowFile } from '../../sandbox/workflows';
import { page, sandbox } from './browser';
import { outputTable, parameter } from './panel';
import { columns, picture } from './picture';
import { openNode, saveNodes, trigger, untilSaved } from './workflow';

const updated = 'contact_002499';

/** Each event under the name that a node of it gets in the editor. */
const events = [
	['On SMS received', 'smsReceived'],
	['On call ended', 'callEnded'],
	['On call missed', 'callMissed'],
	['On call created', 'callCreated'],
	['On contact created', 'contactCreated'],
	['On contact updated', 'contactUpdated'],
];

describe('the trigger', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		sandbox.simulator.store.updateContact(updated, { status: 'customer' });
		workflow = await saveNodes(
			Object.fromEntries(
				events.map(([name, event]) => [name, { type: trigger, parameters: { event } }]),
			),
		);
	});

	it.each(events)('fetches a test event: %s', async (name, event) => {
		await openNode(workflow, name);
		await page.getByTestId('node-execute-button').getByText('Fetch Test Event').click();
		const [titles, ...records] = await outputTable();
		expect(records).toHaveLength(1);
		const id = records[0][titles.indexOf('id')];
		expect(id).toMatch(event === 'contactUpdated' ? updated : /^(message|call|contact)_\d+$/);
		if (event === 'smsReceived') {
			await picture('trigger', await columns('node-parameters', 'output-panel'));
		}
	});

	it('shows the field of own words as soon as they are chosen', async () => {
		const one = await saveNodes({ Words: { type: trigger, parameters: { event: 'smsReceived' } } });
		await openNode(one, 'Words');
		await page.getByTestId('collection-parameter-add').first().locator('input').click();
		const filters = page.getByTestId('collection-parameter-option').filter({ visible: true });
		await filters.getByText('Message Is One Of').click();
		await parameter('list').waitFor();
		expect(await parameter('ownWords').count()).toBe(0);
		await parameter('list').locator('input').click();
		await page.getByRole('option', { name: 'Own Words' }).click();
		await parameter('ownWords').locator('input').fill('HALT, ENDE');
		await page.keyboard.press('Escape');
		await untilSaved(one, trigger, 'HALT, ENDE');
		const { data } = await sandbox.n8n.rest.get<WorkflowFile>(`/workflows/${one.id}`);
		const saved = data.nodes.find(({ type }) => type === trigger)?.parameters;
		expect(saved?.filters).toEqual({ words: { values: { list: 'own', ownWords: 'HALT, ENDE' } } });
	});
});
