import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxiosInstance } from 'axios';
import { parse } from 'flatted';
import type { INode, INodeExecutionData, IRunExecutionData, IWorkflowBase } from 'n8n-workflow';
import { examplesFolder } from './paths';
import { waitFor } from './progress';

const credentialType = 'voiceSmsApi';
const credentialName = 'Voice and SMS account';
const runSeconds = 60;
const running = ['new', 'running', 'waiting'];

/** A workflow as n8n exports it; the id is what makes a second import an update. */
export type WorkflowFile = Pick<IWorkflowBase, 'id' | 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;

export interface Run {
	status: string;
	error?: { message: string; description?: string };
	/** What each node that ran gave: one list of items per output. */
	outputs: Record<string, INodeExecutionData[][]>;
	data: IRunExecutionData;
}

export interface CredentialValues {
	baseUrl: string;
	apiKey: string;
}

export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

/** Creates the example credential, or gives the existing one these values; answers its id. */
export async function saveCredential(rest: AxiosInstance, data: CredentialValues) {
	const { data: all } =
		await rest.get<Array<{ id: string; name: string; type: string }>>('/credentials');
	const existing = all.find(({ name, type }) => name === credentialName && type === credentialType);
	const credential = { name: credentialName, type: credentialType, data };
	if (existing) {
		await rest.patch(`/credentials/${existing.id}`, credential);
		return existing.id;
	}
	const created = await rest.post<{ id: string }>('/credentials', credential);
	return created.data.id;
}

/** What n8n shows under "Connection" when a credential with these values is saved. */
export async function testCredential(rest: AxiosInstance, id: string, data: CredentialValues) {
	const answer = await rest.post<CredentialTest>('/credentials/test', {
		credentials: { id, name: credentialName, type: credentialType, data },
	});
	return answer.data;
}

/** The example workflows in the order of their file names. */
export function readExamples(): WorkflowFile[] {
	return readdirSync(examplesFolder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => JSON.parse(readFileSync(join(examplesFolder, name), 'utf8')) as WorkflowFile);
}

/** Creates a workflow in n8n, or updates the one with its id, with the example credential set. */
export async function saveWorkflow(
	rest: AxiosInstance,
	workflow: WorkflowFile,
	credentialId: string,
) {
	const { id, name, connections, settings = {}, pinData = {} } = workflow;
	const nodes = workflow.nodes.map((node) => withCredential(node, credentialId));
	const { data: all } = await rest.get<Array<{ id: string; isArchived: boolean }>>('/workflows');
	const existing = all.find((other) => other.id === id);
	// n8n refuses to change a workflow that the user has put away.
	if (existing?.isArchived) await rest.post(`/workflows/${id}/unarchive`);
	const body = { name, nodes, connections, settings, pinData };
	if (existing) await rest.patch(`/workflows/${id}`, body);
	else await rest.post('/workflows', { id, ...body });
}

/** Runs a saved workflow from its manual trigger and waits for what it gives. */
export async function runSaved(rest: AxiosInstance, workflow: WorkflowFile): Promise<Run> {
	const trigger = workflow.nodes.find(({ type }) => type.endsWith('.manualTrigger'));
	const started = await rest.post<{ executionId: string }>(`/workflows/${workflow.id}/run`, {
		triggerToStartFrom: { name: trigger?.name },
	});
	const { executionId } = started.data;
	const execution = await waitFor(`"${workflow.name}" to end`, runSeconds, async () => {
		const { data } = await rest.get<{ status: string; data: string }>(`/executions/${executionId}`);
		return running.includes(data.status) ? undefined : data;
	});
	const data = parse(execution.data) as IRunExecutionData;
	const { runData, error } = data.resultData;
	const outputs = Object.entries(runData).map(([name, runs]) => [
		name,
		runs.at(-1)?.data?.main.map((items) => items ?? []) ?? [],
	]);
	return {
		status: execution.status,
		error: error && { message: error.message, description: error.description ?? undefined },
		outputs: Object.fromEntries(outputs),
		data,
	};
}

function withCredential(node: INode, id: string): INode {
	if (!node.credentials?.[credentialType]) return node;
	return { ...node, credentials: { [credentialType]: { id, name: credentialName } } };
}
