import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { VoiceSmsApi } from '../../../credentials/VoiceSmsApi.credentials';
import type { Clock } from '../../../nodes/VoiceSms/api/clock';
import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { run as runOperations } from '../../../nodes/VoiceSms/run/run';
import { VoiceSms } from '../../../nodes/VoiceSms/VoiceSms.node';
import { testClock } from '../time/clock';
import { untyped } from './fake';
import { inFewWords } from './wordCount';

export interface NodeRun {
	parameters: IDataObject;
	/** json of the input items; one empty item when left out. */
	items?: IDataObject[];
	/** json of the items of another run of the node, queued behind this one as for a second branch. */
	queued?: IDataObject[];
	credential: { baseUrl: string; apiKey: string; skipTag?: string; testNumbers?: string | null };
	/** How n8n starts the execution; a production run when left out. */
	mode?: WorkflowExecuteMode;
	/** What n8n gives an execution, such as the mode of the workflow that called it. */
	additional?: IDataObject;
	/** The mode in which n8n began the execution that it retries. */
	retryOf?: WorkflowExecuteMode;
	/** Time zone of the workflow. */
	timeZone?: string;
	/** Settings of the node: onError, retryOnFail, maxTries … */
	settings?: Partial<INode>;
	clock?: Clock;
	/** Called with the running execution, to cancel it for instance. */
	started?(execution: { cancel(): void }): void;
	/** Runs it under the type that n8n gives a node that an agent uses as a tool. */
	asTool?: boolean;
	/** Another copy of the shipped code, as another process has. */
	code?: Code;
	/** In the place of the shipped node. */
	type?: INodeType;
	/** A node whose id n8n lets nobody change. */
	locked?: boolean;
	/** State of an earlier execution, for n8n's "Retry". */
	contextData?: IDataObject;
}

/** The parts of the shipped code that an execution begins with. */
export interface Code {
	operations: typeof operationsWithOptions;
	run: typeof runOperations;
}

export interface NodeResult {
	items: INodeExecutionData[];
	/** Items of the error branch, with `onError: continueErrorOutput`. */
	errorItems: INodeExecutionData[];
	error?: {
		message: string;
		description?: string;
		name: string;
		httpCode?: string;
		context: IDataObject;
		failure?: IDataObject;
	};
	hints: string[];
	/** How often the credential was read. */
	credentialReads: number;
	run: IRun;
}

const nodeName = 'Voice and SMS';
let made: VoiceSms | undefined;
/**
 * The shipped node: n8n, too, has one of it in a process. Made when it is asked for: under tsx, which looks for
 * `VoiceSms.node.json` first, there is none.
 */
export const voiceSms = (): VoiceSms => (made ??= new VoiceSms());

/** Runs one node in n8n-core's own engine, over real HTTP. */
export async function runNode(options: NodeRun): Promise<NodeResult> {
	const node = nodeOf(
		'node-1',
		nodeName,
		`n8n-nodes-voice-sms.voiceSms${options.asTool === true ? 'Tool' : ''}`,
		{ parameters: options.parameters as INode['parameters'], ...options.settings },
	);
	if (options.locked === true) {
		Object.defineProperty(node, 'id', { value: node.id, enumerable: true, configurable: false });
	}
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesWith(options.type ?? nodeWith(options)),
		settings: options.timeZone === undefined ? {} : { timezone: options.timeZone },
	});
	let credentialReads = 0;
	const additionalData = additionalDataWith(async () => {
		credentialReads++;
		return { ...options.credential };
	});
	const itemsOf = (all: IDataObject[]) => all.map((json): INodeExecutionData => ({ json }));
	// For the error branch n8n looks the input up in the node before, which is not there.
	const isBranched = options.settings?.onError === 'continueErrorOutput';
	const source = isBranched ? null : { main: [{ previousNode: 'Items' }] };
	const runExecutionData = createRunExecutionData({
		executionData: {
			contextData: untyped(options.contextData ?? {}),
			nodeExecutionStack: [options.items ?? [{}], ...(options.queued ? [options.queued] : [])].map(
				(items) => ({ node, data: { main: [itemsOf(items)] }, source }),
			),
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	});
	Object.assign(additionalData, options.additional);
	const { executionData } = runExecutionData;
	if (executionData !== undefined && options.retryOf !== undefined) {
		executionData.runtimeData = { version: 1, establishedAt: 0, source: options.retryOf };
	}
	const execute = new WorkflowExecute(additionalData, options.mode ?? 'trigger', runExecutionData);
	const execution = execute.processRunExecutionData(workflow);
	options.started?.(execution);
	const run = await execution;
	const task = run.data.resultData.runData[nodeName]?.at(-1);
	const error = (task?.error ?? run.data.resultData.error) as NodeResult['error'];
	return inFewWords({
		items: task?.data?.main[0] ?? [],
		errorItems: task?.data?.main[1] ?? [],
		error,
		hints: (task?.hints ?? []).map(({ message }) => message),
		credentialReads,
		run,
	});
}

