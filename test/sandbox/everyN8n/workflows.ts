import type { Sandbox } from '../../../sandbox/sandbox';
import type { WorkflowFile } from '../../../sandbox/workflows';

/** Does something while a workflow is published. */
export async function whilePublished(
	sandbox: Sandbox,
	workflow: WorkflowFile,
	run: () => Promise<void>,
): Promise<void> {
	await publish(sandbox, workflow);
	try {
		await run();
	} finally {
		await sandbox.unpublish(workflow);
	}
}

/** @throws Error with the reason when n8n does not publish it */
export async function publish(sandbox: Sandbox, workflow: WorkflowFile): Promise<void> {
	const { status, problem } = await sandbox.publish(workflow);
	if (status !== 'published') throw new Error(`"${workflow.name}" is ${status}: ${problem}`);
}
