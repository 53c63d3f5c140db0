import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

import { nodeForN8n } from '../../sandbox/node24';
import { step } from '../../sandbox/progress';
import type { Sandbox } from '../../sandbox/sandbox';
import { triedVersions } from '../../sandbox/versions';
import type { WorkflowFile } from '../../sandbox/workflows';
import { publish } from '../../test/sandbox/everyN8n/workflows';
import { today, type Facts } from './figures';

/** Uses an n8n. In the end, and after an error, everything that was started is stopped. */
export async function withN8n<S extends Sandbox, T>(
	starts: Promise<S>,
	use: (running: S) => Promise<T>,
): Promise<T> {
	const running = await starts;
	try {
		return await use(running);
	} finally {
		await running.stop();
	}
}

/**
 * Starts an n8n with its simulator, publishes workflows, measures, and stops everything.
 *
 * @throws Error when a workflow cannot be published, or n8n ends meanwhile
 */
export async function measureWith<S extends Sandbox, T>(
	starts: Promise<S>,
	workflows: readonly WorkflowFile[],
	measure: (running: S) => Promise<T>,
): Promise<T> {
	return await withN8n(starts, async (running) => {
		await step('Publishing the workflows', async () => {
			for (const workflow of workflows) await publish(running, workflow);
		});
		return await Promise.race([measure(running), running.n8n.crashed]);
	});
}

/** The facts of a measurement of today in the sandbox's own n8n. */
export function factsOfToday(): Facts {
	return {
		day: today(),
		n8n: triedVersions[0],
		node: versionOf(nodeForN8n()),
		processors: availableParallelism(),
	};
}

/** The version that a program itself says. */
export function versionOf(program: string): string {
	const said = execFileSync(program, ['--version'], { encoding: 'utf8' });
	return /\d+(\.\d+)+/.exec(said)?.[0] ?? '';
}
