import type { INode } from 'n8n-workflow';
import { errors } from 'playwright-core';

import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { waitFor } from '../../sandbox/progress';
import { saveWorkflow, type WorkflowFile } from '../../sandbox/workflows';
import { credentialId, page, sandbox } from './browser';
import { panelItem, parameter } from './panel';
import { columns, picture, wholeWorkflow } from './picture';
import { fitCanvas, openWorkflow, tool, untilSaved } from './workflow';

const langchain = '@n8n/n8n-nodes-langchain';

describe('an AI agent', () => {
	const workflow: WorkflowFile = {
		id: 'editorTestAgent',
		name: 'Editor test: agent',
		nodes: [
			node('Chat', 'chatTrigger', 1.4, [0, 0]),
			node('AI Agent', 'agent', 3.1, [220, 0]),
			node('Chat Model', 'lmChatOpenAi', 1.3, [160, 220]),
		],
		connections: {
			Chat: { main: [[{ node: 'AI Agent', type: 'main', index: 0 }]] },
			'Chat Model': {
				ai_languageModel: [[{ node: 'AI Agent', type: 'ai_languageModel', index: 0 }]],
			},
		},
	};

	beforeAll(async () => {
		const { data: model } = await sandbox.n8n.rest.post<{ id: string; name: string }>(
			'/credentials',
			{ name: 'Chat Model account', type: 'openAiApi', data: { apiKey: 'none' } },
		);
		workflow.nodes[2].credentials = { openAiApi: { id: model.id, name: model.name } };
		await saveWorkflow(sandbox.n8n.rest, workflow, credentialId);
		await openWorkflow(workflow);
	});

	it('gets the node as a tool and may fill in its fields', async () => {
		await waitFor('the tool in the list of tools', 60, findTool);
		await toolInList().click();
		await page.getByTestId('ndv').waitFor();
		for (const [name, option, action] of [
			['operation', 'Get Many Messages', 'Get many SMS messages'],
			['resource', 'Contact', 'Get many contacts'],
			['resource', 'SMS', 'Send an SMS'],
		]) {
			await choose(name, option);
			const { toolText: forModel } = operationsWithOptions.find((one) => one.action === action)!;
			await panelItem('toolDescription').getByText(forModel).waitFor();
			await page.getByTestId('inline-edit-preview').getByText(`${action} in Phone`).waitFor();
		}

		const keys = { from: 'From_Number', to: 'To_Number', body: 'Message' };
		for (const [name, key] of Object.entries(keys)) {
			await panelItem(name).getByTestId('from-ai-override-button').click();
			await panelItem(name).getByTestId('fromAI-override-field').waitFor();
			await untilSaved(workflow, tool, `$fromAI('${key}', `);
		}
		const { data } = await sandbox.n8n.rest.get<WorkflowFile>(`/workflows/${workflow.id}`);
		const saved = data.nodes.find(({ type }) => type === tool)?.parameters;
		expect(saved).toHaveProperty('body');
		// Saved, the text would not change with the next version of this package.
		expect(saved).not.toHaveProperty('textForModel');
		expect(saved).not.toHaveProperty('toolDescription');
		await picture('tool', await columns('node-parameters', 'node-parameters'));

		await page.getByTestId('ndv-close-button').click();
		await page.getByTestId('ndv').waitFor({ state: 'hidden' });
		await fitCanvas();
		await picture('agent', await wholeWorkflow());
	});
});

async function choose(name: string, option: string): Promise<void> {
	await parameter(name).click();
	await page
		.getByTestId('parameter-input-item')
		.filter({ visible: true })
		.getByText(option, { exact: true })
		.click();
}

function toolInList() {
	return page.getByTestId('node-creator-item-name').getByText('Voice and SMS Tool');
}

/**
 * Opens the list of tools and searches. On a busy machine n8n's editor opens the list of all AI nodes
 * instead (in its node creator two lists are under way): it is closed then, and opened again.
 */
async function findTool(): Promise<true | undefined> {
	const search = page.getByTestId('node-creator-search-bar');
	await page
		.locator('[data-test-id="canvas-node-input-handle"][data-connection-type="ai_tool"]')
		.getByTestId('canvas-handle-plus')
		.click();
	try {
		await page.getByText('Recommended Tools').waitFor({ timeout: 5_000 });
		await page.getByText('Other AI Nodes').waitFor({ state: 'hidden', timeout: 5_000 });
		await search.fill('voice and sms', { timeout: 5_000 });
		await toolInList().waitFor({ timeout: 5_000 });
		return true;
	} catch (error) {
		if (!(error instanceof errors.TimeoutError)) throw error;
		// The first may only empty the search.
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		return undefined;
	}
}

function node(name: string, type: string, typeVersion: number, position: [number, number]): INode {
	return {
		id: `editorTestAgent ${name}`,
		name,
		type: `${langchain}.${type}`,
		typeVersion,
		position,
		parameters: { options: {} },
	};
}
