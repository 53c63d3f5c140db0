import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { waitFor } from '../../sandbox/progress';
import { saveWorkflow, type WorkflowFile } from '../../sandbox/workflows';
import { credentialId, page, sandbox } from './browser';

const node = 'n8n-nodes-voice-sms.voiceSms';
export const trigger = `${node}Trigger`;
/** What n8n makes of the node for an AI agent. */
export const tool = `${node}Tool`;

type Given = Partial<INode> & { parameters: INodeParameters };

let saved = 0;

/**
 * Saves a workflow with a manual trigger and, side by side, nodes of this package, each under its
 * name. Those that are neither triggers nor tools follow the manual trigger.
 *
 * @param rows pinned to the manual trigger; left out, it gives one empty item
 */
export async function saveNodes(
	given: Record<string, Given>,
	rows?: IDataObject[],
): Promise<WorkflowFile> {
	saved++;
	const start: INode = {
		id: `editorTest${saved}start`,
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodes = Object.entries(given).map(
		([name, one], index): INode => ({
			id: `editorTest${saved}node${index}`,
			name,
			type: node,
			typeVersion: 1,
			position: [260, index * 180],
			credentials: { voiceSmsApi: { id: '', name: '' } },
			...one,
		}),
	);
	const following = nodes
		.filter(({ type }) => type === node)
		.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
	const workflow: WorkflowFile = {
		id: `editorTest${saved}`,
		name: `Editor test ${saved}`,
		nodes: [start, ...nodes],
		connections: { [start.name]: { main: [following] } },
		pinData: rows && { [start.name]: rows.map((json) => ({ json })) },
	};
	await saveWorkflow(sandbox.n8n.rest, workflow, credentialId);
	return workflow;
}

/** Waits until n8n has saved a text in the parameters of a node of this type. */
export async function untilSaved({ id }: WorkflowFile, type: string, text: string): Promise<void> {
	await waitFor(`${text} to be saved`, 60, async () => {
		const { data } = await sandbox.n8n.rest.get<WorkflowFile>(`/workflows/${id}`);
		const ofType = data.nodes.filter((one) => one.type === type);
		return ofType.some(({ parameters }) => JSON.stringify(parameters).includes(text)) || undefined;
	});
}

/**
 * Shows a page of the editor by its own router: to load all of n8n's editor anew takes some five
 * times as long. Straight from one workflow to another, n8n would not open the node.
 *
 * @param path such as `/workflow/1`
 */
async function show(path: string): Promise<void> {
	const app = page.locator('#app');
	const push = async (to: string) =>
		await app.evaluate(
			async ({ __vue_app__: { config } }, next) => await config.globalProperties.$router.push(next),
			to,
		);
	const left = push('/home/workflows');
	const unsaved = page.getByRole('button', { name: 'Leave without saving' });
	await waitFor('the workflow to be left', 60, async () => {
		if (await unsaved.isVisible()) await unsaved.click();
		return (await page.locator('.vue-flow').count()) === 0 || undefined;
	});
	await left;
	// While n8n still begins, it may go elsewhere.
	await waitFor(`${path} to be shown`, 60, async () => {
		await push(path);
		return page.url().endsWith(path) || undefined;
	});
}

/** Opens a saved workflow on the canvas. */
export async function openWorkflow({ id }: WorkflowFile): Promise<void> {
	await show(`/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Opens the panel of a node of a saved workflow. */
export async function openNode({ id, nodes }: WorkflowFile, name: string): Promise<void> {
	const found = nodes.find((one) => one.name === name);
	await show(`/workflow/${id}/${found?.id}`);
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
