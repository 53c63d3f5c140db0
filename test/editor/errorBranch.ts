import type { IDataObject } from 'n8n-workflow';

import { dataTable } from '../sandbox/dataTable';
import { startingWith } from '../sandbox/examples/lists';
import { page, sandbox } from './browser';
import { output, outputTable } from './panel';
import { columns, picture, wholeWorkflow } from './picture';
import { fitCanvas, openFromCanvas, openWorkflow } from './workflow';

describe('the error branch', () => {
	it('sends what was refused once more, and nothing twice', async () => {
		const example = sandbox.examples.find(({ nodes }) =>
			nodes.some(({ name }) => name === 'Second try?'),
		);
		if (example === undefined) throw new Error('There is no example of the error branch.');
		const { ledger } = sandbox.simulator;
		const before = ledger.length;
		// A workflow of its own: the editor runs the first trigger of the saved one.
		const makesTable = { ...startingWith(example, 'Press here first'), id: 'makesTheTable1' };
		await sandbox.runWorkflow({ ...makesTable, name: 'Makes the table' });
		const table = await dataTable(sandbox.n8n.rest, 'SMS list');
		await table.insert([
			{ name: 'Ada', phone: '+15550200001', from: '+15550100001' },
			// This number is not the company's.
			{ name: 'Grace', phone: '+15550200002', from: '+15559999999' },
			{ name: 'Linus', phone: '+15550200003', from: '+15550100001' },
		]);

		await openWorkflow(example);
		await page.getByTestId('execute-workflow-button').click();
		await page.getByText('Workflow executed successfully').waitFor();
		await fitCanvas();
		await picture('workflow', await wholeWorkflow());

		await openFromCanvas('Send an SMS');
		// The second run is the refused person's second try.
		await output().getByText('Success Branch (1 item)').waitFor();
		await output().getByTestId('run-selector').getByRole('combobox').click();
		await page.getByRole('option', { name: '1 of 2' }).click();
		await output().getByText('Success Branch (2 items)').waitFor();
		expect(await outputTable()).toHaveLength(3);
		await picture('node', await columns('ndv-input-panel', 'output-panel'));
		await output().getByText('Error Branch (1 item)').click();
		await output().getByText('Not sent: SMS to').first().waitFor();
		const [titles, refused] = await outputTable();
		expect(titles).toEqual(expect.arrayContaining(['name', 'phone', 'error']));
		expect(refused[titles.indexOf('name')]).toBe('Grace');

		const sent = ledger.slice(before).map(({ body }) => (body as IDataObject).to);
		expect(sent.sort()).toStrictEqual(['+15550200001', '+15550200002', '+15550200003']);
	});
});
