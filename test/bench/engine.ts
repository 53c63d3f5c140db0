import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type {
	ICredentialType,
	IConnections,
	IDataDeduplicator,
	IDataObject,
	INode,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';

import type { NodeContender, Outcome, Task } from './contenders/contender';

type Constructor = new (...args: never[]) => object;

interface Container {
	get<T>(type: Constructor): T;
	set(type: Constructor, value: unknown): void;
}

/** A trigger that n8n polls. */
export interface Poller {
	poll(): Promise<IDataObject[]>;
	stateBytes(): number;
}

/** Id of the workflow that every contender is in; n8n keeps the keys of Send Once with it. */
const workflowId = 'bench';

interface CredentialRecord {
	id: string;
	name: string;
	type: string;
	data: string;
}

/**
 * The engine of n8n as it is installed for the sandbox, in the state in which `n8n start` runs
 * workflows: its settings, its SQLite database, its encrypted credentials, its expression engine.
 * It reads N8N_USER_FOLDER, which must be set before.
 */
export class Engine {
	private readonly core: typeof Core;
	private readonly workflow: typeof N8nWorkflow;
	private readonly container: Container;
	private readonly fromN8n: NodeJS.Require;
	private readonly fromFolder: NodeJS.Require;

	/** @param n8nFolder in which n8n is installed */
	constructor(n8nFolder: string) {
		this.fromFolder = createRequire(join(n8nFolder, 'package.json'));
		this.fromN8n = createRequire(this.fromFolder.resolve('n8n/package.json'));
		this.fromN8n('reflect-metadata');
		this.fromN8n('n8n/dist/config');
		this.core = this.fromN8n('n8n-core');
		this.workflow = this.fromN8n('n8n-workflow');
		({ Container: this.container } = this.fromN8n('@n8n/di') as { Container: Container });
	}

	/** What n8n does before its first workflow (n8n 2.41, commands/base-command.js and start.js). */
	async start({ migrate = false } = {}): Promise<void> {
		const { DbConnection } = this.fromN8n('@n8n/db') as Record<string, Constructor>;
		const { EncryptionBootstrapService } = this.fromN8n(
			'n8n/dist/encryption/encryption-bootstrap.service.js',
		) as Record<string, Constructor>;
		const database = this.container.get<{ init(): Promise<void>; migrate(): Promise<void> }>(
			DbConnection,
		);
		await database.init();
		if (migrate) await database.migrate();
		await this.container.get<{ run(): Promise<void> }>(EncryptionBootstrapService).run();
		const { LicenseState } = this.fromN8n('@n8n/backend-common') as Record<string, Constructor>;
		// The community edition.
		this.container
			.get<{ setLicenseProvider(provider: object): void }>(LicenseState)
			.setLicenseProvider({ isLicensed: () => false, getValue: () => undefined });
		const { getDataDeduplicationService } = this.fromN8n('n8n/dist/deduplication') as {
			getDataDeduplicationService(): IDataDeduplicator;
		};
		await this.core.DataDeduplicationService.init(getDataDeduplicationService());
		if (migrate) await this.storeWorkflow();
		await this.startExpressions();
	}

	/** n8n's database keeps the keys of Send Once for workflows that it has only. */
	private async storeWorkflow(): Promise<void> {
		const { WorkflowRepository } = this.fromN8n('@n8n/db') as Record<string, Constructor>;
		const empty = { name: workflowId, active: false, nodes: [], connections: {}, settings: {} };
		await this.container
			.get<{ insert(record: object): Promise<unknown> }>(WorkflowRepository)
			.insert({ id: workflowId, versionId: workflowId, ...empty });
	}

	/** Name of the expression engine that runs, for instance "vm". */
	get expressionEngine(): string {
		return this.workflow.Expression.getActiveImplementation();
	}

	/** Folders of the copies of n8n-workflow that are loaded; there must be one. */
	get loadedWorkflowCopies(): string[] {
		const roots = Object.keys(require.cache).flatMap((file) => {
			const [before, after] = file.split(/[\\/]node_modules[\\/]n8n-workflow[\\/]/);
			return after === undefined ? [] : [before];
		});
		return [...new Set(roots)];
	}

	/** A function that runs the contender's nodes on items; the credentials are stored here. */
	async prepare(
		contender: NodeContender,
		facts: Task['facts'],
	): Promise<(task: Task, items: IDataObject[]) => Promise<Outcome>> {
		const helper = await this.storeCredentials(contender, facts);
		const nodeTypes = this.nodeTypesOf(contender);
		return async (task, items) => await this.run(contender, nodeTypes, helper, task, items);
	}

	/**
	 * A trigger in a workflow that was just published. Each poll gives what n8n would start the
	 * workflow with, and `stateBytes` what n8n then saves.
	 */
	async poller(contender: NodeContender, task: Task): Promise<Poller> {
		const helper = await this.storeCredentials(contender, task.facts);
		const nodeTypes = this.nodeTypesOf(contender);
		const { workflow, nodes } = this.workflowOf(contender, nodeTypes, task);
		const context = new this.core.PollContext(
			workflow,
			nodes[0],
			this.additionalData(helper),
			'trigger',
			'activate',
		);
		const pollers = new this.core.TriggersAndPollers();
		return {
			poll: async () => {
				const output = await pollers.runPollFunction(workflow, nodes[0], context);
				return (output?.[0] ?? []).map(({ json }) => json);
			},
			stateBytes: () => Buffer.byteLength(JSON.stringify(workflow.staticData)),
		};
	}

	private async startExpressions(): Promise<void> {
		const { GlobalConfig } = this.fromN8n('@n8n/config') as Record<string, Constructor>;
		const { expressionEngine: config } = this.container.get<{
			expressionEngine: Record<string, never> & { idleTimeout?: number };
		}>(GlobalConfig);
		await this.workflow.Expression.initExpressionEngine({
			engine: config.engine,
			poolSize: config.poolSize,
			maxCodeCacheSize: config.maxCodeCacheSize,
			bridgeTimeout: config.bridgeTimeout,
			bridgeMemoryLimit: config.bridgeMemoryLimit,
			idleTimeoutMs: config.idleTimeout === undefined ? undefined : config.idleTimeout * 1000,
			lazyAcquire: config.lazyAcquire,
			compileCache: config.compileCache,
		});
	}

	/** n8n's own credentials helper, with the contender's credentials in n8n's own database. */
	private async storeCredentials(
		{ credentials }: NodeContender,
		facts: Task['facts'],
	): Promise<IWorkflowExecuteAdditionalData['credentialsHelper']> {
		const { CredentialTypes } = this.fromN8n('n8n/dist/credential-types.js') as Record<
			string,
			Constructor
		>;
		const { CredentialsHelper } = this.fromN8n('n8n/dist/credentials-helper.js') as Record<
			string,
			Constructor
		>;
		const { CredentialsRepository } = this.fromN8n('@n8n/db') as Record<string, Constructor>;
		this.container.set(CredentialTypes, {
			recognizes: (name: string) => name in credentials,
			getByName: (name: string): ICredentialType => credentials[name].type,
			getSupportedNodes: () => [],
			getParentTypes: () => [],
		});
		const repository = this.container.get<{
			create(record: CredentialRecord): CredentialRecord;
			save(record: CredentialRecord): Promise<unknown>;
		}>(CredentialsRepository);
		for (const [type, { values }] of Object.entries(credentials)) {
			const encrypted = new this.core.Credentials({ id: type, name: type }, type);
			await encrypted.setData(values(facts) as never);
			await repository.save(
				repository.create({ id: type, name: type, type, data: encrypted.data as string }),
			);
		}
		return this.container.get(CredentialsHelper);
	}

	private nodeTypesOf({ nodeTypes }: NodeContender): INodeTypes {
		const { NodeHelpers } = this.workflow;
		const typed = (name: string): INodeType | IVersionedNodeType => nodeTypes[name];
		return {
			getByName: typed,
			getByNameAndVersion: (name, version) =>
				NodeHelpers.getVersionedNodeType(typed(name), version),
			getKnownTypes: () => ({}),
		};
	}

	private async run(
		contender: NodeContender,
		nodeTypes: INodeTypes,
		credentialsHelper: IWorkflowExecuteAdditionalData['credentialsHelper'],
		task: Task,
		items: IDataObject[],
	): Promise<Outcome> {
		const { workflow, nodes } = this.workflowOf(contender, nodeTypes, task);
		const runExecutionData = this.workflow.createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					{
						node: nodes[0],
						data: { main: [items.map((json, item) => ({ json, pairedItem: { item } }))] },
						source: null,
					},
				],
			},
		});
		const execute = new this.core.WorkflowExecute(
			this.additionalData(credentialsHelper),
			// As in production: with "manual" nodes also report to the editor.
			'trigger',
			runExecutionData,
		);
		const { data } = await execute.processRunExecutionData(workflow);
		const { runData, error } = data.resultData;
		const last = runData[nodes[nodes.length - 1].name]?.at(-1)?.data?.main[0] ?? [];
		return {
			outputs: last.map(({ json, pairedItem }) => ({ json, item: indexOf(pairedItem) })),
			kept: data,
			...(error === undefined ? {} : { error: error.message }),
		};
	}

	private workflowOf(contender: NodeContender, nodeTypes: INodeTypes, task: Task) {
		const nodes = contender.nodes(task).map(
			({ credential, ...node }, index): INode => ({
				...node,
				id: `node-${index}`,
				position: [index * 200, 0],
				credentials:
					credential === undefined ? {} : { [credential]: { id: credential, name: credential } },
			}),
		);
		const connections = inARow(nodes);
		const workflow = new this.workflow.Workflow({
			id: workflowId,
			...{ nodes, connections, nodeTypes },
			active: false,
			settings: {},
		});
		return { workflow, nodes };
	}

	private additionalData(
		credentialsHelper: IWorkflowExecuteAdditionalData['credentialsHelper'],
	): IWorkflowExecuteAdditionalData {
		return {
			executionId: 'bench',
			currentNodeExecutionIndex: 0,
			hooks: new this.core.ExecutionLifecycleHooks('trigger', 'bench', {} as never),
			restApiUrl: 'http://127.0.0.1/rest',
			instanceBaseUrl: 'http://127.0.0.1/',
			formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
			webhookBaseUrl: 'http://127.0.0.1/webhook',
			webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
			webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
			variables: {},
			credentialsHelper,
			externalSecretsProxy: this.container.get(this.core.ExternalSecretsProxy as never),
			setExecutionStatus: () => {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}

function inARow(nodes: INode[]): IConnections {
	const connections: IConnections = {};
	for (let index = 1; index < nodes.length; index++) {
		connections[nodes[index - 1].name] = {
			main: [[{ node: nodes[index].name, type: 'main', index: 0 }]],
		};
	}
	return connections;
}

function indexOf(pairedItem: N8nWorkflow.INodeExecutionData['pairedItem']): number | undefined {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : first;
}
