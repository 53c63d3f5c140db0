import { canceling } from '../../../harness/n8n/canceling';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runAt, type NodeRun } from '../../../harness/n8n/engine';
import { keyedSend, order } from '../../../harness/n8n/keyedSend';

const { simulator, table } = withSimulatorAndStore();

const send = async (more: Partial<NodeRun> = {}) =>
	await runAt(simulator, keyedSend(), { items: [order], ...more });

test('a cancel ends the wait for a store that does not answer, and nothing is sent', async () => {
	await send({ items: [{ ...order, key: 'tried' }] });
	const before = simulator.ledger.length;
	const { started, cancel } = canceling();
	table.fault = async (call) => {
		if (call !== 'insert') return;
		cancel();
		await new Promise(() => {});
	};
	const { run } = await send({ started });
	expect(run.status).toBe('canceled');
	expect(simulator.ledger.length).toBe(before);
});
