import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { run } from '../../../nodes/VoiceSms/run/run';
import { until } from '../time/turns';
import type { Code, NodeRun } from './engine';

/**
 * Cancels an execution in its middle: give `started` to `runNode`. n8n neither waits for a node that it has
 * canceled nor keeps its error: a test that asks for the error gives it `code`, too.
 */
export function canceling(operations: Code['operations'] = operationsWithOptions) {
	let cancel = () => {};
	let thrown: unknown;
	const started: NodeRun['started'] = (execution) => (cancel = () => execution.cancel());
	const code: Code = {
		operations,
		run: async (...given) =>
			await run(...given).catch(async (error: unknown) => {
				thrown = error;
				return await Promise.reject(error);
			}),
	};
	return {
		started,
		code,
		cancel: () => cancel(),
		/** What the canceled node threw, once it has. */
		async thrown() {
			await until(() => thrown !== undefined);
			return thrown;
		},
	};
}
