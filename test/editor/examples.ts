import { readdirSync } from 'node:fs';

import { examplesFolder } from '../../sandbox/paths';
import { page, sandbox } from './browser';
import { picture, wholeWorkflow } from './picture';
import { fitCanvas, openWorkflow } from './workflow';

const files = readdirSync(examplesFolder)
	.filter((name) => name.endsWith('.json'))
	.sort();

describe('the example', () => {
	it.each(files)('%s opens, with nothing to mend', async (file) => {
		const example = sandbox.examples[files.indexOf(file)];
		await openWorkflow(example);
		await fitCanvas();
		// The note beside the nodes is none on the canvas.
		const nodes = example.nodes.filter(({ type }) => !type.endsWith('stickyNote'));
		expect(await page.getByTestId('canvas-node').count()).toBe(nodes.length);
		expect(await page.getByTestId('node-issues').count()).toBe(0);
		await picture(`examples/${file.replace(/\.json$/, '')}`, await wholeWorkflow());
	});
});
