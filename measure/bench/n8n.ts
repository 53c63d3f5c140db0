import { createRequire } from 'node:module';
import { setDefaultAutoSelectFamily } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Core from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { n8nFolder } from '../../sandbox/paths';
import type { NodeOfRow } from './contenders';

/** What this process is asked to do, by a message. */
export interface Order {
	nodes: NodeOfRow[];
	items: IDataObject[];
	/** How often. */
	times: number;
}

export interface Outcome {
	/** `item`: index of the input item that the output belongs to. */
	outputs: Array<{ json: IDataObject; item?: number }>;
	/** What the user is told when the run failed. */
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

/** Resolution of the event loop's watch, in ms. */
const watchEvery = 5;
const workflowId = 'bench';
const fromN8n = createRequire(
	createRequire(join(n8nFolder, 'package.json')).resolve('n8n/package.json'),
);

/** One of n8n's own services, with what is used of it here. */
function service<T>(module: string, name: string): T {
	const { Container } = fromN8n('@n8n/di') as { Container: { get(type: unknown): T } };
	return Container.get((fromN8n(module) as Record<string, unknown>)[name]);
}

/** n8n as its command `execute` starts it. Gives what runs an order, and measures it. */
async function startN8n(credentials: Record<string, IDataObject>) {
	fromN8n('reflect-metadata');
	fromN8n('n8n/dist/config');
	const core = fromN8n('n8n-core') as typeof Core;
	const { createRunExecutionData, Workflow } = fromN8n('n8n-workflow') as typeof N8nWorkflow;
	type Modules = { loadModules(): Promise<void> };
	await service<Modules>('@n8n/backend-common', 'ModuleRegistry').loadModules();
	type Command = { needsTaskRunner: boolean; init(): Promise<void> };
	const command = service<Command>('n8n/dist/commands/execute.js', 'Execute');
	command.needsTaskRunner = false;
	await command.init();
	const { getBase } = fromN8n('n8n/dist/workflow-execute-additional-data.js') as {
		getBase(): Promise<IWorkflowExecuteAdditionalData>;
	};
	const additionalData = Object.assign(await getBase(), {
		executionId: 'bench',
		hooks: new core.ExecutionLifecycleHooks('trigger', 'bench', {} as never),
	});
	const nodeTypes = service<INodeTypes>('n8n/dist/node-types.js', 'NodeTypes');
	const pollers = new Map<string, () => Promise<Outcome>>();

	const insert = async (repository: string, record: object) => {
		type Repository = { insert(record: object): Promise<unknown> };
		await service<Repository>('@n8n/db', repository).insert(record);
	};
	// n8n keeps the keys of Send Once for workflows that it has only.
	const empty = { active: false, nodes: [], connections: {} };
	const ids = { id: workflowId, versionId: workflowId, name: workflowId };
	await insert('WorkflowRepository', { ...ids, ...empty });
	for (const [type, values] of Object.entries(credentials)) {
		const encrypted = new core.Credentials({ id: type, name: type }, type);
		await encrypted.setData(values as never);
		const { data } = encrypted;
		await insert('CredentialsRepository', { id: type, name: type, type, data });
	}

	function workflowOf(given: NodeOfRow[]): N8nWorkflow.Workflow {
		const nodes = given.map(({ credential, ...node }, index): INode => {
			const type = nodeTypes.getByName(node.type);
			const typeVersion = 'currentVersion' in type ? type.currentVersion : 1;
			const used = credential && { [credential]: { id: credential, name: credential } };
			return {
				...node,
				id: node.name,
				typeVersion,
				position: [index * 200, 0],
				credentials: used || {},
			};
		});
		const linkTo = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const connections = Object.fromEntries(
			nodes.slice(1).map(({ name }, index) => [nodes[index].name, linkTo(name)]),
		);
		return new Workflow({ id: workflowId, nodes, connections, nodeTypes, active: false });
	}

	async function execute(given: NodeOfRow[], items: IDataObject[]): Promise<Outcome> {
		const workflow = workflowOf(given);
		const main = [items.map((json, item) => ({ json, pairedItem: { item } }))];
		const node = workflow.nodes[given[0].name];
		const { data } = await new core.WorkflowExecute(
			additionalData,
			'trigger',
			createRunExecutionData({
				executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
			}),
		).processRunExecutionData(workflow);
		const { runData, error } = data.resultData;
		const last = runData[given[given.length - 1].name]?.at(-1)?.data?.main[0] ?? [];
		const outputs = last.map(({ json, pairedItem }) => {
			const [first] = [pairedItem].flat();
			return { json, item: typeof first === 'object' ? first.item : first };
		});
		return { outputs, error: error?.message };
	}

	/** The trigger of a workflow that stays published from the first poll on. */
	function pollerOf(given: NodeOfRow[]): () => Promise<Outcome> {
		const workflow = workflowOf(given);
		const node = workflow.nodes[given[0].name];
		const context = new core.PollContext(workflow, node, additionalData, 'trigger', 'activate');
		const triggers = new core.TriggersAndPollers();
		return async () => {
			const output = await triggers.runPollFunction(workflow, node, context);
			return { outputs: (output?.[0] ?? []).map(({ json }) => ({ json })) };
		};
	}

	return async ({ nodes, items, times }: Order): Promise<Outcome & Times> => {
		const [{ type }] = nodes;
		const isTrigger = nodeTypes.getByNameAndVersion(type).poll !== undefined;
		if (isTrigger && !pollers.has(type)) pollers.set(type, pollerOf(nodes));
		const once = pollers.get(type) ?? (async () => await execute(nodes, items));
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
			wall,
			cpu: (user + system) / 1e6,
			block: Math.max(0, watch.max / 1e6 - watchEvery),
			outputs: outcomes.flatMap(({ outputs }) => outputs),
			error: outcomes.find(({ error }) => error !== undefined)?.error,
		};
	};
}

/** Argument: the values of each credential by its type, as JSON. Says `ready`, then answers each order. */
async function main(): Promise<void> {
	process.once('disconnect', () => process.exit());
	// Both as n8n does at its start; the first also undoes what tsx turned on.
	process.setSourceMapsEnabled(false);
	setDefaultAutoSelectFamily(false);
	const run = await startN8n(JSON.parse(process.argv[2]) as Record<string, IDataObject>);
	const obey = async (order: Order) => process.send?.(await run(order));
	process.on('message', (order: Order) => void obey(order).catch(fail));
	process.send?.('ready');
}

function fail(error: unknown): void {
	console.error(error);
	process.exit(1);
}

main().catch(fail);
