import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import { waitFor } from '../../sandbox/progress';
import { saveWorkflow, type WorkflowFile } from '../../sandbox/workflows';
import { credentialId, page, sandbox } from './browser';

const ours = 'n8n-nodes-voice-sms';
const node = `${ours}.voiceSms`;
export const trigger = `${ours}.voiceSmsTrigger`;

type Given = Partial<INode> & { parameters: INodeParameters };

let saved = 0;

/**
 * Saves a workflow with a manual trigger and nodes that follow it side by side, or with those nodes
 * alone, when they are triggers themselves. A node is of this package unless it names its type.
 */
export async function saveNodes(nodes: Record<string, Given>): Promise<WorkflowFile> {
	saved++;
	const all = Object.entries(nodes).map(
		([name, given], index): INode => ({
			id: `editorTest${saved}node${index}`,
			name,
			type: node,
			typeVersion: 1,
			position: [260, index * 180],
			credentials: { voiceSmsApi: { id: '', name: '' } },
			...given,
		}),
	);
	const followers = all.filter(({ type }) => !type.endsWith('Trigger'));
	const start: INode = {
		id: `editorTest${saved}start`,
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const connections: IConnections = {
		[start.name]: {
			main: [followers.map(({ name }) => ({ node: name, type: 'main', index: 0 }))],
		},
	};
	const workflow: WorkflowFile = {
		id: `editorTest${saved}`,
		name: `Editor test ${saved}`,
		...(followers.length === 0
			? { nodes: all, connections: {} }
			: { nodes: [start, ...all], connections }),
	};
	await saveWorkflow(sandbox.n8n.rest, workflow, credentialId);
	return workflow;
}

/** Opens a saved workflow on the canvas. */
export async function openWorkflow({ id }: WorkflowFile): Promise<void> {
	await page.goto(`${sandbox.n8n.url}/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Opens the panel of a node of a saved workflow. */
export async function openNode({ id, nodes }: WorkflowFile, name: string): Promise<void> {
	const found = nodes.find((one) => one.name === name);
	await page.goto(`${sandbox.n8n.url}/workflow/${id}/${found?.id}`);
	await page.getByTestId('ndv').waitFor();
}

/** Opens a node from the canvas, where the run that was just watched stays visible. */
export async function openFromCanvas(name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.getByTestId('ndv').waitFor();
}

/** Makes the whole workflow fit on the canvas and waits until it stands still. */
export async function fitCanvas(): Promise<void> {
	await page.getByTestId('zoom-to-fit').click();
	const canvas = page.locator('.vue-flow__transformationpane');
	const seen: Array<string | null> = [];
	await waitFor('the canvas to stand still', 60, async () => {
		seen.unshift(await canvas.getAttribute('style'));
		return seen.length > 2 && seen[0] === seen[1] && seen[1] === seen[2] ? true : undefined;
	});
}
