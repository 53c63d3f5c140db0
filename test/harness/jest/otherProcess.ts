import type { Code } from '../n8n/engine';

/** The shipped code loaded anew: another process, with a memory of its own. */
export async function otherProcess(): Promise<Code> {
	let code: Code | undefined;
	await jest.isolateModulesAsync(async () => {
		const { operationsWithOptions } = await import('../../../nodes/VoiceSms/layers');
		const { run } = await import('../../../nodes/VoiceSms/run/run');
		code = { operations: operationsWithOptions, run };
	});
	return code as Code;
}
