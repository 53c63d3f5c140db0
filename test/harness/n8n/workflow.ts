import { WorkflowExecute } from 'n8n-core';
import type {
	IConnections,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { endsWithTest } from '../jest/running';
import { testClock } from '../time/clock';
import { additionalDataWith, type NodeRun, nodeOf, nodeWith } from './engine';
import { fake, untyped } from './fake';
import { inFewWords } from './wordCount';

/** The node under test in a workflow. */
export const sender = 'Voice and SMS';

export interface WorkflowRun {
	/** What stands beside the sender, by its name. */
	others: Record<string, INodeType>;
	/** "Loop 1 > Voice and SMS": from an output, 0 if it is left out, to the input of a node. */
	connections: string[];
	/** The first node, and the json of its items. */
	first: string;
	items: IDataObject[];
	parameters: IDataObject;
	credential: NodeRun['credential'];
	/** Settings of the sender. */
	settings?: Partial<INode>;
	/** Settings of another node, by its name. */
	settingsOf?: Record<string, Partial<INode>>;
	mode?: WorkflowExecuteMode;
	/** Called with the running execution, to cancel it for instance. */
	started?(execution: { cancel(): void }): void;
	/** What n8n gives an execution, such as how to run a sub-workflow. */
	additional?: Partial<IWorkflowExecuteAdditionalData>;
}

/** Runs a workflow of several nodes in n8n-core's own engine, each branch to its end (execution order v1). */
export async function runWorkflow(given: WorkflowRun): Promise<IRun> {
	const types: Record<string, INodeType> = {
		...given.others,
		voiceSms: nodeWith({ clock: testClock() }),
	};
	const named = (name: string) => types[name.replace('n8n-nodes-voice-sms.', '')];
	const others = Object.keys(given.others).map((name) =>
		nodeOf(name, name, name, given.settingsOf?.[name]),
	);
	const own = nodeOf('node-1', sender, 'n8n-nodes-voice-sms.voiceSms', {
		parameters: given.parameters as INode['parameters'],
		...given.settings,
	});
	const nodes = [...others, own];
	const workflow = new Workflow({
		id: 'workflow-1',
		name: 'Reminders',
		nodes,
		connections: connectionsOf(given.connections),
		active: false,
		nodeTypes: { getByName: named, getByNameAndVersion: named, getKnownTypes: () => ({}) },
		settings: { executionOrder: 'v1' },
	});
	const node = workflow.getNode(given.first) as INode;
	const main = [given.items.map((json): INodeExecutionData => ({ json }))];
	const runData = createRunExecutionData({
		executionData: {
			contextData: {},
			nodeExecutionStack: [{ node, data: { main }, source: null }],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	});
	const additionalData = additionalDataWith(async () => ({ ...given.credential }));
	Object.assign(additionalData, given.additional);
	const execute = new WorkflowExecute(additionalData, given.mode ?? 'trigger', runData);
	const running = endsWithTest(execute.processRunExecutionData(workflow));
	given.started?.(running);
	const run = await running;
	for (const { error, hints = [], data } of Object.values(run.data.resultData.runData).flat()) {
		const [items, errorItems] = (data?.main ?? []).map((all) => all ?? []);
		inFewWords({ error, hints: hints.map(({ message }) => message), items, errorItems });
	}
	return run;
}

function connectionsOf(all: string[]): IConnections {
	const connections: IConnections = {};
	for (const one of all) {
		const [, from, output, node] = /^(.+?)(?: (\d))? > (.+)$/.exec(one) ?? [];
		const main = ((connections[from] ??= { main: [] }).main ??= []);
		const at = Number(output ?? 0);
		while (main.length <= at) main.push([]);
		main[at]?.push({ node, type: NodeConnectionTypes.Main, index: 0 });
	}
	return connections;
}

/** A node that gives these outputs. */
export function nodeThat(
	outputs: number,
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
): INodeType {
	const main = NodeConnectionTypes.Main;
	const description = {
		name: 'other',
		version: 1,
		inputs: [main],
		outputs: Array.from({ length: outputs }, () => main),
		properties: [],
	};
	return fake<INodeType>({ description: untyped(description), execute });
}

/** A node that gives each output its input. */
export const passes = (outputs = 1) =>
	nodeThat(outputs, async function () {
		const items = this.getInputData();
		return await Promise.resolve(Array.from({ length: outputs }, () => [...items]));
	});

/** n8n's *Loop Over Items*: "done" and "loop" (n8n-nodes-base, SplitInBatchesV3). */
export const loopOverItems = (batchSize: number) =>
	nodeThat(2, async function () {
		const state = this.getContext('node') as Record<
			'left' | 'done',
			INodeExecutionData[] | undefined
		>;
		if (state.left === undefined) state.done = [];
		else state.done?.push(...this.getInputData());
		state.left ??= this.getInputData().slice();
		const round = state.left.splice(0, batchSize);
		return await Promise.resolve(round.length === 0 ? [state.done ?? [], []] : [[], round]);
	});
