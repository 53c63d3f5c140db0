import type { WorkflowFile } from '../../sandbox/workflows';
import { page, sandbox } from './browser';
import { outputTable } from './panel';
import { columns, picture } from './picture';
import { openNode, saveNodes, trigger } from './workflow';

const updated = 'contact_002499';

/** Each event under the name that a node of it gets in the editor. */
const events = [
	['On SMS received', 'smsReceived'],
	['On call ended', 'callEnded'],
	['On missed call', 'callMissed'],
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
});
