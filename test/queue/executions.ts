import { parse } from 'flatted';
import type { IRunData, IRunExecutionData, ITaskData } from 'n8n-workflow';

import { waitFor } from '../../sandbox/progress';
import type { Queue } from '../../sandbox/queue/queue';
import {
	saveCredential,
	saveWorkflow,
	startSaved,
	type WorkflowFile,
} from '../../sandbox/workflows';

const seconds = 180;

export interface Execution {
	id: string;
	status: string;
	runData: IRunData;
}

/** Saves a workflow and starts it as the editor does; gives the execution's id. */
export async function start(
	{ n8n: { rest }, simulator: { baseUrl, apiKey } }: Queue,
	workflow: WorkflowFile,
): Promise<string> {
	const credentialId = await saveCredential(rest, { baseUrl, apiKey });
	await saveWorkflow(rest, workflow, credentialId);
	return await startSaved(rest, workflow);
}

export async function executionOf({ n8n }: Queue, id: string): Promise<Execution> {
	const { data } = await n8n.rest.get<{ status: string; data: string }>(`/executions/${id}`);
	// n8n writes it a moment after the status.
	const written = parse(data.data) as Partial<IRunExecutionData> | undefined;
	return { id, status: data.status, runData: written?.resultData?.runData ?? {} };
}

export async function until(queue: Queue, id: string, status: string): Promise<Execution> {
	return await waitFor(`execution ${id} to be ${status}`, seconds, async () => {
		const now = await executionOf(queue, id);
		return now.status === status ? now : undefined;
	});
}

/** The items that a node gave on its outputs, all its runs together. */
export function items({ runData }: Execution, node: string, output = 0) {
	return (runData[node] ?? []).flatMap((run: ITaskData) => run.data?.main[output] ?? []);
}

/** The ids of a workflow's executions, oldest first, at most 100. */
export async function executionsOf({ n8n }: Queue, { id }: WorkflowFile): Promise<string[]> {
	const { data } = await n8n.rest.get<{ results: Array<{ id: string }> }>('/executions', {
		params: { filter: JSON.stringify({ workflowId: id }), limit: 100 },
	});
	return data.results.map((one) => one.id).reverse();
}
