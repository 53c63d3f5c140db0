/** The cells of docs/agents.md, "Which runtime shows what", that no other file of this folder runs. */
import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';

import { executionsOf } from '../../../sandbox/editorApi';
import { waitFor } from '../../../sandbox/progress';
import type { WorkflowFile } from '../../../sandbox/workflows';
import { companyNumbers } from '../../simulator';
import { agent2, agent3, asNode, node, toolsOf } from './agentNode';
import { mcpInTest, mcpServer } from './mcp';
import { person, questions } from './person';
import { previewAgent } from './preview';
import { call, model, modelCredential, sandbox, tool } from './session';

const [from] = companyNumbers;
const [own, stranger] = ['+14155550101', '+14155550102'];
const body = 'Your table is booked.';
const arrived = () => sandbox.simulator.ledger.map((sent) => (sent.body as IDataObject).to);
const reached = () => arrived().sort();

beforeEach(() => sandbox.simulator.reset());

describe('Test Numbers', () => {
	beforeAll(async () => await sandbox.setCredential({ testNumbers: own }));
	afterAll(async () => await sandbox.setCredential());

	// The MCP server is published here, so it is no test; Agents (Preview) have no execution that could be one.
	it.each([
		[agent3.name, agent3, [own]],
		[agent2.name, agent2, [own]],
		[mcpServer.name, mcpServer, [own, stranger]],
		[previewAgent.name, previewAgent, [own, stranger]],
	])('%s', async (_name, runtime, expected) => {
		const send = tool('sms.send');
		await runtime.play(
			[send],
			[own, stranger].map((to) => [call(send, { from, to, body })]),
		);
		expect(reached()).toStrictEqual(expected);
	});

	it.each([
		[own, [own]],
		[stranger, []],
	])('the test URL of an MCP server is a test: to %s', async (to, expected) => {
		const send = tool('sms.send');
		await mcpInTest.play([send], [[call(send, { from, to, body })]]);
		expect(reached()).toStrictEqual(expected);
	});
});

it('Wait for Delivery waits a minute, as set, and less where the caller gives up after 45 seconds', async () => {
	// Agents (Preview) wait, too, but a busy n8n may cut the stream of their chat before.
	const runtimes = [agent3, agent2, mcpServer];
	const waitForDelivery = { values: { waitInterval: 5, waitLimit: 1 } };
	const send = tool('sms.send', { options: { waitForDelivery } });
	const ended: string[] = [];
	await Promise.all(
		runtimes.map(async (runtime, index) => {
			const to = `+1415555020${index}`;
			sandbox.simulator.store.deliverAfter(to, 3_600_000);
			const { answers } = await runtime.play([send], [[call(send, { from, to, body })]]);
			expect(answers[0][0]).toContain('"timedOut":true');
			ended.push(runtime.name);
		}),
	);
	expect(ended.slice(0, 2).sort()).toStrictEqual([agent2.name, mcpServer.name]);
});

it.each([
	['a question by page', 'sms.sendAndWait', {}, 'Chat Hub'],
	['a Send Once Key', 'sms.send', { options: { onceKey: 'A-1' } }, 'Send Once Key'],
])("n8n's Chat Hub: %s is refused", async (_what, operation, more, words) => {
	const { rest } = sandbox.n8n;
	await rest.put('/chat/enabled', { enabled: true });
	const asked = tool(operation, more);
	const definition = { ...asNode(asked), id: randomUUID() };
	const { data: made } = await rest.post<{ definition: { id: string } }>('/chat/tools', {
		definition,
	});
	try {
		const given = {
			from,
			to: person,
			...(operation === 'sms.send' ? { body } : { message: body }),
		};
		const part = model.play([[call(asked, given)], 'Done.']);
		await rest.post('/chat/conversations/send', {
			messageId: randomUUID(),
			sessionId: randomUUID(),
			message: part.prompt,
			model: { provider: 'openai', model: 'scripted' },
			previousMessageId: null,
			credentials: { openAiApi: modelCredential },
			attachments: [],
			timeZone: 'UTC',
		});
		const answer = await waitFor(
			'the answer of the tool',
			60,
			async () => await Promise.resolve(part.results[0]?.[0]),
		);
		expect(answer).toContain(words);
		expect(sandbox.simulator.ledger).toStrictEqual([]);
	} finally {
		await rest.delete(`/chat/tools/${made.definition.id}`);
	}
});

const langchain = '@n8n/n8n-nodes-langchain';
const question = {
	operation: 'sendAndWait',
	resource: 'sms',
	from: { __rl: true, mode: 'number', value: from },
	to: person,
	message: 'May it?',
	approvalOptions: { values: { approvalType: 'double' } },
	options: {},
};

