import { createRequire } from 'node:module';
import { setDefaultAutoSelectFamily } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Core from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeTypes,
	IWorkflowExecuteAdditionalData as AdditionalData,
} from 'n8n-workflow';

import { n8nFolder } from '../../sandbox/paths';
import type { NodeOfRow } from './contenders';

/** What this process is asked to do, by a message. */
export interface Order {
	nodes: NodeOfRow[];
	items: IDataObject[];
	/** How often. */
	times: number;
}

/** What a run gave; `error` is what the user is told when it failed. */
export interface Outcome {
	/** `item`: index of the input item that the output belongs to. */
	outputs: Array<{ json: IDataObject; item?: number }>;
	error?: string;
}

export interface Times {
	/** Seconds from start to end. */
	wall: number;
	/** Seconds of processor time of all threads of the process, user and system. */
	cpu: number;
	/** Longest time in milliseconds in which the event loop did nothing else. */
	block: number;
}

/** Values of each credential, by its type. */
export type Credentials = Record<string, IDataObject>;

type Constructor<T> = new (...args: never[]) => T;

const fromN8n = createRequire(
	createRequire(join(n8nFolder, 'package.json')).resolve('n8n/package.json'),
);
/** Of one of n8n's own services, what is used here. */
function service<T>(module: string, name: string): T {
	const { Container } = fromN8n('@n8n/di') as { Container: { get<S>(type: Constructor<S>): S } };
	return Container.get((fromN8n(module) as Record<string, Constructor<T>>)[name]);
}

const workflowId = 'bench';
/** Resolution of the event loop's watch, in ms. */
const watchEvery = 5;

/** n8n as its command `execute` starts it, with credentials and an empty workflow in its database. */
class N8n {
	private readonly core = fromN8n('n8n-core') as typeof Core;
	private readonly workflow = fromN8n('n8n-workflow') as typeof N8nWorkflow;
	private readonly pollers = new Map<string, () => Promise<Outcome>>();

	private constructor(
		private readonly nodeTypes: INodeTypes,
		private readonly additionalData: AdditionalData,
	) {}

	static async start(credentials: Credentials): Promise<N8n> {
		await service<{ loadModules(): Promise<void> }>(
			'@n8n/backend-common',
			'ModuleRegistry',
		).loadModules();
		const command = service<{ needsTaskRunner: boolean; init(): Promise<void> }>(
			'n8n/dist/commands/execute.js',
			'Execute',
		);
		command.needsTaskRunner = false;
		await command.init();
		const { getBase } = fromN8n('n8n/dist/workflow-execute-additional-data.js') as {
			getBase(): Promise<AdditionalData>;
		};
		const n8n = new N8n(service('n8n/dist/node-types.js', 'NodeTypes'), await getBase());
		await n8n.save(credentials);
		return n8n;
	}

	/** Runs nodes in a row, or polls the trigger if it is one. */
	async run({ nodes: given, items, times }: Order): Promise<Outcome & Times> {
		const isTrigger = this.nodeTypes.getByNameAndVersion(given[0].type).poll !== undefined;
		const once = isTrigger
			? this.pollerOf(given)
			: async () => await this.execute(this.workflowOf(given), items);
		global.gc?.();
		await sleep(50);
		const outcomes: Outcome[] = [];
		const watch = monitorEventLoopDelay({ resolution: watchEvery });
		watch.enable();
		const cpuBefore = process.cpuUsage();
		const began = performance.now();
		for (let run = 0; run < times; run++) outcomes.push(await once());
		const wall = (performance.now() - began) / 1000;
		const { user, system } = process.cpuUsage(cpuBefore);
		// A block at the very end is noticed only when the loop comes round again.
		await sleep(2 * watchEvery);
		watch.disable();
		return {
			...{ wall, cpu: (user + system) / 1e6, block: Math.max(0, watch.max / 1e6 - watchEvery) },
			outputs: outcomes.flatMap(({ outputs }) => outputs),
			error: outcomes.find(({ error }) => error !== undefined)?.error,
		};
	}

