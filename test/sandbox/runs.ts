import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox';
import type { Run, WorkflowFile } from '../../sandbox/workflows';

/** A workflow of the sandbox's tests, by the name of its file. */
export function workflowOfTests(name: string): WorkflowFile {
	const text = readFileSync(join(__dirname, 'workflows', `${name}.json`), 'utf8');
	return JSON.parse(text) as WorkflowFile;
}

/**
 * Runs a workflow to its end.
 *
 * @throws Error with n8n's words when the execution fails
 */
export async function ran(sandbox: Sandbox, workflow: WorkflowFile): Promise<Run> {
	const run = await sandbox.runWorkflow(workflow);
	if (run.status === 'success') return run;
	const { message = '', description = '' } = run.error ?? {};
	throw new Error(`"${workflow.name}" ended with "${run.status}": ${message} ${description}`);
}

/** The nodes that n8n offers. */
export async function typesOf({ n8n: { rest, url } }: Sandbox): Promise<INodeTypeDescription[]> {
	const { data } = await rest.get<INodeTypeDescription[]>('/types/nodes.json', { baseURL: url });
	return data;
}
