import type { IDataObject, INode } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import type { WorkflowFile } from '../../sandbox/workflows';
import { saveWorkflow } from '../../sandbox/workflows';
import { companyNumbers } from '../simulator';
import { openEditor } from './browser';

jest.setTimeout(10 * 60_000);

const [own] = companyNumbers;
const nodeType = 'n8n-nodes-voice-sms.voiceSms';
const credentials = { voiceSmsApi: { id: null, name: 'Voice and SMS account' } };

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
beforeAll(async () => {
	sandbox = await startSandbox({ home: 'editor', fresh: true });
	({ browser, page } = await openEditor(sandbox));
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

let nodes = 0;
function node(name: string, type: string, parameters: IDataObject): INode {
	nodes++;
	const position: [number, number] = [220 * nodes, 0];
	const id = `node-${nodes}`;
	const base = { id, name, type, typeVersion: 1, position };
	return { ...base, parameters: parameters as INode['parameters'], credentials };
}

/** Saves a workflow of these nodes and opens it. */
async function open(id: string, placed: INode[]): Promise<void> {
	const workflow: WorkflowFile = { id, name: `Test: ${id}`, nodes: placed, connections: {} };
	const { data } = await sandbox.n8n.rest.get<Array<{ id: string }>>('/credentials');
	await saveWorkflow(sandbox.n8n.rest, workflow, data[0].id);
	await page.goto(`${sandbox.n8n.url}/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

async function openNode(name: string): Promise<void> {
	await page.getByTestId('canvas-node').filter({ hasText: name }).first().dblclick();
	await page.getByTestId('ndv').waitFor();
}

const fromNumber = () => page.getByTestId('resource-locator-from');
const modeOf = async () =>
	await fromNumber().getByTestId('rlc-mode-selector').locator('input').inputValue();

describe('the number to send from', () => {
	const send = (mode: string) => ({
		resource: 'sms',
		operation: 'send',
		from: { __rl: true, mode, value: own },
		to: '+15550200001',
		body: 'Hello',
	});

	it('is typed in "By Number", not "By ID"', async () => {
		await open('byNumber', [node('Texting', nodeType, send('number'))]);
		await openNode('Texting');
		expect(await modeOf()).toBe('By Number');
	});

	it('opens with its value in a workflow that was saved with the older name of that way', async () => {
		await open('older', [node('Texting', nodeType, send('id'))]);
		await openNode('Texting');
		expect(await fromNumber().getByTestId('rlc-input').inputValue()).toBe(own);
	});

	it.each(['list', 'number'])('can be left to the model of an agent in mode "%s"', async (mode) => {
		await open(`model-${mode}`, [node('Texting', `${nodeType}Tool`, send(mode))]);
		await openNode('Texting');
		await fromNumber().hover();
		await page
			.getByTestId('parameter-item')
			.filter({ has: fromNumber() })
			.getByTestId('from-ai-override-button')
			.click();
		await fromNumber().getByTestId('fromAI-override-field').waitFor();
		await page.keyboard.press('Escape');
		const saved = await savedParameters(`model-${mode}`);
		expect(saved.from).toMatchObject({
			__rl: true,
			value: expect.stringContaining("$fromAI('From_Number'"),
		});
	});
});

/** What the workflow holds once it is saved. */
async function savedParameters(id: string): Promise<IDataObject> {
	await page.keyboard.press('Control+s');
	await page.waitForTimeout(2000);
	const { data } = await sandbox.n8n.rest.get<{ nodes: INode[] }>(`/workflows/${id}`);
	return data.nodes[0].parameters as IDataObject;
}
