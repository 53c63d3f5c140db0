import type { INode } from 'n8n-workflow';

import type { WorkflowFile } from '../../../sandbox/workflows';
import { asNode, node, toolsOf } from './agentNode';
import { model, modelCredential, sandbox, tool } from './session';

const langchain = '@n8n/n8n-nodes-langchain';
const [ada, grace] = ['+15557770031', '+15557770032'];

const to = ({ name }: INode, type: 'main' | 'ai_languageModel') => ({
	[type]: [[{ node: name, type, index: 0 }]],
});

/** An agent with an item for each customer, and the tools that look up a contact by its number. */
function workflow(customers: object[], numbers: Record<string, string>): WorkflowFile {
	const items = node('Items', 'n8n-nodes-base.code', 2, {
		jsCode: `return ${JSON.stringify(customers.map((json) => ({ json })))}`,
	});
	const agent = node('AI Agent', `${langchain}.agent`, 3.1, {
		promptType: 'define',
		text: '={{ $json.prompt }}',
		options: {},
	});
	const chatModel = {
		...node('Chat Model', `${langchain}.lmChatOpenAi`, 1.3, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		credentials: { openAiApi: modelCredential },
	};
	const tools = Object.entries(numbers).map(([name, value]) => {
		const contactId = { __rl: true, mode: 'phone', value };
		return asNode({ name, parameters: tool('contact.get', { contactId }).parameters });
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
	return {
		id: 'agentsSeveralItems',
		name: 'Test: an agent with several items',
		nodes: [start, items, agent, chatModel, ...tools],
		connections: {
			Start: to(items, 'main'),
			Items: to(agent, 'main'),
			[chatModel.name]: to(agent, 'ai_languageModel'),
			...toolsOf(agent, tools),
		},
		settings: { executionOrder: 'v1' },
	};
}

// As docs/agents.md says it, under "What to protect".
it('an agent that works on the second item has tools that take the first, or what the model says', async () => {
	sandbox.simulator.reset();
	const { store } = sandbox.simulator;
	const ids = [ada, grace].map((phone) => store.addContact({ phone }).id);
	const turns = [
		[
			{ name: 'By_item', arguments: {} },
			{ name: 'By_json', arguments: {} },
			{ name: 'By_json', arguments: { phone: ada } },
		],
		'Done.',
	];
	const parts = [model.play(turns), model.play(turns)];
	const customers = [ada, grace].map((phone, at) => ({ phone, prompt: parts[at].prompt }));
	const run = await sandbox.runWorkflow(
		workflow(customers, {
			By_item: "={{ $('Items').item.json.phone }}",
			By_json: '={{ $json.phone }}',
		}),
	);
	expect(run.error).toBeUndefined();
	const found = parts.map(({ results }) =>
		results[0].map((answer) => ids.findIndex((id) => answer?.includes(id))),
	);
	expect(found).toStrictEqual([
		[0, 0, 0],
		[0, 1, 0],
	]);
});
