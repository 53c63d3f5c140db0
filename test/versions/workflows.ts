import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeExecutionData } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox';
import type { Run, WorkflowFile } from '../../sandbox/workflows';
import { nodeType } from '../sandbox/deliveries';

/** A workflow of the sandbox's tests. */
export function workflowOfTests(name: string): WorkflowFile {
	const file = join(__dirname, '../sandbox/workflows', `${name}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;
}

/** A workflow that runs the node once, with these parameters. */
export function workflowThat(name: string, parameters: INode['parameters']): WorkflowFile {
	const place = (own: string, type: string, more?: Partial<INode>): INode => ({
		...{ id: own, name: own, type, typeVersion: 1, position: [0, 0], parameters: {} },
		...more,
	});
	const credentials = { voiceSmsApi: { id: '', name: 'Voice and SMS account' } };
	return {
		...{ id: `versions${name.replace(/\W/g, '')}`, name: `Test: ${name}` },
		nodes: [
			place('Start', 'n8n-nodes-base.manualTrigger'),
			place('Node', nodeType, { parameters, credentials }),
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** Runs a workflow to its end. */
export async function ran(sandbox: Sandbox, workflow: WorkflowFile): Promise<Run> {
	const run = await sandbox.runWorkflow(workflow);
	if (run.status === 'success') return run;
	const { message = '', description = '' } = run.error ?? {};
	throw new Error(`"${workflow.name}" ended with "${run.status}": ${message} ${description}`);
}

/** Does something while a workflow is published. */
export async function whilePublished(
	sandbox: Sandbox,
	workflow: WorkflowFile,
	run: () => Promise<void>,
): Promise<void> {
	const published = await sandbox.publish(workflow);
	assert.equal(published.status, 'published', published.problem);
	try {
		await run();
	} finally {
		await sandbox.unpublish(workflow);
	}
}

export function items(run: Run, node: string): INodeExecutionData[] {
	return run.outputs[node]?.[0] ?? [];
}
