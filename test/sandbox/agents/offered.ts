import { agentNode } from './agentNode';
import { mcpServer } from './mcp';
import { previewAgent } from './preview';
import { call, model, tool, tools } from './session';

describe('what a model is offered', () => {
	it.each([agentNode('v3', 3.1, true), agentNode('v2', 2.2, false), mcpServer, previewAgent])(
		'$name',
		async (runtime) => {
			const { offered, answers } = await runtime.play(tools, [
				[call(tool('contact.getAll'), { limit: 2 })],
				[call(tool('contact.get'), { contactId: 'Ada' })],
			]);
			console.log(
				runtime.name,
				JSON.stringify(offered.slice(0, 1), null, 1),
				offered.map((o) => o.name),
				answers,
				model.refused,
			);
		},
	);
});
