import type { Sandbox } from '../../sandbox/sandbox';
import type { WorkflowFile } from '../../sandbox/workflows';
import { publish } from '../figures/running';

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
