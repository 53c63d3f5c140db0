import type { IDataObject } from 'n8n-workflow';
import { nodeNameToToolName } from 'n8n-workflow';

import type { Runtime } from './runtime';
import { model, modelCredential, sandbox, serviceCredential } from './session';
import type { ToolNode } from './toolNodes';

/** Agents (Preview): an agent of its own, outside workflows. */
export const previewAgent: Runtime = {
	name: 'Agents (Preview)',
	async play(tools, turns) {
		const { rest } = sandbox.n8n;
		const { data: project } = await rest.get<{ id: string }>('/projects/personal');
		const agents = `/projects/${project.id}/agents/v2`;
		const name = 'Test: agent';
		const { data: agent } = await rest.post<{ id: string }>(agents, {
			name,
			schema: {
				name,
				model: 'openai/scripted',
				credential: modelCredential.id,
				instructions: 'Do as you are told.',
				memory: { enabled: false, storage: 'n8n' },
				tools: tools.map(asTool),
				config: { maxIterations: 100, toolCallConcurrency: 10 },
			},
		});
		try {
			const part = model.play([...turns, 'Done.']);
			const { data: events } = await rest.post<string>(
				`${agents}/${agent.id}/chat`,
				{ message: part.prompt },
				{ responseType: 'text' },
			);
			if (!/"type":"done"/.test(events)) throw new Error(`Agents said ${events.slice(-2000)}`);
			// It brings tools of its own along.
			const own = new Set(tools.map((tool) => nodeNameToToolName(tool.name)));
			const offered = part.tools.filter((tool) => own.has(tool.name));
			return { offered, answers: part.results.slice(0, -1) as string[][] };
		} finally {
			await rest.delete(`${agents}/${agent.id}`);
		}
	},
	read(answer) {
		const said = JSON.parse(answer) as { data?: Array<{ json: IDataObject }>; error?: string };
		return said.data === undefined
			? { error: String(said.error).replace(/^Error: /, '') }
			: { records: said.data.map(({ json }) => json) };
	},
};

function asTool({ name, parameters }: ToolNode) {
	return {
		type: 'node',
		name,
		description: name,
		node: {
			nodeType: 'n8n-nodes-voice-sms.voiceSmsTool',
			nodeTypeVersion: 1,
			nodeParameters: parameters,
			credentials: { voiceSmsApi: serviceCredential },
		},
	};
}
