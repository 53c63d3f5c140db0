import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { parse } from 'flatted';
import type { INode, INodeExecutionData, IRunExecutionData, IWorkflowBase } from 'n8n-workflow';
import {
	editorApi,
	executionsOf,
	findWorkflow,
	savedId,
	type Publication,
	type SavedWorkflow,
} from './editorApi';
import { examplesFolder } from './paths';
import { waitFor } from './progress';

const credentialType = 'voiceSmsApi';
const credentialName = 'Voice and SMS account';
/** What examples need besides: the values are for the user to fill in. */
const otherCredentials = [
	{ name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'fill in' } },
	{ name: 'Bearer Auth account', type: 'httpBearerAuth', data: { token: 'fill in' } },
];
const runSeconds = 180;
const running = ['new', 'running', 'waiting'];

/** A workflow as n8n exports it; the id is what makes a second import an update. */
export type WorkflowFile = Pick<IWorkflowBase, 'id' | 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;

/** A workflow in `examples/`. */
export interface Example extends WorkflowFile {
	/** Its name there, without the ending: `01-send-sms`. */
	file: string;
}

export interface Run {
	status: string;
	error?: { message: string; description?: string };
	/** What each node that ran gave: one list of items per output. */
	outputs: Record<string, INodeExecutionData[][]>;
	data: IRunExecutionData;
}

/** The items that a node gave on its first output. */
export function items({ outputs }: Run, node: string): INodeExecutionData[] {
	return outputs[node]?.[0] ?? [];
}

interface Credential {
	id: string;
	name: string;
	type: string;
}

export interface CredentialValues {
	baseUrl: string;
	apiKey: string;
	defaultCountry?: string;
	skipTag?: string;
	testNumbers?: string;
}

/** What a practice enters in its first week, besides address and key (docs/first-week.md). */
export const ofAPractice = { defaultCountry: 'US', skipTag: 'no-sms' };

export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

/** Creates the example credential, or gives the existing one these values; answers its id. */
export async function saveCredential(rest: AxiosInstance, data: CredentialValues) {
	const { data: all } = await rest.get<Credential[]>('/credentials');
	const existing = all.find(({ name, type }) => name === credentialName && type === credentialType);
	const credential = { name: credentialName, type: credentialType, data };
	if (existing) {
		await rest.patch(`/credentials/${existing.id}`, credential);
		return existing.id;
	}
	const created = await rest.post<{ id: string }>('/credentials', credential);
	return created.data.id;
}

/** Creates the credentials of other services that examples name, unless they exist. */
export async function addOtherCredentials(rest: AxiosInstance) {
	const { data: all } = await rest.get<Credential[]>('/credentials');
	for (const one of otherCredentials) {
		const isThere = all.some(({ name, type }) => name === one.name && type === one.type);
		if (!isThere) await rest.post('/credentials', one);
	}
}

/** What n8n shows under "Connection" when a credential with these values is saved. */
export async function testCredential(rest: AxiosInstance, id: string, data: CredentialValues) {
	const answer = await rest.post<CredentialTest>('/credentials/test', {
		credentials: { id, name: credentialName, type: credentialType, data },
	});
	return answer.data;
}

/** The example workflows in the order of their file names. */
export function readExamples(): Example[] {
	return readdirSync(examplesFolder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => {
			const text = readFileSync(join(examplesFolder, name), 'utf8');
			return { ...(JSON.parse(text) as WorkflowFile), file: name.replace(/\.json$/, '') };
		});
}

/**
 * Creates a workflow in n8n, or updates the one with its id. Its nodes get the example credential, and
 * of other types the credential with the name that they give.
 *
 * @returns it as n8n has it then
 */
export async function saveWorkflow(
	rest: AxiosInstance,
	workflow: WorkflowFile,
	credentialId: string,
): Promise<SavedWorkflow> {
	const { name, connections, settings = {}, pinData = {} } = workflow;
	const { data: credentials } = await rest.get<Credential[]>('/credentials');
	const nodes = workflow.nodes.map((node) => withCredentials(node, credentialId, credentials));
	const existing = await findWorkflow(rest, workflow);
	// n8n refuses to change a workflow that the user has put away.
	if (existing?.isArchived) await rest.post(`/workflows/${existing.id}/unarchive`);
	const body = { name, nodes, connections, settings, pinData };
	const { data: saved } = existing
		? await rest.patch<SavedWorkflow>(`/workflows/${existing.id}`, body)
		: await rest.post<SavedWorkflow>('/workflows', {
				...(await editorApi(rest)).beginning(workflow),
				...body,
			});
	return saved;
}

