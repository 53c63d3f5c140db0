import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Builder } from './mcp';

export const nodeId = 'n8n-nodes-voice-sms.voiceSms';
export const triggerId = 'n8n-nodes-voice-sms.voiceSmsTrigger';

/** Enough for a second page of each picker. */
const small = { contacts: 120, conversations: 60, messages: 240, calls: 120 };

/** n8n with the node and the simulator, and its MCP: one for all subjects of `builder.test.ts`. */
export let sandbox: Sandbox;
export let builder: Builder;

export async function open(): Promise<void> {
	sandbox = await startSandbox({ home: 'builder', fresh: true, simulator: { seed: small } });
	builder = await Builder.of(sandbox.n8n);
}

export async function close(): Promise<void> {
	await builder?.close();
	await sandbox?.stop();
}