/** The same at this service, on a clock whose waits take no time. */
export async function runAt(
	credential: NodeRun['credential'],
	parameters: IDataObject,
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	return await runNode({ parameters, credential, clock: testClock(), ...more });
}

/** What n8n keeps of an execution, for its "Retry". */
export function contextOf({ run }: Pick<NodeResult, 'run'>): IDataObject {
	return JSON.parse(JSON.stringify(run.data.executionData?.contextData ?? {})) as IDataObject;
}

/** A node of a workflow, with a credential of the service. */
export function nodeOf(id: string, name: string, type: string, own: Partial<INode> = {}): INode {
	const credentials = { voiceSmsApi: { id: '1', name: 'Voice and SMS account' } };
	return { id, name, type, typeVersion: 1, position: [0, 0], parameters: {}, credentials, ...own };
}

/** The shipped node, or the same with a clock whose waits take no time, or as a tool. */
export function nodeWith({ clock, code, asTool = false }: Partial<NodeRun>): INodeType {
	if (clock === undefined && code === undefined && !asTool) return voiceSms();
	const { description, methods } = voiceSms();
	const shipped = code ?? { operations: operationsWithOptions, run: runOperations };
	// As n8n makes a tool of it (n8n, tool-generation).
	const tool = { ...description, name: `${description.name}Tool` };
	return {
		description: asTool ? tool : description,
		methods,
		async execute(this: IExecuteFunctions) {
			return await shipped.run(this, shipped.operations, clock);
		},
	} as INodeType;
}

export function nodeTypesWith(node: INodeType): INodeTypes {
	return {
		getByName: () => node,
		getByNameAndVersion: () => node,
		getKnownTypes: () => ({}),
	};
}

/** A saved workflow with one of our nodes, as n8n has it when somebody visits a link. */
export function savedNode(name: string, parameters: INode['parameters'] = {}) {
	const type = new VoiceSms();
	const node: INode = {
		id: 'node-1',
		name,
		type: 'n8n-nodes-voice-sms.voiceSms',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes = nodeTypesWith(type);
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	return { type, node, workflow };
}

/** What n8n gives an execution from outside: here the credential, authenticated as n8n does. */
export function additionalDataWith(
	readCredential: () => Promise<IDataObject>,
): IWorkflowExecuteAdditionalData {
	const credential = new VoiceSmsApi();
	return untyped<IWorkflowExecuteAdditionalData>({
		executionId: '1',
		hooks: new ExecutionLifecycleHooks('trigger', '1', untyped({})),
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
		variables: {},
		credentialsHelper: {
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			getDecrypted: readCredential,
			preAuthentication: async () => undefined,
			authenticate: async (data: never, _type: string, options: never) => {
				return await (credential.authenticate as (...all: never[]) => Promise<unknown>)(
					data,
					options,
				);
			},
		},
		externalSecretsProxy: {},
		setExecutionStatus: () => {},
	});
}

/** A resource locator's value, as the editor saves it. */
export const locator = (value: string, mode = 'id') => ({ __rl: true, mode, value });
