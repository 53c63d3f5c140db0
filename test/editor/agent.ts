import type { INode } from 'n8n-workflow';

import { saveWorkflow, type WorkflowFile } from '../../sandbox/workflows';
import { credentialId, page, sandbox } from './browser';
import { panelItem } from './panel';
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

	it('gets the node as a tool', async () => {
		await page
			.locator('[data-test-id="canvas-node-input-handle"][data-connection-type="ai_tool"]')
			.getByTestId('canvas-handle-plus')
			.click();
		await page.getByTestId('node-creator-search-bar').fill('voice and sms');
		await page.getByTestId('node-creator-item-name').getByText('Voice and SMS Tool').click();
		await page.getByTestId('ndv').waitFor();
	});

	it.each([
		['from', 'From_Number'],
		['to', 'To_Number'],
		['body', 'Message'],
	])('may fill in %s itself', async (name, key) => {
		await panelItem(name).getByTestId('from-ai-override-button').click();
		await panelItem(name).getByTestId('fromAI-override-field').waitFor();
		await untilSaved(workflow, tool, `$fromAI('${key}', `);
	});

	it('shows the tool', async () => {
		await picture('tool', await columns('node-parameters', 'node-parameters'));
		await page.getByTestId('ndv-close-button').click();
		await page.getByTestId('ndv').waitFor({ state: 'hidden' });
		await fitCanvas();
		await picture('agent', await wholeWorkflow());
	});
});

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
