import { startSandbox, type Sandbox } from '../../sandbox/sandbox';

/** n8n with the node, the simulator and the examples: one for all parts of `sandbox.test.ts`. */
export let sandbox: Sandbox;

export async function open(): Promise<void> {
	sandbox = await startSandbox({ home: 'shared', fresh: true });
}

export async function close(): Promise<void> {
	await sandbox?.stop();
}