/** Runs a saved workflow from its trigger, as the editor does, and waits for its outputs. */
export async function runSaved(rest: AxiosInstance, workflow: WorkflowFile): Promise<Run> {
	const executionId = await startSaved(rest, workflow);
	return await waitFor(`"${workflow.name}" to end`, runSeconds, async () => {
		return await readRun(rest, executionId);
	});
}

/** Starts a saved workflow from its trigger, as the editor does; gives the id of the execution. */
export async function startSaved(rest: AxiosInstance, workflow: WorkflowFile): Promise<string> {
	const id = await savedId(rest, workflow);
	const trigger = workflow.nodes.find(({ type }) => /Trigger$|\.webhook$/.test(type));
	const { data } = await rest.post<{ executionId: string }>(`/workflows/${id}/run`, {
		...(await (await editorApi(rest)).running(rest, id)),
		triggerToStartFrom: { name: trigger?.name },
	});
	return data.executionId;
}

/** Publishes a saved workflow and waits until n8n has started its trigger, or could not. */
export async function publishSaved(
	rest: AxiosInstance,
	workflow: WorkflowFile,
): Promise<Publication> {
	const id = await savedId(rest, workflow);
	const { data: saved } = await rest.get<{ versionId: string }>(`/workflows/${id}`);
	return await (await editorApi(rest)).publish(rest, id, saved.versionId);
}

export async function unpublishSaved(rest: AxiosInstance, workflow: WorkflowFile) {
	await (await editorApi(rest)).unpublish(rest, await savedId(rest, workflow));
}

/**
 * What the triggers of a workflow have started and is over, oldest first.
 *
 * @param known executions read before, by their id; this call adds its own
 */
export async function readTriggered(
	rest: AxiosInstance,
	workflow: WorkflowFile,
	known: Map<string, Run>,
): Promise<Run[]> {
	const started = await executionsOf(rest, await savedId(rest, workflow));
	const over = started
		.filter(({ mode, status }) => mode === 'trigger' && !running.includes(status))
		.reverse();
	const runs: Run[] = [];
	for (const { id: executionId } of over) {
		const run = known.get(executionId) ?? (await readRun(rest, executionId));
		if (run === undefined) continue;
		known.set(executionId, run);
		runs.push(run);
	}
	return runs;
}

async function readRun(rest: AxiosInstance, executionId: string): Promise<Run | undefined> {
	const { data: execution } = await rest.get<{ status: string; data: string }>(
		`/executions/${executionId}`,
	);
	if (running.includes(execution.status)) return undefined;
	const data = parse(execution.data) as IRunExecutionData | undefined;
	// n8n 1 writes it a moment after the status: until then it is that of the wait, with nodes still to run.
	const toRun = data?.executionData?.nodeExecutionStack ?? [];
	if (data === undefined || (execution.status === 'success' && toRun.length > 0)) return undefined;
	const { runData, error } = data.resultData;
	const outputs = Object.entries(runData).map(([name, runs]) => [
		name,
		runs.at(-1)?.data?.main?.map((items) => items ?? []) ?? [],
	]);
	return {
		status: execution.status,
		error: error && { message: error.message, description: error.description ?? undefined },
		outputs: Object.fromEntries(outputs),
		data,
	};
}

function withCredentials(node: INode, exampleId: string, all: Credential[]): INode {
	if (node.credentials === undefined) return node;
	const set = Object.entries(node.credentials).map(([type, named]) => {
		if (type === credentialType) return [type, { id: exampleId, name: credentialName }];
		if (named.id) return [type, named];
		const found = all.find((one) => one.type === type && one.name === named.name);
		if (found === undefined) throw new Error(`No credential "${named.name}" for "${node.name}"`);
		return [type, { id: found.id, name: found.name }];
	});
	return { ...node, credentials: Object.fromEntries(set) as INode['credentials'] };
}
