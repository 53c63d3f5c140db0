import { ExecuteContext, WorkflowExecute } from 'n8n-core';
import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
} from 'n8n-workflow';
import {
	createEmptyRunExecutionData,
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';

import type { Clock } from '../../../nodes/VoiceSms/api/clock';
import { companyNumbers } from '../../simulator';
import { additionalDataWith, locator, nodeOf, nodeWith } from './engine';
import { endsWithTest } from '../jest/running';
import { fake, untyped } from './fake';

export interface ToolSetup {
	parameters: IDataObject;
	credential: { baseUrl: string; apiKey: string };
	/** Settings of the node: onError, retryOnFail, maxTries … */
	settings?: Partial<INode>;
	/** Of a second tool of the agent, with the parameters of the first. */
	other?: Partial<INode>;
	clock?: Clock;
	/** json of the agent's input item. */
	item?: IDataObject;
	/** Rounds of a loop: one run of the agent for each, with this item. A turn without calls ends a round. */
	rounds?: IDataObject[];
	/** json of the agent's input items, where it has several. */
	items?: IDataObject[];
	/** n8n's setting of the agent. */
	executeOnce?: boolean;
	/** The calls were approved at another node, by an agent that takes so many items at once. */
	approved?: { batchSize: number };
	/** Turns, from 0, of which the model is told nothing: beside an approved call, n8n drops the other answers. */
	drops?: number[];
	/** Answers on the page, one after the other, to the questions with which the execution waits. */
	person?: IDataObject[];
	/** State of an earlier execution, for n8n's "Retry". */
	contextData?: IDataObject;
	/** Called with the running execution, to cancel it for instance; how it ends is not judged then. */
	started?(execution: { cancel(): void }): void;
}

/** A call with this argument is one of the second tool. Beside a review, it is the tool that waits for approval. */
export const byOther = { otherTool: true };
const otherTool = 'Texting too';

/** The shipped node as n8n makes a tool of it: same code, output to agents (n8n, tool-generation). */
export function toolType(clock?: Clock): INodeType {
	const tool = nodeWith({ clock, asTool: true });
	const { description } = tool;
	const displayName = `${description.displayName} Tool`;
	const outputs = [NodeConnectionTypes.AiTool];
	return { ...tool, description: { ...description, displayName, inputs: [], outputs } };
}

function toolNode({ parameters, settings }: ToolSetup, id: string): INode {
	return nodeOf(id, 'Texting', 'n8n-nodes-voice-sms.voiceSmsTool', {
		parameters: { options: {}, ...parameters } as INode['parameters'],
		...settings,
	});
}

function typesOf(types: Record<string, INodeType>): INodeTypes {
	const named = (name: string) => types[name.replace('n8n-nodes-voice-sms.', '')];
	return { getByName: named, getByNameAndVersion: named, getKnownTypes: () => ({}) };
}

/** The expression that the editor saves for "Let the model define this parameter". */
export const fromModel = (key: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

/** Parameters of Send, its number and its text from the model. */
export const sendByModel = {
	resource: 'sms',
	operation: 'send',
	from: locator(companyNumbers[0]),
	to: fromModel('To_Number'),
	body: fromModel('Message'),
};

/** Parameters of Create or Update by phone, the number from the model. */
export const upsertByModel = {
	resource: 'contact',
	operation: 'upsert',
	matchBy: 'phone',
	phone: fromModel('Phone'),
	email: '',
	firstName: 'Ada',
	lastName: '',
};

const agentInputs = [
	NodeConnectionTypes.Main,
	{ type: NodeConnectionTypes.AiTool, displayName: 'Tool' },
];

/** An agent with the tool, as a workflow. */
function workflowWith(setup: ToolSetup, execute: INodeType['execute']) {
	const outputs = [NodeConnectionTypes.Main];
	const description = { name: 'agent', version: 1, inputs: agentInputs, outputs, properties: [] };
	const agent = fake<INodeType>({ description, execute });
	const { executeOnce } = setup;
	const agentNode = { ...nodeOf('agent-1', 'Agent', 'agent'), executeOnce };
	const { other, settings } = setup;
	const second = { ...setup, settings: { ...settings, name: otherTool, ...other } };
	const tools = [
		toolNode(setup, 'tool-1'),
		...(other === undefined ? [] : [toolNode(second, 'tool-2')]),
	];
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [...tools, agentNode],
		connections: Object.fromEntries(
			tools.map(({ name }) => [
				name,
				{ [NodeConnectionTypes.AiTool]: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			]),
		),
		active: false,
		nodeTypes: typesOf({
			agent,
			voiceSmsTool: toolType(setup.clock),
			voiceSmsHitlTool: toolType(setup.clock),
		}),
		settings: { executionOrder: 'v1' },
	});
	return { agentNode, workflow };
}

/** Runs the agent in n8n-core's engine, in an execution of its own or in one that is retried. */
async function execute(setup: ToolSetup, execute: INodeType['execute']): Promise<IRun> {
	const { agentNode, workflow } = workflowWith(setup, execute);
	const runData = createRunExecutionData({
		executionData: {
			contextData: untyped(setup.contextData ?? {}),
			nodeExecutionStack: (setup.rounds === undefined
				? [setup.items ?? [setup.item ?? {}]]
				: setup.rounds.map((one) => [one])
			).map((items) => ({
				node: agentNode,
				data: { main: [items.map((json) => ({ json }))] },
				source: { main: [{ previousNode: 'Chat' }] },
			})),
		},
	});
	const additionalData = additionalDataWith(async () => ({ ...setup.credential }));
	const execution = new WorkflowExecute(additionalData, 'trigger', runData);
	const running = endsWithTest(execution.processRunExecutionData(workflow));
	setup.started?.(running);
	let run = await running;
	for (const data of setup.person ?? []) {
		if (run.status !== 'waiting') break;
		// As n8n's database gives it back, with the answer as the output of the node that waits (webhook-helpers).
		const kept = JSON.parse(JSON.stringify(run.data)) as IRun['data'];
		const [waiting] = kept.executionData?.nodeExecutionStack ?? [];
		waiting.data.main = [[{ json: { data } }]];
		kept.waitTill = new Date(String(kept.waitTill));
		const again = new WorkflowExecute(additionalData, 'integrated', kept);
		const { workflow: loaded } = workflowWith(setup, execute);
		run = await endsWithTest(again.processRunExecutionData(loaded));
	}
	const error = run.data.resultData.runData.Agent?.at(-1)?.error ?? run.data.resultData.error;
	if (error !== undefined && setup.started === undefined) throw error as Error;
	return run;
}

/** What the agent of n8n gets of a connected tool (LangChain's DynamicStructuredTool). */
export interface Tool {
	name: string;
	description: string;
	schema: { safeParse(value: unknown): { success: boolean }; shape: Record<string, unknown> };
	invoke(args: IDataObject): Promise<string>;
}

/**
 * Runs AI Agent v2's way: n8n makes a function of the tool, which the agent calls while it runs itself
 * (n8n-core, get-input-connection-data).
 */
export async function underAgentV2(
	setup: ToolSetup,
	use: (tool: Tool) => Promise<void>,
): Promise<IRun> {
	return await execute(setup, async function (this: IExecuteFunctions) {
		const tools = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		expect(tools).toHaveLength(1);
		await use(tools[0]);
		return [[{ json: {} }]];
	});
}

let ephemeral = 0;

/**
 * Runs the tool as Agents (Preview) does: a workflow of the one node, without an id and without data
 * of an execution, and a node with an id of its own each time (n8n, ephemeral-node-executor).
 *
 * @param args what the model fills in
 * @throws what the node throws; the model is given its message
 */
export async function inAgentsPreview(
	setup: ToolSetup,
	args: IDataObject,
): Promise<INodeExecutionData[]> {
	const type = toolType(setup.clock);
	const node = toolNode(setup, `ephemeral-${ephemeral++}`);
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: typesOf({ voiceSmsTool: type }),
	});
	const additionalData = additionalDataWith(async () => ({ ...setup.credential }));
	delete additionalData.executionId;
	delete additionalData.hooks;
	const items = [{ json: args }];
	const input = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		input,
		{ node, data: input, source: null },
		[],
	);
	try {
		await workflow.expression.acquireIsolate();
		const output = (await type.execute?.call(context)) as INodeExecutionData[][];
		return output[0];
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

export interface AgentRun {
	/** What the model gets for each call of each turn: items' json, or `{ error }`. */
	answers: IDataObject[][][];
	run: IRun;
	/** Of the execution, for n8n's "Retry". */
	contextData: IDataObject;
}

/** The name of the tool that waits for approval. */
export const reviewedTool = 'send_sms';

/** A model's call of a tool behind a human review, as n8n queues it (n8n-nodes-langchain, createEngineRequests). */
function reviewOf({ hitlParameters, ...given }: IDataObject, gatedToolNodeName: string) {
	const { toolParameters } = given;
	return {
		input: {
			...given,
			tool: reviewedTool,
			...(hitlParameters as IDataObject | undefined),
			toolParameters,
		},
		metadata: {
			itemIndex: 0,
			hitl: {
				gatedToolNodeName,
				toolName: reviewedTool,
				originalInput: toolParameters,
			},
		},
	};
}

/**
 * The calls that n8n makes of one approval: one for each batch of items, about the first item of the batch
 * (n8n-nodes-langchain, executeBatch and processHitlResponses).
 */
function approvedCalls<Action>({ approved, items = [] }: ToolSetup, action: Action) {
	if (approved === undefined) return [action];
	const count = Math.ceil(items.length / approved.batchSize);
	return Array.from({ length: count }, (_, batch) => ({
		...action,
		metadata: { itemIndex: batch * approved.batchSize, parentNodeName: 'Review' },
	}));
}

interface Step {
	action: { toolCallId: string };
}

/** What the model has been told, as n8n keeps it (n8n-nodes-langchain, buildSteps). */
function stepsOf(response?: EngineResponse, isDropped = false): Step[] {
	const before =
		untyped<{ previousRequests?: Step[] } | undefined>(response?.metadata)?.previousRequests ?? [];
	if (isDropped) return before;
	const told = response?.actionResponses ?? [];
	return [...before, ...told.map(({ action }) => ({ action: { toolCallId: action.id } }))];
}

/**
 * Runs AI Agent v3's way: a node that asks n8n's engine to run the tool, as an ordinary node of the
 * execution, once for each call (n8n-core, requests-response).
 *
 * @param turns the model's, each with the arguments of its calls
 */
export async function underAgentV3(setup: ToolSetup, turns: IDataObject[][]): Promise<AgentRun> {
	const answers: IDataObject[][][] = [];
	let turn = 0;
	const run = await execute(
		setup,
		async function (
			this: IExecuteFunctions,
			response?: EngineResponse,
		): Promise<INodeExecutionData[][] | EngineRequest> {
			if (turn > 0) {
				answers.push(
					(response?.actionResponses ?? []).map(({ data }) =>
						(data.data?.ai_tool?.[0] ?? []).map(({ json }) => json),
					),
				);
			}
			const calls = turns[turn++];
			if (calls === undefined || calls.length === 0) return [[{ json: { done: true } }]];
			const isReview = setup.settings?.type?.endsWith('HitlTool') === true;
			const actions = calls.map(({ otherTool: isOther, ...input }, index) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: isOther === true ? otherTool : 'Texting',
				type: NodeConnectionTypes.AiTool,
				id: `call_${turn}_${index}`,
				...(isReview && isOther !== true
					? reviewOf(input, setup.other === undefined ? reviewedTool : otherTool)
					: { input, metadata: { itemIndex: 0 } }),
			}));
			return {
				actions: actions.flatMap((one) => approvedCalls(setup, one)),
				metadata: { previousRequests: stepsOf(response, setup.drops?.includes(turn - 2)) },
			};
		},
	);
	const contextData = run.data.executionData?.contextData ?? {};
	// As n8n's database gives it back.
	return { answers, run, contextData: JSON.parse(JSON.stringify(contextData)) };
}