	private async save(credentials: Credentials): Promise<void> {
		type Repository = { insert(record: object): Promise<unknown> };
		// n8n keeps the keys of Send Once for workflows that it has only.
		const empty = { name: workflowId, active: false, nodes: [], connections: {} };
		await service<Repository>('@n8n/db', 'WorkflowRepository').insert({
			id: workflowId,
			versionId: workflowId,
			...empty,
		});
		for (const [type, values] of Object.entries(credentials)) {
			const encrypted = new this.core.Credentials({ id: type, name: type }, type);
			await encrypted.setData(values as never);
			const record = { id: type, name: type, type, data: encrypted.data };
			await service<Repository>('@n8n/db', 'CredentialsRepository').insert(record);
		}
	}

	private async execute(workflow: N8nWorkflow.Workflow, items: IDataObject[]): Promise<Outcome> {
		const [first, ...others] = Object.values(workflow.nodes);
		const main = [items.map((json, item) => ({ json, pairedItem: { item } }))];
		const runExecutionData = this.workflow.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: first, data: { main }, source: null }] },
		});
		const { ExecutionLifecycleHooks, WorkflowExecute } = this.core;
		const hooks = new ExecutionLifecycleHooks('trigger', 'bench', {} as never);
		const { data } = await new WorkflowExecute(
			{ ...this.additionalData, executionId: 'bench', hooks } as AdditionalData,
			'trigger',
			runExecutionData,
		).processRunExecutionData(workflow);
		const { runData, error } = data.resultData;
		const last = runData[(others.at(-1) ?? first).name]?.at(-1)?.data?.main[0] ?? [];
		return {
			outputs: last.map(({ json, pairedItem }) => ({ json, item: indexOf(pairedItem) })),
			error: error?.message,
		};
	}

	/** The trigger of a workflow that stays published from the first poll on. */
	private pollerOf(nodes: NodeOfRow[]): () => Promise<Outcome> {
		const [{ name }] = nodes;
		const known = this.pollers.get(name);
		if (known !== undefined) return known;
		const workflow = this.workflowOf(nodes);
		const node = workflow.nodes[name];
		const { PollContext, TriggersAndPollers } = this.core;
		const context = new PollContext(workflow, node, this.additionalData, 'trigger', 'activate');
		const poller = async () => {
			const output = await new TriggersAndPollers().runPollFunction(workflow, node, context);
			return { outputs: (output?.[0] ?? []).map(({ json }) => ({ json })) };
		};
		this.pollers.set(name, poller);
		return poller;
	}

	private workflowOf(given: NodeOfRow[]): N8nWorkflow.Workflow {
		const nodes = given.map(({ credential, ...node }, index): INode => {
			const type = this.nodeTypes.getByName(node.type);
			return {
				...node,
				id: node.name,
				typeVersion: 'currentVersion' in type ? type.currentVersion : 1,
				position: [index * 200, 0],
				...(credential && { credentials: { [credential]: { id: credential, name: credential } } }),
			};
		});
		const connections = Object.fromEntries(
			nodes.slice(1).map((node, index) => {
				return [
					nodes[index].name,
					{ main: [[{ node: node.name, type: 'main' as const, index: 0 }]] },
				];
			}),
		);
		const { nodeTypes } = this;
		const { Workflow } = this.workflow;
		return new Workflow({ id: workflowId, nodes, connections, nodeTypes, active: false });
	}
}

function indexOf(pairedItem: N8nWorkflow.INodeExecutionData['pairedItem']): number | undefined {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : first;
}

/** Argument: the credentials, as JSON. Says `ready`, then answers each order. */
async function main(): Promise<void> {
	process.once('disconnect', () => process.exit());
	// Both as n8n does at its start; the first also undoes what tsx turned on.
	process.setSourceMapsEnabled(false);
	setDefaultAutoSelectFamily(false);
	fromN8n('reflect-metadata');
	fromN8n('n8n/dist/config');
	const n8n = await N8n.start(JSON.parse(process.argv[2]) as Credentials);
	process.on(
		'message',
		(order: Order) => void n8n.run(order).then((answer) => process.send?.(answer), fail),
	);
	process.send?.('ready');
}

function fail(error: unknown): void {
	console.error(error);
	process.exit(1);
}

main().catch(fail);