/** An agent for two items, whose tool stands behind one review, or behind several. */
function reviewed(
	id: string,
	prompt: string,
	reviews: string[],
	executeOnce: boolean,
): WorkflowFile {
	const to = ({ name }: INode, type: 'main' | 'ai_languageModel') => ({
		[type]: [[{ node: name, type, index: 0 }]],
	});
	const start = node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
	const items = node('Items', 'n8n-nodes-base.code', 2, {
		jsCode: `return ${executeOnce ? '[{ json: {} }, { json: {} }]' : '[{ json: {} }]'}`,
	});
	const agent = {
		...node('AI Agent', `${langchain}.agent`, 3.1, {
			promptType: 'define',
			text: prompt,
			options: {},
		}),
		executeOnce,
	};
	const chatModel = {
		...node('Chat Model', `${langchain}.lmChatOpenAi`, 1.3, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		credentials: { openAiApi: modelCredential },
	};
	const gates = reviews.map((name) => ({
		...asNode({ name, parameters: question as never }),
		type: 'n8n-nodes-voice-sms.voiceSmsHitlTool',
		webhookId: randomUUID(),
	}));
	const chain = [agent, ...gates, asNode(tool('sms.send'))];
	return {
		id,
		name: `Test: ${id}`,
		nodes: [start, items, chatModel, ...chain],
		connections: {
			Start: to(items, 'main'),
			Items: to(agent, 'main'),
			[chatModel.name]: to(agent, 'ai_languageModel'),
			...Object.assign({}, ...chain.slice(1).map((one, at) => toolsOf(chain[at], [one]))),
		},
		settings: { executionOrder: 'v1' },
	};
}

const http = axios.create({ proxy: false, validateStatus: () => true });
const approve = async (link: string) =>
	await http.post<string>(link, new URLSearchParams({ decision: 'approve' }));
/** The link of the only question, once it can be answered. */
const linkAsked = async () =>
	await waitFor('the page of the question', 60, async () => {
		const link = questions()[0]?.split('\n').at(-1);
		return link !== undefined && (await http.get(link)).status === 200 ? link : undefined;
	});
const ended = async (id: string) =>
	await waitFor(`execution ${id} to end`, 90, async () => {
		const { data } = await sandbox.n8n.rest.get<{ status: string }>(`/executions/${id}`);
		const { status } = data;
		return ['new', 'running', 'waiting'].includes(status) ? undefined : status;
	});
const gatedCall = (given: IDataObject) => {
	const { name, arguments: toolParameters } = call(tool('sms.send'), given);
	return { name, arguments: { toolParameters, hitlParameters: {} } };
};

it('an agent with Execute Once and two items asks, and does it once', async () => {
	const part = model.play([[gatedCall({ from, to: stranger, body })], 'Done.']);
	const id = await sandbox.startWorkflow(reviewed('reviewOnce', part.prompt, ['Boss'], true));
	expect((await approve(await linkAsked())).status).toBe(200);
	expect(await ended(id)).toBe('success');
	expect(arrived()).toStrictEqual([person, stranger]);
});

it('a review behind a review: after the approval, the other one is refused with the reason', async () => {
	const part = model.play([[gatedCall({ from, to: stranger, body })], 'Done.']);
	const workflow = reviewed('reviewTwice', part.prompt, ['Boss', 'Boss of the boss'], false);
	const id = await sandbox.startWorkflow(workflow);
	expect((await approve(await linkAsked())).status).toBe(200);
	expect(await ended(id)).toBe('success');
	expect(part.results[0][0]).toContain('cannot stand behind another human review');
	expect(arrived()).toStrictEqual([person]);
});

/** The same workflow, started by a webhook. */
const live = (workflow: WorkflowFile): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((one) =>
		one.name === 'Start'
			? {
					...node('Start', 'n8n-nodes-base.webhook', 2, { path: workflow.id, httpMethod: 'POST' }),
					webhookId: workflow.id,
				}
			: one,
	),
});
const startLive = async (workflow: WorkflowFile) => {
	await sandbox.publish(live(workflow));
	await http.post(`${sandbox.n8n.url}/webhook/${workflow.id}`);
	return await waitFor(`"${workflow.id}" to start`, 60, async () => {
		const [run] = await executionsOf(sandbox.n8n.rest, workflow.id);
		return run?.status === 'waiting' ? run.id : undefined;
	});
};

it("a restart of n8n loses an agent's review, and keeps an ordinary node's question", async () => {
	const part = model.play([[gatedCall({ from, to: stranger, body })], 'Done.']);
	await startLive(reviewed('reviewRestart', part.prompt, ['Boss'], false));
	const linkOfAgent = await linkAsked();
	sandbox.simulator.reset();
	const ordinary = await startLive({
		id: 'questionRestart',
		name: 'Test: questionRestart',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			{
				...asNode({ name: 'Ask', parameters: question as never }),
				type: 'n8n-nodes-voice-sms.voiceSms',
				webhookId: randomUUID(),
			},
		],
		connections: { Start: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
	});
	await linkAsked();
	await sandbox.restartN8n();
	expect((await approve(await linkAsked())).status).toBe(200);
	expect(await ended(ordinary)).toBe('success');
	expect(await approve(linkOfAgent)).toMatchObject({ status: 409 });
	expect(arrived()).not.toContain(stranger);
});
