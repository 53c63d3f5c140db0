import { page, sandbox } from './browser';
import { parameter } from './panel';
import { openNode, saveNodes } from './workflow';
import type { WorkflowFile } from '../../sandbox/workflows';

/** Every picker, an operation that has it, and a text that finds exactly one of the simulator's records. */
const pickers = [
	{ name: 'Call', resource: 'call', operation: 'get', field: 'callId', text: '5552000456' },
	{
		name: 'Contact',
		resource: 'contact',
		operation: 'get',
		field: 'contactId',
		text: '5552001234',
	},
	{
		name: 'Conversation',
		resource: 'sms',
		operation: 'getMessages',
		field: 'conversationId',
		text: '5552000123',
	},
	// Of all conversations that it reads at once: its entries are sorted.
	{
		name: 'From Number',
		resource: 'sms',
		operation: 'send',
		field: 'from',
		text: '5550100002',
		shown: 150,
	},
];

const entries = () => page.getByTestId('rlc-item').filter({ visible: true });

describe('pickers', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		// The service has three numbers of its own, and a picker is to be seen with more than a page.
		for (let number = 0; number < 150; number++) {
			sandbox.simulator.store.addConversation({
				customerPhone: `+1555600${String(number).padStart(4, '0')}`,
				companyPhone: `+1555700${String(number).padStart(4, '0')}`,
			});
		}
		workflow = await saveNodes(
			Object.fromEntries(
				pickers.map(({ name, resource, operation }) => [
					name,
					{ parameters: { resource, operation } },
				]),
			),
		);
	});
	afterAll(() => sandbox.simulator.reset());

	describe.each(pickers)('the list of $name', ({ name, field, text, ...known }) => {
		const chosen = async () => await parameter(field).getByTestId('rlc-input').inputValue();

		beforeEach(async () => {
			await openNode(workflow, name);
			await parameter(field).getByTestId('rlc-input').click();
			await entries().first().waitFor();
		});

		it('finds what is searched for, and shows what was chosen', async () => {
			await page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
			const found = entries().filter({ hasText: text });
			await found.waitFor();
			await entries().nth(1).waitFor({ state: 'detached' });
			await found.click();
			expect(await chosen()).toContain(text);
		});

		it('goes on behind the first page', async () => {
			const shown = known.shown ?? (await entries().count());
			await entries().last().scrollIntoViewIfNeeded();
			const next = entries().nth(shown);
			await next.waitFor();
			const label = (await next.innerText()).trim();
			await next.click();
			expect(await chosen()).toBe(label);
		});
	});
});
